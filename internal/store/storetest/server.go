package storetest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
)

// Server is a PostgreSQL of a test's own, which it may stop and start.
type Server struct {
	t    testing.TB
	bin  string
	dir  string
	port int
}

// StartServer makes an empty PostgreSQL that ends with the test.
func StartServer(t testing.TB) *Server {
	t.Helper()
	Long(t)
	s := newServer(t)
	s.run("initdb", "-D", s.data(), "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8")
	s.Start()
	return s
}

func newServer(t testing.TB) *Server {
	t.Helper()
	dir, err := os.MkdirTemp("/tmp", "vitrine-postgres.") // its socket's path must be short
	if err != nil {
		t.Fatal(err)
	}
	s := &Server{t: t, bin: postgresBin(t), dir: dir}
	t.Cleanup(func() {
		s.command("pg_ctl", "-D", s.data(), "-m", "immediate", "stop").Run()
		os.RemoveAll(dir)
	})
	if os.Getuid() == 0 {
		if err := exec.Command("chown", "postgres", dir).Run(); err != nil {
			t.Fatal(err)
		}
	}
	s.port = freePort()
	return s
}

// Replica makes a second server that follows this one; no commit waits for it.
func (s *Server) Replica() *Server {
	s.t.Helper()
	other := newServer(s.t)
	other.run("pg_basebackup", "-D", other.data(), "-R", "-c", "fast", "-h", "127.0.0.1", "-p", strconv.Itoa(s.port), "-U", "postgres")
	other.Start()
	return other
}

// Standby is a replica that has every commit before it is acknowledged.
func (s *Server) Standby() *Server {
	s.t.Helper()
	other := s.Replica()
	s.Exec("ALTER SYSTEM SET synchronous_standby_names = '*'", "SELECT pg_reload_conf()")
	return other
}

// Exec runs statements, each in a transaction of its own.
func (s *Server) Exec(statements ...string) {
	s.t.Helper()
	for _, statement := range statements {
		s.run("psql", "-q", "-o", "/dev/null", "-c", statement, s.URL())
	}
}

// Promote makes a standby the primary.
func (s *Server) Promote() {
	s.t.Helper()
	s.run("pg_ctl", "-D", s.data(), "-w", "promote")
}

// URLWith names the database on whichever of the two is the primary.
func (s *Server) URLWith(other *Server) string {
	return fmt.Sprintf("postgres://postgres@127.0.0.1:%d,127.0.0.1:%d/postgres?sslmode=disable&target_session_attrs=read-write", s.port, other.port)
}

// URL names the database.
func (s *Server) URL() string {
	return fmt.Sprintf("postgres://postgres@127.0.0.1:%d/postgres?sslmode=disable", s.port)
}

// Start starts the server again after Stop.
func (s *Server) Start() {
	s.t.Helper()
	s.run("pg_ctl", "-D", s.data(), "-w", "-l", filepath.Join(s.dir, "log"), "-o",
		fmt.Sprintf("-p %d -c listen_addresses=127.0.0.1 -c unix_socket_directories=%s -c max_connections=200", s.port, s.dir), "start")
}

// Stop ends the server as a crash would, without a word to its clients.
func (s *Server) Stop() {
	s.t.Helper()
	s.run("pg_ctl", "-D", s.data(), "-w", "-m", "immediate", "stop")
}

func (s *Server) data() string { return filepath.Join(s.dir, "data") }

func (s *Server) run(name string, args ...string) {
	s.t.Helper()
	if err := s.command(name, args...).Run(); err != nil {
		log, _ := os.ReadFile(filepath.Join(s.dir, "log"))
		s.t.Fatalf("%s: %v\n%s", name, err, log)
	}
}

// command runs as postgres when we are root, whom PostgreSQL refuses. Output
// is not collected: the server would hold the pipe open.
func (s *Server) command(name string, args ...string) *exec.Cmd {
	args = append([]string{filepath.Join(s.bin, name)}, args...)
	if os.Getuid() == 0 {
		args = append([]string{"runuser", "-u", "postgres", "--"}, args...)
	}
	c := exec.Command(args[0], args[1:]...)
	c.Dir = s.dir
	return c
}

func postgresBin(t testing.TB) string {
	t.Helper()
	if found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb"); len(found) > 0 {
		slices.Sort(found)
		return filepath.Dir(found[len(found)-1])
	}
	path, err := exec.LookPath("initdb")
	if err != nil {
		t.Fatal("PostgreSQL is missing; scripts/setup installs it")
	}
	return filepath.Dir(path)
}

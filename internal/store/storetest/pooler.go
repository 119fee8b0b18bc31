package storetest

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// Pooler puts PgBouncer before the server, in a pool_mode, and names the database
// through it.
func (s *Server) Pooler(t testing.TB, mode string) string {
	t.Helper()
	bin, err := exec.LookPath("pgbouncer")
	if err != nil {
		bin = "/usr/sbin/pgbouncer"
	}
	if _, err := os.Stat(bin); err != nil {
		t.Skip("PgBouncer is missing; scripts/setup installs it")
	}
	port := freePort()
	file := filepath.Join(s.dir, "pgbouncer-"+mode+".ini")
	settings := fmt.Sprintf("[databases]\n* = host=127.0.0.1 port=%d user=postgres\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = %d\nunix_socket_dir =\n"+
		"auth_type = any\npool_mode = %s\nmax_client_conn = 200\ndefault_pool_size = 60\n", s.port, port, mode)
	if err := os.WriteFile(file, []byte(settings), 0o644); err != nil {
		t.Fatal(err)
	}
	args := []string{"-q", file}
	if os.Getuid() == 0 {
		args = append([]string{"-u", "postgres"}, args...) // it refuses root
	}
	run := exec.Command(bin, args...)
	if err := run.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		run.Process.Kill()
		run.Wait()
	})
	Eventually(t, 10*time.Second, "PgBouncer listens", func() bool {
		conn, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", port))
		if err == nil {
			conn.Close()
		}
		return err == nil
	})
	return fmt.Sprintf("postgres://postgres@127.0.0.1:%d/postgres?sslmode=disable", port)
}

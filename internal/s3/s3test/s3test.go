// Package s3test runs a real S3 server for tests.
package s3test

import (
	"bytes"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"vitrine/internal/store/storetest"
)

// The secret has characters that must be escaped in an address.
const (
	key    = "vitrine-test"
	secret = "s3cret/with+signs"
)

// Server is versitygw on a folder of its own. It keeps its address and its
// objects when it is stopped and started again.
type Server struct {
	t    testing.TB
	bin  string
	dir  string
	addr string
	run  *exec.Cmd
}

// Start starts a server that is stopped when the test ends.
func Start(t testing.TB) *Server {
	t.Helper()
	storetest.Long(t)
	s := &Server{t: t, bin: binary(t), dir: t.TempDir(), addr: storetest.FreeAddress()}
	for _, name := range []string{"objects", "meta"} {
		if err := os.Mkdir(filepath.Join(s.dir, name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(s.Stop)
	s.Start()
	return s
}

// URL is the VITRINE_STORAGE_URL of a bucket on the server.
func (s *Server) URL(bucket string) string {
	return fmt.Sprintf("s3://%s:%s@%s/%s?region=us-east-1&insecure=true", key, strings.NewReplacer("/", "%2F", "+", "%2B").Replace(secret), s.addr, bucket)
}

// Secret is what must never be logged.
func (s *Server) Secret() string { return secret }

// Start starts the server again after Stop.
func (s *Server) Start() {
	s.t.Helper()
	var out bytes.Buffer
	s.run = exec.Command(s.bin, "--quiet", "--port", s.addr, "posix", "--sidecar", filepath.Join(s.dir, "meta"), filepath.Join(s.dir, "objects"))
	s.run.Env = append(os.Environ(), "ROOT_ACCESS_KEY_ID="+key, "ROOT_SECRET_ACCESS_KEY="+secret)
	s.run.Stdout, s.run.Stderr = &out, &out
	endWithUs(s.run)
	if err := s.run.Start(); err != nil {
		s.t.Fatal(err)
	}
	for range 1200 {
		if conn, err := net.Dial("tcp", s.addr); err == nil {
			conn.Close()
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	s.Stop()
	s.t.Fatalf("the S3 server does not listen on %s: %s", s.addr, out.String())
}

// Stop kills the server.
func (s *Server) Stop() {
	if s.run != nil {
		s.run.Process.Kill()
		s.run.Wait()
		s.run = nil
	}
}

func binary(t testing.TB) string {
	t.Helper()
	module, err := exec.Command("go", "env", "GOMOD").Output()
	if err != nil {
		t.Fatal(err)
	}
	build := exec.Command(filepath.Join(filepath.Dir(string(module)), "scripts", "tool"), "versitygw")
	build.Stderr = os.Stderr
	path, err := build.Output()
	if err != nil {
		t.Fatalf("scripts/tool: %v", err)
	}
	return strings.TrimSpace(string(path))
}

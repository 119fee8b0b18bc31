//go:build !windows

package storetest

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// Freeze stops every process of the server where it is: connections stay open
// and nothing answers. Thaw lets them go on.
func (s *Server) Freeze() { s.signal(syscall.SIGSTOP) }

// Thaw ends Freeze.
func (s *Server) Thaw() { s.signal(syscall.SIGCONT) }

func (s *Server) signal(what syscall.Signal) {
	s.t.Helper()
	file, err := os.ReadFile(filepath.Join(s.data(), "postmaster.pid"))
	if err != nil {
		s.t.Fatal(err)
	}
	first, _, _ := strings.Cut(string(file), "\n")
	pid, err := strconv.Atoi(first)
	if err != nil {
		s.t.Fatal(err)
	}
	children, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", pid, pid))
	if err != nil {
		s.t.Fatal(err)
	}
	syscall.Kill(pid, what)
	for _, child := range strings.Fields(string(children)) {
		if id, err := strconv.Atoi(child); err == nil {
			syscall.Kill(id, what)
		}
	}
}

//go:build !windows

package main

import (
	"errors"
	"fmt"
	"net"
	"os"
	"strconv"
	"syscall"
)

// inherited are the sockets of systemd's socket activation; see
// sd_listen_fds(3).
func inherited() ([]net.Listener, error) {
	pid, count := os.Getenv("LISTEN_PID"), os.Getenv("LISTEN_FDS")
	for _, name := range []string{"LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"} {
		os.Unsetenv(name) // not meant for our children
	}
	if count == "" || pid != strconv.Itoa(os.Getpid()) {
		return nil, nil
	}
	n, err := strconv.Atoi(count)
	if err != nil || n < 0 || n > 16 {
		return nil, errors.New("LISTEN_FDS is no number of sockets")
	}
	const first = 3
	var out []net.Listener
	for fd := first; fd < first+n; fd++ {
		syscall.CloseOnExec(fd)
		f := os.NewFile(uintptr(fd), "socket "+strconv.Itoa(fd))
		ln, err := net.FileListener(f)
		f.Close()
		if err != nil {
			return nil, fmt.Errorf("take socket %d from systemd: %w", fd, err)
		}
		out = append(out, ln)
	}
	return out, nil
}

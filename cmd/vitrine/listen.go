package main

import (
	"errors"
	"fmt"
	"net"
	"os"
	"strconv"
	"syscall"
)

// doors are the sockets that serve answers on.
type doors struct {
	main     net.Listener
	redirect net.Listener // port 80 beside TLS; nil without
}

// openDoors takes the sockets that systemd has opened, which keep their
// waiting connections over a restart, or opens them itself.
func openDoors(addr, redirect string) (d doors, err error) {
	given, err := inherited()
	if err != nil {
		return doors{}, err
	}
	for _, ln := range given {
		if _, port, _ := net.SplitHostPort(ln.Addr().String()); port == "80" && redirect != "" && d.redirect == nil {
			d.redirect = ln
		} else if d.main == nil {
			d.main = ln
		} else {
			return doors{}, fmt.Errorf("systemd hands over %s too, and there is no use for it", ln.Addr())
		}
	}
	if d.main == nil {
		if d.main, err = net.Listen("tcp", addr); err != nil {
			return doors{}, fmt.Errorf("listen on %s: %w", addr, err)
		}
	}
	if redirect != "" && d.redirect == nil {
		if d.redirect, err = net.Listen("tcp", redirect); err != nil {
			d.close()
			return doors{}, fmt.Errorf("listen on %s, which sends browsers to https: %w", redirect, err)
		}
	}
	return d, nil
}

func (d doors) close() {
	for _, ln := range []net.Listener{d.main, d.redirect} {
		if ln != nil {
			ln.Close()
		}
	}
}

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

// notify tells systemd how far we are; without systemd it does nothing.
func notify(state string) {
	path := os.Getenv("NOTIFY_SOCKET")
	if path == "" {
		return
	}
	conn, err := net.DialUnix("unixgram", nil, &net.UnixAddr{Name: path, Net: "unixgram"})
	if err != nil {
		return
	}
	defer conn.Close()
	conn.Write([]byte(state))
}

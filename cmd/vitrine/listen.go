package main

import (
	"fmt"
	"net"
	"os"
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

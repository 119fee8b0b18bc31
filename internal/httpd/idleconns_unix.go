//go:build !windows

package httpd

import (
	"syscall"

	"golang.org/x/sys/unix"
)

// pending tells whether something waits in the system to be read or taken.
func pending(socket any) (waits bool) {
	c, ok := socket.(syscall.Conn)
	if !ok {
		return false
	}
	raw, err := c.SyscallConn()
	if err != nil {
		return false
	}
	raw.Control(func(fd uintptr) {
		n, err := unix.Poll([]unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}, 0)
		waits = err == nil && n > 0
	})
	return waits
}

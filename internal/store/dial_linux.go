package store

import "golang.org/x/sys/unix"

// giveUp ends a connection on which sent bytes stay unconfirmed this long. A
// machine that vanishes in a failover says no goodbye; without this, requests
// would hang on it for a quarter of an hour.
func giveUp(fd uintptr) error {
	return unix.SetsockoptInt(int(fd), unix.IPPROTO_TCP, unix.TCP_USER_TIMEOUT, int(lostAfter.Milliseconds()))
}

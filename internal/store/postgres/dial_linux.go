package postgres

import "golang.org/x/sys/unix"

// setUserTimeout ends a connection on which sent bytes stay unconfirmed this long. A
// machine that vanishes in a failover says no goodbye; without this, requests
// would hang on it for a quarter of an hour.
func setUserTimeout(fd uintptr) error {
	return unix.SetsockoptInt(int(fd), unix.IPPROTO_TCP, unix.TCP_USER_TIMEOUT, int(unackedTimeout.Milliseconds()))
}

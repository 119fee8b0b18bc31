package main

import "runtime"

// ballastSize is how much garbage more a server may leave before it collects it.
const ballastSize = 16 << 20

// withBallast runs a server with memory that it never touches, and that so takes
// none: collections begin when the heap has doubled, and with one as small as
// ours a busy server would collect its garbage twenty times a second.
func withBallast(run func() error) error {
	ballast := make([]byte, ballastSize)
	defer runtime.KeepAlive(ballast)
	return run()
}

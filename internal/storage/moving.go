package storage

import (
	"net"
	"time"
)

// moving is a connection that fails when nothing moves on it for so long: a
// server that stops within a transfer would hold us for ever.
type moving struct {
	net.Conn
	stall time.Duration
}

// Read and Write both put off the end for both: whoever sends for long hears
// nothing meanwhile.
func (c moving) Read(b []byte) (int, error) {
	c.SetDeadline(time.Now().Add(c.stall))
	return c.Conn.Read(b)
}

func (c moving) Write(b []byte) (int, error) {
	c.SetDeadline(time.Now().Add(c.stall))
	return c.Conn.Write(b)
}

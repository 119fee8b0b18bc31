package storage

import (
	"context"
	"fmt"
	"io"
	"net"
	"os"
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

// flowing is the body of an answer that ends when no byte of it comes for so
// long. It is sooner than its connection, whose limit is for calls in which a
// server may have to think.
type flowing struct {
	body io.ReadCloser
	end  context.CancelFunc // of the request
	idle time.Duration
}

// Read has the limit while somebody waits in it: whoever reads may take long
// over what came.
func (f *flowing) Read(b []byte) (int, error) {
	limit := time.AfterFunc(f.idle, f.end)
	n, err := f.body.Read(b)
	if !limit.Stop() && err != io.EOF {
		err = fmt.Errorf("the object storage sent nothing for %v: %w", f.idle, os.ErrDeadlineExceeded)
	}
	return n, err
}

func (f *flowing) Close() error {
	defer f.end()
	return f.body.Close()
}

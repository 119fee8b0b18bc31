package s3

import (
	"context"
	"net"
	"net/http"
	"time"
)

// transport waits so long for an answer to begin, and gives up a transfer in
// which nothing moves for so long.
func transport(answer, stall time.Duration) *http.Transport {
	dialer := &net.Dialer{Timeout: 3 * time.Second, KeepAlive: 15 * time.Second}
	return &http.Transport{
		DialContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
			conn, err := dialer.DialContext(ctx, network, addr)
			if err != nil {
				return nil, err
			}
			return moving{conn, stall}, nil
		},
		TLSHandshakeTimeout:   3 * time.Second,
		ResponseHeaderTimeout: answer,
		MaxIdleConnsPerHost:   32,
		IdleConnTimeout:       time.Minute,
		DisableCompression:    true,
		ForceAttemptHTTP2:     true,
	}
}

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

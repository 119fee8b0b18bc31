package httpd

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"os"
	"testing"
	"testing/synctest"
	"time"
)

// TestADeadlineEndsACallSoonAfterIt reads from somebody who never sends, and writes to one who never reads.
func TestADeadlineEndsACallSoonAfterIt(t *testing.T) {
	read, write := net.Conn.Read, net.Conn.Write
	for name, c := range map[string]struct {
		set         func(net.Conn)
		least, most time.Duration // 0 for never
		call        func(net.Conn, []byte) (int, error)
	}{
		"far":              {func(c net.Conn) { c.SetReadDeadline(time.Now().Add(5 * time.Second)) }, 5 * time.Second, 5*time.Second + sweepEvery, read},
		"far, of both":     {func(c net.Conn) { c.SetDeadline(time.Now().Add(5 * time.Second)) }, 5 * time.Second, 5*time.Second + sweepEvery, read},
		"near":             {func(c net.Conn) { c.SetReadDeadline(time.Now().Add(sweepEvery)) }, sweepEvery, sweepEvery, read},
		"over":             {func(c net.Conn) { c.SetReadDeadline(longAgo) }, 0, time.Nanosecond, read},
		"taken back":       {func(c net.Conn) { c.SetReadDeadline(time.Now().Add(5 * time.Second)); c.SetReadDeadline(time.Time{}) }, 0, 0, read},
		"over, taken back": {func(c net.Conn) { c.SetReadDeadline(longAgo); c.SetReadDeadline(time.Time{}) }, 0, 0, read},
		"over, then far":   {func(c net.Conn) { c.SetReadDeadline(longAgo); c.SetReadDeadline(time.Now().Add(2 * time.Second)) }, 2 * time.Second, 2*time.Second + sweepEvery, read},
		"put off": {func(c net.Conn) {
			c.SetReadDeadline(time.Now().Add(time.Second))
			c.SetReadDeadline(time.Now().Add(time.Minute))
		}, time.Minute, time.Minute + sweepEvery, read},
		"reached, taken back": {func(c net.Conn) {
			c.SetReadDeadline(time.Now().Add(2 * time.Second))
			time.Sleep(3 * time.Second)
			c.SetReadDeadline(time.Time{})
		}, 0, 0, read},
		"that of the writes":  {func(c net.Conn) { c.SetWriteDeadline(time.Now().Add(time.Second)) }, 0, 0, read},
		"far, of a write":     {func(c net.Conn) { c.SetWriteDeadline(time.Now().Add(5 * time.Second)) }, 5 * time.Second, 5*time.Second + sweepEvery, write},
		"of both, of a write": {func(c net.Conn) { c.SetDeadline(time.Now().Add(5 * time.Second)) }, 5 * time.Second, 5*time.Second + sweepEvery, write},
		"that of the reads":   {func(c net.Conn) { c.SetReadDeadline(time.Now().Add(time.Second)) }, 0, 0, write},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				arrive := make(chan net.Conn, 1)
				l := newListener(visitors{arrive: arrive}, false, func(netip.Addr) bool { return false })
				ours, theirs := net.Pipe()
				arrive <- visit{ours, "192.0.2.1:1"}
				conn, err := l.Accept()
				if err != nil {
					t.Fatal(err)
				}
				ctx, end := context.WithCancel(t.Context())
				go l.sweep(ctx)
				c.set(conn)
				began, done := time.Now(), make(chan error, 1)
				go func() {
					_, err := c.call(conn, make([]byte, 1))
					done <- err
				}()
				select {
				case err := <-done:
					took := time.Since(began)
					if c.most == 0 || took < c.least || took > c.most || !errors.Is(err, os.ErrDeadlineExceeded) {
						t.Errorf("ended after %v with %v", took, err)
					}
				case <-time.After(time.Hour):
					if c.most != 0 {
						t.Error("never ended")
					}
					theirs.Close()
					<-done
				}
				conn.Close()
				end()
			})
		})
	}
}

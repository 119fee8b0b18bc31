package httpd

import (
	"crypto/tls"
	"net"
	"net/http"
	"time"
)

// track notes which connections wait for a request: after one, or for their
// first, as browsers open some ahead of need.
func track(c net.Conn, state http.ConnState) {
	if own := countedOf(c); own != nil {
		own.idle.Store(state == http.StateNew || state == http.StateIdle)
	}
}

func countedOf(c net.Conn) *counted {
	if secure, ok := c.(*tls.Conn); ok {
		c = secure.NetConn()
	}
	own, _ := c.(*counted)
	return own
}

// release closes the idle connections on which nothing waits to be read. On
// a busy machine a request can lie there unseen, and net/http would drop it.
func (l *listener) release(limit time.Duration) {
	for end := time.Now().Add(limit); time.Now().Before(end); time.Sleep(time.Millisecond) {
		left := 0
		for _, c := range l.all() {
			switch {
			case !c.idle.Load():
			case pending(c.Conn):
				left++
			default:
				c.Close()
			}
		}
		if left == 0 {
			return
		}
	}
}

// emptied waits until no connection waits to be taken, so that none is reset.
func emptied(ln net.Listener, limit time.Duration) {
	for end := time.Now().Add(limit); pending(ln) && time.Now().Before(end); time.Sleep(time.Millisecond) {
	}
}

package httpd

import (
	"crypto/tls"
	"maps"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

const (
	maxConnections = 4096
	maxPerAddress  = 256
)

// listener caps connections, in all and per address.
type listener struct {
	net.Listener
	capped  bool
	exempt  func(netip.Addr) bool
	mu      sync.Mutex
	open    int
	perAddr map[string]int
	conns   map[*counted]bool
	began   time.Time
	clock   atomic.Int64 // since then, as of the last sweep
}

func newListener(inner net.Listener, capped bool, exempt func(netip.Addr) bool) *listener {
	return &listener{Listener: inner, capped: capped, exempt: exempt, perAddr: map[string]int{}, conns: map[*counted]bool{}, began: time.Now()}
}

func (l *listener) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		at, _ := parseHost(c.RemoteAddr().String())
		key := folded(at)
		own := &counted{Conn: c, from: l}
		if !l.enter(own, key, l.exempt(at)) {
			c.Close()
			continue
		}
		own.leave = func() { l.leave(own, key) }
		return own, nil
	}
}

// all are the open connections.
func (l *listener) all() []*counted {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Collect(maps.Keys(l.conns))
}

func (l *listener) enter(c *counted, key string, exempt bool) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.capped && (l.open >= maxConnections || l.perAddr[key] >= maxPerAddress && !exempt) {
		return false
	}
	l.open++
	l.perAddr[key]++
	l.conns[c] = true
	return true
}

func (l *listener) leave(c *counted, key string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.open--
	delete(l.conns, c)
	if l.perAddr[key]--; l.perAddr[key] == 0 {
		delete(l.perAddr, key)
	}
}

type counted struct {
	net.Conn
	from        *listener
	leave       func()
	once        sync.Once
	idle        atomic.Bool // no request is on its way in or out
	read, write coarse
}

func (c *counted) Close() error {
	c.once.Do(c.leave)
	return c.Conn.Close()
}

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

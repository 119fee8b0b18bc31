package httpd

import (
	"maps"
	"net"
	"net/netip"
	"slices"
	"sync"
	"sync/atomic"
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
}

func newListener(inner net.Listener, capped bool, exempt func(netip.Addr) bool) *listener {
	return &listener{Listener: inner, capped: capped, exempt: exempt, perAddr: map[string]int{}, conns: map[*counted]bool{}}
}

func (l *listener) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		at, _ := parseHost(c.RemoteAddr().String())
		key := folded(at)
		own := &counted{Conn: c}
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
	leave func()
	once  sync.Once
	idle  atomic.Bool // no request is on its way in or out
}

func (c *counted) Close() error {
	c.once.Do(c.leave)
	return c.Conn.Close()
}

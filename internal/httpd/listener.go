package httpd

import (
	"net"
	"net/netip"
	"sync"
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
}

func newListener(inner net.Listener, capped bool, exempt func(netip.Addr) bool) *listener {
	return &listener{Listener: inner, capped: capped, exempt: exempt, perAddr: map[string]int{}}
}

func (l *listener) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		at, _ := parseHost(c.RemoteAddr().String())
		key := folded(at)
		if !l.enter(key, l.exempt(at)) {
			c.Close()
			continue
		}
		return &counted{Conn: c, leave: func() { l.leave(key) }}, nil
	}
}

func (l *listener) enter(key string, exempt bool) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.capped && (l.open >= maxConnections || l.perAddr[key] >= maxPerAddress && !exempt) {
		return false
	}
	l.open++
	l.perAddr[key]++
	return true
}

func (l *listener) leave(key string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.open--
	if l.perAddr[key]--; l.perAddr[key] == 0 {
		delete(l.perAddr, key)
	}
}

type counted struct {
	net.Conn
	leave func()
	once  sync.Once
	whole gathering
}

func (c *counted) Close() error {
	c.once.Do(c.leave)
	return c.Conn.Close()
}

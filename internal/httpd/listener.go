package httpd

import (
	"errors"
	"net"
	"os"
	"sync"
	"time"
)

const (
	maxConnections = 4096
	maxPerAddress  = 256
)

// listener caps connections, in all and per address, and can stop accepting
// without closing the socket: clients that connect meanwhile wait in the
// kernel's queue instead of being refused.
type listener struct {
	net.Listener
	capped  bool
	exempt  func(addr string) bool
	mu      sync.Mutex
	open    int
	perAddr map[string]int
	closed  chan struct{}
	once    sync.Once
}

func newListener(inner net.Listener, capped bool, exempt func(string) bool) *listener {
	return &listener{Listener: inner, capped: capped, exempt: exempt, perAddr: map[string]int{}, closed: make(chan struct{})}
}

// pause stops accepting; connections wait in the queue of the socket.
func (l *listener) pause() {
	if tcp, ok := l.Listener.(*net.TCPListener); ok {
		tcp.SetDeadline(time.Now())
	}
}

func (l *listener) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if err != nil {
			if errors.Is(err, os.ErrDeadlineExceeded) {
				<-l.closed
				return nil, net.ErrClosed
			}
			return nil, err
		}
		at, _ := parseHost(c.RemoteAddr().String())
		key := folded(at)
		if !l.enter(key) {
			c.Close()
			continue
		}
		return &counted{Conn: c, leave: func() { l.leave(key) }}, nil
	}
}

func (l *listener) Close() error {
	l.once.Do(func() { close(l.closed) })
	return l.Listener.Close()
}

func (l *listener) enter(key string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.capped && (l.open >= maxConnections || l.perAddr[key] >= maxPerAddress && !l.exempt(key)) {
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
}

func (c *counted) Close() error {
	c.once.Do(c.leave)
	return c.Conn.Close()
}

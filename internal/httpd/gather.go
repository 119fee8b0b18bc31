package httpd

import (
	"context"
	"net"
	"net/http"
	"sync"
)

// headRoom is what net/http sends first of a long answer: its buffer, full
// with the head and the beginning of the body.
const headRoom = 4 << 10

var heads = sync.Pool{New: func() any { return new([headRoom]byte) }}

// gathering makes one call to the system of the two that net/http makes for a
// body that is longer than its buffer.
type gathering struct {
	on    bool
	head  *[headRoom]byte // taken from the pool while it holds something
	n     int
	parts [2][]byte
	all   net.Buffers
}

type connKey struct{}

// withConn lets answers find their connection; one that encrypts makes
// records of its own.
func withConn(ctx context.Context, c net.Conn) context.Context {
	if c, ok := c.(*counted); ok {
		return context.WithValue(ctx, connKey{}, c)
	}
	return ctx
}

// Write holds the first part of a gathered answer back until the second.
func (c *counted) Write(b []byte) (int, error) {
	g := &c.whole
	switch {
	case g.on && g.head == nil && len(b) <= headRoom:
		g.head = heads.Get().(*[headRoom]byte)
		g.n = copy(g.head[:], b)
		return len(b), nil
	case g.head == nil:
		return c.Conn.Write(b)
	}
	g.parts = [2][]byte{g.head[:g.n], b}
	g.all = g.parts[:]
	written, err := g.all.WriteTo(c.Conn)
	held := g.n
	g.drop()
	return max(0, int(written)-held), err
}

// gather sends one long piece of an answer.
func (c *counted) gather(w http.ResponseWriter, b []byte) (int, error) {
	c.whole.on = true
	n, err := w.Write(b)
	c.whole.on = false
	if c.whole.head != nil {
		_, failed := c.Conn.Write(c.whole.head[:c.whole.n])
		c.whole.drop()
		if err == nil {
			err = failed
		}
	}
	return n, err
}

func (g *gathering) drop() {
	heads.Put(g.head)
	g.head, g.n, g.parts, g.all = nil, 0, [2][]byte{}, nil
}

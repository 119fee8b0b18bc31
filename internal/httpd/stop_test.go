package httpd_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"vitrine/internal/httpd"
)

// ledger remembers which requests the server began and which were answered.
type ledger struct {
	mu       sync.Mutex
	began    map[string]bool
	answered map[string]bool
	lost     []string
}

func (l *ledger) note(do func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	do()
}

func TestAStopUnderLoadLosesNoRequestThatWasTaken(t *testing.T) {
	t.Parallel()
	l := &ledger{began: map[string]bool{}, answered: map[string]bool{}}
	h := build(t, func(o *httpd.Options) {
		o.Backend = []httpd.Routes{routes{"/rest/v1/": func(w http.ResponseWriter, r *http.Request) {
			id := r.URL.Query().Get("id")
			l.note(func() { l.began[id] = true })
			if strings.HasSuffix(id, "0") {
				<-time.After(700 * time.Millisecond) // still running when the door is shut
			}
			fmt.Fprintf(w, "done %s", id)
		}}}
	})
	at, stop, done := h.open("127.0.0.1:0")
	var clients sync.WaitGroup
	for i := range 24 {
		clients.Go(func() { l.client(at, i) })
	}
	eventually(t, timeout, "the load is on", func() bool {
		var n int
		l.note(func() { n = len(l.answered) })
		return n > 500
	})
	stop()
	eventually(t, timeout, "readiness says that the server stops", func() bool {
		r, err := http.Get("http://" + at + "/readyz")
		if err != nil {
			t.Fatalf("a stopping server does not answer: %v", err)
		}
		r.Body.Close()
		return r.StatusCode == 503
	})
	select {
	case err := <-done:
		if err != nil {
			t.Errorf("the stop ends with %v", err)
		}
	case <-time.After(timeout):
		t.Fatal("the server does not stop")
	}
	if c, err := net.Dial("tcp", at); err == nil {
		c.Close()
		t.Error("a stopped server still takes connections")
	}
	clients.Wait()
	for id := range l.began {
		if !l.answered[id] {
			t.Errorf("request %s was begun and not answered", id)
		}
	}
	for _, text := range l.lost {
		t.Error(text)
	}
	if len(l.answered) < 500 {
		t.Errorf("only %d requests were answered", len(l.answered))
	}
}

// client posts on a kept connection until the server says that it ends, then
// on a new one, until there is no server.
func (l *ledger) client(at string, number int) {
	for n := 0; ; {
		c, err := net.Dial("tcp", at)
		if err != nil {
			return
		}
		in := bufio.NewReader(c)
		for kept := 0; ; kept++ {
			id := fmt.Sprintf("%d-%d", number, n)
			n++
			fmt.Fprintf(c, "POST /rest/v1/x?id=%s HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}", id)
			r, err := http.ReadResponse(in, nil)
			var text []byte
			if err == nil {
				text, err = io.ReadAll(r.Body)
			}
			if err != nil || string(text) != "done "+id {
				// A connection that never reached the server may be reset; a kept one not.
				if kept > 0 {
					l.note(func() {
						l.lost = append(l.lost, fmt.Sprintf("request %s, number %d on its connection: %q, %v", id, kept, text, err))
					})
				}
				c.Close()
				return
			}
			l.note(func() { l.answered[id] = true })
			if r.Close {
				break
			}
		}
		c.Close()
	}
}

// pipes is a listener within the test, whose clock no other program moves.
type pipes struct {
	taken  chan net.Conn
	closed chan struct{}
	once   sync.Once
}

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.taken:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error { p.once.Do(func() { close(p.closed) }); return nil }

func (p *pipes) Addr() net.Addr { return &net.TCPAddr{} }

func TestAConnectionThatSaysNothingDoesNotHoldAStopUp(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		ln := &pipes{taken: make(chan net.Conn), closed: make(chan struct{})}
		done := make(chan error, 1)
		go func() { done <- build(t, nil).Serve(ctx, ln) }()
		c, other := net.Pipe()
		ln.taken <- other
		synctest.Wait()
		began := time.Now()
		stop()
		if err := <-done; err != nil {
			t.Error(err)
		}
		// net/http waits 5 s for a new connection.
		if took := time.Since(began); took > time.Second {
			t.Errorf("the stop took %v", took)
		}
		if _, err := c.Read(make([]byte, 1)); err != io.EOF {
			t.Errorf("the silent connection ends with %v", err)
		}
	})
}

package httpd

import (
	"net"
	"net/http"
	"sync"
)

// silent are the connections on which no request has come. Browsers open such
// ones ahead of need; a stop would wait seconds for them.
type silent struct {
	mu    sync.Mutex
	conns map[net.Conn]bool
}

func (s *silent) track(c net.Conn, state http.ConnState) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if state == http.StateNew {
		s.conns[c] = true
	} else {
		delete(s.conns, c)
	}
}

func (s *silent) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for c := range s.conns {
		c.Close()
	}
}

package httpd

import (
	"net"
	"net/http"
	"sync"
)

// silent are the connections on which no request has come. Browsers open such
// ones ahead of need; a stop would wait seconds for them.
type silent struct{ conns sync.Map }

func (s *silent) track(c net.Conn, state http.ConnState) {
	switch state {
	case http.StateNew:
		s.conns.Store(c, nil)
	case http.StateActive, http.StateClosed:
		s.conns.Delete(c)
	}
}

func (s *silent) close() {
	s.conns.Range(func(c, _ any) bool {
		c.(net.Conn).Close()
		return true
	})
}

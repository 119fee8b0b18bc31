package realtime

import (
	"cmp"
	"encoding/json"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/coder/websocket"

	"vitrine/internal/client"
	"vitrine/internal/schema"
)

// connect upgrades a request and serves its socket until it closes.
func (s *Server) connect(w http.ResponseWriter, r *http.Request) {
	status, message, speaks := s.admit(r)
	if status != 0 {
		refuse(w, status, message)
		return
	}
	address := addressOf(r)
	if s.ctx.Err() != nil {
		refuse(w, http.StatusServiceUnavailable, "The server is stopping")
		return
	}
	if !s.enter(address) {
		w.Header().Set("Retry-After", "10")
		refuse(w, http.StatusTooManyRequests, "Too many connections. Please try again later.")
		return
	}
	defer s.leave(address)
	conn, err := websocket.Accept(w, r, &websocket.AcceptOptions{InsecureSkipVerify: true}) // admit has judged the origin
	if err != nil {
		s.Log.Debug("websocket handshake", "error", err)
		return
	}
	conn.SetReadLimit(maxFrame)
	k := newSocket(s, conn, speaks, address)
	if !s.add(k) {
		k.close(websocket.StatusGoingAway, "the server is stopping")
		return
	}
	defer s.remove(k)
	k.serve()
}

// admit judges a request before its upgrade, so that a refusal is JSON like
// every answer below this path.
func (s *Server) admit(r *http.Request) (status int, message string, speaks serializer) {
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return http.StatusBadRequest, "Malformed query string", nil
	}
	if r.Method != http.MethodGet {
		return http.StatusMethodNotAllowed, "Method not allowed", nil
	}
	if cmp.Or(query.Get("apikey"), r.Header.Get("apikey")) != s.AnonKey {
		return http.StatusUnauthorized, "Invalid API key", nil
	}
	if !s.sameOrigin(r) {
		return http.StatusForbidden, "This origin may not connect", nil
	}
	if r.ProtoMajor != 1 || !hasToken(r.Header, "Connection", "upgrade") || !hasToken(r.Header, "Upgrade", "websocket") ||
		r.Header.Get("Sec-WebSocket-Version") != "13" || r.Header.Get("Sec-WebSocket-Key") == "" {
		return http.StatusUpgradeRequired, "This is a websocket", nil
	}
	switch query.Get("vsn") {
	case "2.0.0":
		return 0, "", lists{}
	case "1.0.0", "": // Phoenix takes an unnamed version for the first
		return 0, "", objects{}
	}
	return http.StatusBadRequest, "Unknown protocol version", nil
}

// sameOrigin lets in programs, which send no Origin, and pages of this host
// or of the list.
func (s *Server) sameOrigin(r *http.Request) bool {
	origin := r.Header.Get("Origin")
	if origin == "" {
		return true
	}
	u, err := url.Parse(origin)
	if err != nil || u.Host == "" {
		return false
	}
	return strings.EqualFold(u.Host, r.Host) ||
		slices.ContainsFunc(s.Origins, func(o string) bool { return strings.EqualFold(strings.TrimSuffix(o, "/"), origin) })
}

func hasToken(h http.Header, name, token string) bool {
	for _, line := range h.Values(name) {
		for part := range strings.SplitSeq(line, ",") {
			if strings.EqualFold(strings.TrimSpace(part), token) {
				return true
			}
		}
	}
	return false
}

// addressOf is where a request came from, as limits count it.
func addressOf(r *http.Request) string {
	if actor, _ := schema.ActorFrom(r.Context()); actor.Address != "" {
		return actor.Address
	}
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	return host
}

func (s *Server) enter(address string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.Limits != nil && s.from[address] >= perAddress {
		return false
	}
	s.from[address]++
	return true
}

func (s *Server) leave(address string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.from[address]--; s.from[address] <= 0 {
		delete(s.from, address)
	}
}

func (s *Server) add(k *socket) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return false
	}
	s.sockets[k] = true
	s.running.Add(1)
	return true
}

func (s *Server) remove(k *socket) {
	s.mu.Lock()
	delete(s.sockets, k)
	s.mu.Unlock()
	s.running.Done()
}

func refuse(w http.ResponseWriter, status int, message string) {
	client.SetRefusal(w.Header(), status, 0)
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Cache-Control", client.NoStore)
	body := map[string]any{"message": message}
	switch status {
	case http.StatusUnauthorized:
		body["hint"] = "Double check your Supabase `anon` or `service_role` API key."
	case http.StatusUpgradeRequired:
		w.Header().Set("Upgrade", "websocket")
	case http.StatusMethodNotAllowed:
		w.Header().Set("Allow", "GET")
	}
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(body)
}

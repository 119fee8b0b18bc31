package auth

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"vitrine/internal/limit"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// prescribed is what a hash takes outside of tests.
var prescribed = today

func TestMain(m *testing.M) {
	today = cost{passes: 1, memory: 64, lanes: 1}
	os.Exit(m.Run())
}

const (
	publicKey = "sb_publishable_vitrine"
	origin    = "http://vitrine.test"
	editor    = "editor@example.com"
	password  = "correct horse battery"
)

var secret = []byte("0123456789abcdef0123456789abcdef")

// house is a service on a real database with a clock of its own.
type house struct {
	t       testing.TB
	s       *Service
	mux     *http.ServeMux
	clock   *storetest.Clock
	address string
	hashes  atomic.Int32
	mu      sync.Mutex
	letters []string // links, as the letters would carry them
	invites []string
}

func build(t testing.TB, db *store.Store) *house {
	h := &house{t: t, mux: http.NewServeMux(), address: "192.0.2.1", clock: storetest.NewClock()}
	h.s = New(Options{
		Store: db, Secret: secret, PublicURL: origin + "/", AnonKey: publicKey, Limits: limit.New(h.clock.Now), Now: h.clock.Now,
		Log: slog.New(slog.DiscardHandler),
		SendRecovery: func(_ context.Context, _ store.Session, _, link string) error {
			h.mu.Lock()
			defer h.mu.Unlock()
			h.letters = append(h.letters, link)
			return nil
		},
		SendInvitation: func(_ context.Context, _ store.Session, _, link string) error {
			h.mu.Lock()
			defer h.mu.Unlock()
			h.invites = append(h.invites, link)
			return nil
		},
	})
	h.s.pause = func(context.Context, time.Duration) bool { return true }
	h.s.hasher.around = func(work func()) { h.hashes.Add(1); work() }
	h.s.Routes(h.mux)
	return h
}

// each runs test on both engines, with one editor in the database.
func each(t *testing.T, test func(t *testing.T, h *house)) {
	t.Helper()
	storetest.Each(t, func(t *testing.T, db *store.Store) {
		h := build(t, db)
		h.add(editor, schema.Editor)
		test(t, h)
	})
}

func (h *house) add(email string, role schema.Role) User {
	h.t.Helper()
	u, err := h.s.AddUser(h.t.Context(), email, password, role)
	if err != nil {
		h.t.Fatal(err)
	}
	return u
}

// reply is an answer as a client sees it.
type reply struct {
	status int
	header http.Header
	raw    string
	body   map[string]any
}

func (r reply) text(key string) string { s, _ := r.body[key].(string); return s }

func (r reply) user() map[string]any { u, _ := r.body["user"].(map[string]any); return u }

// call sends what supabase-js would. A nil body is none; a string is sent as
// it stands.
func (h *house) call(method, path, token string, body any, headers ...string) reply {
	h.t.Helper()
	var raw []byte
	switch b := body.(type) {
	case nil:
	case string:
		raw = []byte(b)
	default:
		raw, _ = json.Marshal(b)
	}
	r := httptest.NewRequestWithContext(h.t.Context(), method, "/auth/v1/"+path, bytes.NewReader(raw))
	r.Header.Set("Apikey", publicKey)
	r.Header.Set("X-Supabase-Api-Version", apiVersion)
	if body != nil {
		r.Header.Set("Content-Type", "application/json;charset=UTF-8")
	}
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	r = r.WithContext(schema.WithActor(r.Context(), schema.Actor{Address: h.address}, nil))
	w := httptest.NewRecorder()
	h.mux.ServeHTTP(w, r)
	out := reply{status: w.Code, header: w.Header(), raw: w.Body.String()}
	if w.Body.Len() > 0 {
		if err := json.Unmarshal(w.Body.Bytes(), &out.body); err != nil {
			h.t.Fatalf("%s %s answers no JSON: %s", method, path, out.raw)
		}
	}
	return out
}

func (h *house) signIn(email, password string) reply {
	h.t.Helper()
	return h.call("POST", "token?grant_type=password", publicKey, map[string]any{"email": email, "password": password, "gotrue_meta_security": map[string]any{}})
}

func (h *house) refresh(token string) reply {
	h.t.Helper()
	return h.call("POST", "token?grant_type=refresh_token", publicKey, map[string]any{"refresh_token": token})
}

// open signs the editor in and must succeed.
func (h *house) open() (access, refresh string) {
	h.t.Helper()
	return h.openAs(editor, password)
}

func (h *house) openAs(email, password string) (access, refresh string) {
	h.t.Helper()
	r := h.signIn(email, password)
	if r.status != 200 {
		h.t.Fatalf("sign-in: %d %s", r.status, r.raw)
	}
	return r.text("access_token"), r.text("refresh_token")
}

func (h *house) want(r reply, status int, code string) {
	h.t.Helper()
	if r.status != status || r.text("code") != code && code != "" {
		h.t.Errorf("got %d %s, want %d %s", r.status, r.raw, status, code)
	}
	if status >= 400 {
		if r.text("error_code") != code || r.text("message") == "" || r.text("msg") != r.text("message") || r.header.Get("X-Supabase-Api-Version") != apiVersion {
			h.t.Errorf("an error that clients do not understand: %v %s", r.header, r.raw)
		}
	}
}

// lives tells whether the access token is taken.
func (h *house) lives(access string) bool {
	h.t.Helper()
	return h.call("GET", "user", access, nil).status == 200
}

// actor identifies a request that carries the token.
func (h *house) actor(token string) (schema.Actor, error) {
	r := httptest.NewRequestWithContext(h.t.Context(), "GET", "/rest/v1/hero_content", nil)
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	return h.s.Identify(r)
}

// eventually waits for what another instance has to hear of first.
func eventually(t testing.TB, done func() bool) {
	t.Helper()
	for end := time.Now().Add(storetest.Busy(3 * time.Second)); !done(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("not in time")
		}
	}
}

package site_test

import (
	"io"
	"log/slog"
	"net"
	"net/url"
	"regexp"
	"sync"
	"testing"
	"time"

	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/engines"
	"vitrine/internal/store/storetest"
)

// wire is the way to a database, which can be cut and mended.
type wire struct {
	listener net.Listener
	target   string
	mu       sync.Mutex
	cut      bool
	open     []net.Conn
}

func newWire(t *testing.T, target string) *wire {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w := &wire{listener: l, target: target}
	t.Cleanup(func() { l.Close(); w.set(true) })
	go func() {
		for {
			near, err := l.Accept()
			if err != nil {
				return
			}
			go w.join(near)
		}
	}()
	return w
}

func (w *wire) join(near net.Conn) {
	defer near.Close()
	far, err := net.Dial("tcp", w.target)
	if err != nil {
		return
	}
	defer far.Close()
	w.mu.Lock()
	cut := w.cut
	w.open = append(w.open, near, far)
	w.mu.Unlock()
	if cut {
		return
	}
	go io.Copy(far, near)
	io.Copy(near, far)
}

func (w *wire) set(cut bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.cut = cut
	for _, c := range w.open {
		c.Close()
	}
	w.open = nil
}

func TestPagesOutliveTheDatabaseAndRecoverByThemselves(t *testing.T) {
	at, err := url.Parse(storetest.PostgresURL(t))
	if err != nil {
		t.Fatal(err)
	}
	w := newWire(t, at.Host)
	at.Host = w.listener.Addr().String()
	s, err := engines.Open(t.Context(), store.Options{URL: at.String(), Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	v := open(t, s)
	v.change(&schema.HeroContent, store.Row{"title": "Ours"})
	v.change(&schema.AboutContent, store.Row{"intro_text": "<p>About ours</p>"})
	v.shows(v.get("/"), 200, `"title":"Ours"`)

	w.set(true)
	v.shows(v.get("/about"), 200, "We come up with companies", `"about_content"`)
	v.shows(v.get("/careers"), 200, `"job_listings":[]`, `"failed":[`)
	v.shows(v.get("/careers/founding-engineer-agentic-checkout"), 200)
	v.shows(v.post("/contact", message()), 503, "Failed to submit your message. Please try again later.")

	w.set(false)
	for deadline := time.Now().Add(storetest.Busy(20 * time.Second)); ; time.Sleep(200 * time.Millisecond) {
		page := v.get("/about").Body.String()
		if state(page) == "[]" {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("the pages did not recover")
		}
	}
	v.shows(v.get("/about"), 200, "About ours")
	v.shows(v.get("/"), 200, `"title":"Ours"`)
	v.shows(v.get("/careers"), 200, "Founding Engineer, Agentic Checkout")
}

var failedList = regexp.MustCompile(`"failed":(\[.*?\])`)

// state is the list of pieces that could not be read.
func state(page string) string {
	found := failedList.FindStringSubmatch(page)
	if found == nil {
		return ""
	}
	return found[1]
}

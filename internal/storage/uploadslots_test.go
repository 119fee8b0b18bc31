package storage

import (
	"bytes"
	"io"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"vitrine/internal/schema"
	"vitrine/internal/store/storetest"
)

// crowd takes every place for uploads, and gives one back with each call.
func crowd(x *site) (leave func()) {
	x.t.Helper()
	if _, err := x.handler.slots.acquire(x.t.Context(), slots); err != nil {
		x.t.Fatal(err)
	}
	return func() { x.handler.slots.room.Release(1) }
}

func TestAnUploadWithoutRoomIsSentAway(t *testing.T) {
	x := open(t, storetest.SQLite(t))
	leave := crowd(x)
	for range waiting {
		x.handler.slots.queue <- struct{}{}
	}
	full := x.put("a.png", logo)
	for range waiting {
		<-x.handler.slots.queue
	}
	x.handler.slots.wait = time.Millisecond
	late := x.put("a.png", logo)
	for what, a := range map[string]answer{"a full line": full, "a long wait": late} {
		x.wantError(a, 503, "SlowDown")
		if a.Header.Get("Retry-After") != "5" {
			t.Errorf("%s does not say when to try again", what)
		}
	}
	leave()
	if a := x.put("a.png", logo); a.StatusCode != 200 {
		t.Errorf("with room again: %d %s", a.StatusCode, a.body)
	}
}

func TestAWaitingUploadIsNotRead(t *testing.T) {
	x := open(t, storetest.SQLite(t))
	leave := crowd(x)
	body := &watched{Reader: bytes.NewReader(logo)}
	r := httptest.NewRequestWithContext(schema.WithActor(t.Context(), schema.Actor{Role: schema.Editor}, nil), "POST", "/storage/v1/object/portfolio-logos/a.png", body)
	w, done := httptest.NewRecorder(), make(chan struct{})
	go func() { x.handler.ServeHTTP(w, r); close(done) }()
	for len(x.handler.slots.queue) == 0 {
		time.Sleep(time.Millisecond)
	}
	if body.read.Load() {
		t.Error("its body was read before there was room")
	}
	leave()
	<-done
	if w.Code != 200 || !body.read.Load() {
		t.Errorf("with room: %d %s", w.Code, w.Body)
	}
}

// watched is a body that knows whether someone read it.
type watched struct {
	io.Reader
	read atomic.Bool
}

func (w *watched) Read(p []byte) (int, error) {
	w.read.Store(true)
	return w.Reader.Read(p)
}

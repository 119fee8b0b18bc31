package realtime_test

import (
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/coder/websocket"

	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

func TestASlowReaderIsDisconnectedAndHoldsNobodyUp(t *testing.T) {
	s := storetest.SQLite(t)
	x := open(t, s)
	x.Tune(time.Hour, 16)
	slow, quick := x.dial(t, "2.0.0"), x.dial(t, "2.0.0")
	slow.join("editor", all)
	quick.join("editor", `{"event":"INSERT","schema":"public","table":"footer_links"}`)
	text := strings.Repeat("long ", 18_000)
	deadline := time.Now().Add(storetest.Busy(30 * time.Second))
	for n := 0; x.Sockets() == 2; n++ { // until the network's own buffers are full too
		if time.Now().After(deadline) {
			t.Fatalf("a client that reads nothing is still connected after %d rows", n)
		}
		began := time.Now()
		insert(t, s, &schema.HeroContent, store.Row{"title": "t", "subtitle": text})
		if took := time.Since(began); took > storetest.Busy(5*time.Second) {
			t.Fatalf("a write waited %v for a slow reader", took)
		}
	}
	insert(t, s, &schema.FooterLinks, store.Row{"name": "Press", "path": "/press", "section": "About", "order": 1})
	if got := heard(quick.next()); got != "INSERT footer_links Press" {
		t.Errorf("the quick reader heard %q", got)
	}
}

// TestASilentSocketIsClosedAndABeatingOneStays lets minutes pass at once.
func TestASilentSocketIsClosedAndABeatingOneStays(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x := openOn(t, &pipes{waiting: make(chan net.Conn), closed: make(chan struct{})}, storetest.SQLite(t))
		silent, beating := x.dial(t, "2.0.0"), x.dial(t, "1.0.0")
		began, ended := time.Now(), make(chan error, 1)
		var after time.Duration
		go func() {
			_, _, err := silent.conn.Read(t.Context())
			after = time.Since(began)
			ended <- err
		}()
		for range 10 {
			time.Sleep(30 * time.Second)
			beating.send("", "phoenix", "heartbeat", `{}`)
			beating.next()
		}
		if err := <-ended; websocket.CloseStatus(err) != websocket.StatusNormalClosure || after != 75*time.Second {
			t.Errorf("a silent socket ended with %v after %v", err, after)
		}
	})
}

func TestOneAddressHasALimitedNumberOfSockets(t *testing.T) {
	x := open(t, storetest.SQLite(t), limited)
	for range 64 {
		x.dial(t, "2.0.0")
	}
	_, answer, err := websocket.Dial(t.Context(), x.url+"/realtime/v1/websocket?apikey="+anonKey, nil)
	if err == nil || answer.StatusCode != http.StatusTooManyRequests || answer.Header.Get("Retry-After") == "" {
		t.Errorf("the 65th socket was answered with %v, %v", answer, err)
	}
}

func TestAFloodOfFramesEndsTheSocket(t *testing.T) {
	c := open(t, storetest.SQLite(t), limited).dial(t, "2.0.0")
	beat := func() error {
		return c.conn.Write(t.Context(), websocket.MessageText, []byte(`[null,"1","phoenix","heartbeat",{}]`))
	}
	for n := range 100 {
		if err := beat(); err != nil {
			t.Fatal(err)
		}
		if _, err := c.read(); err != nil {
			t.Fatalf("heartbeat %d was not answered: %v", n, err)
		}
	}
	go func() {
		// It ends by itself: a client that never listens would not hear why it was cut off.
		for range 600 {
			if beat() != nil {
				return
			}
		}
	}()
	for {
		if _, err := c.read(); err != nil {
			if websocket.CloseStatus(err) != websocket.StatusPolicyViolation {
				t.Errorf("the socket ended with %v", err)
			}
			return
		}
	}
}

func TestASocketHasALimitedNumberOfChannels(t *testing.T) {
	s := storetest.SQLite(t)
	c := open(t, s).dial(t, "2.0.0")
	for n := range 50 {
		c.joinTopic(fmt.Sprint("realtime:", n), "editor", `{"event":"DELETE","schema":"public"}`)
	}
	c.send("1", "realtime:one-more", "phx_join", `{}`)
	if f := c.next(); f.Payload["status"] != "error" {
		t.Errorf("the 51st channel was answered with %v", f)
	}
	c.joinTopic("realtime:3", "editor", `{"event":"*","schema":"public","table":"team_members"}`)
	c.wants(s, "a channel joined again takes the place of the first")
}

func TestStoppingTheServerSendsClientsToTheNextOne(t *testing.T) {
	s := storetest.SQLite(t)
	x := open(t, s)
	idle, joined := x.dial(t, "2.0.0"), x.dial(t, "1.0.0")
	joined.join("editor", all)
	ended := make(chan error, 2)
	for _, c := range []*client{idle, joined} {
		go func() {
			_, err := c.read()
			ended <- err
		}()
	}
	x.Close()
	for range 2 {
		if err := <-ended; websocket.CloseStatus(err) != websocket.StatusGoingAway {
			t.Errorf("a socket ended with %v, want 1001", err)
		}
	}
	if n := x.Sockets(); n != 0 {
		t.Errorf("%d sockets are left", n)
	}
	write(t, s, "nobody listens")
	_, answer, err := websocket.Dial(t.Context(), x.url+"/realtime/v1/websocket?apikey="+anonKey, nil)
	if err == nil || answer.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("a new socket was answered with %v, %v", answer, err)
	}
	x.Close()
}

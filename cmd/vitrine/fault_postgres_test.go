package main_test

import (
	"bytes"
	"context"
	wire "encoding/binary"
	"fmt"
	"io"
	"net"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"vitrine/internal/store/storetest"
)

// TestNothingAcknowledgedIsLostWhenPostgreSQLCrashes restarts the database in
// the midst of writes; the site stays up and finds it again by itself.
func TestNothingAcknowledgedIsLostWhenPostgreSQLCrashes(t *testing.T) {
	long(t)
	database := storetest.StartServer(t)
	s := start(t, settings(t.TempDir(), "VITRINE_DATABASE_URL="+database.URL()))
	for _, page := range publicPages {
		s.ask("GET", page, "", nil)
	}
	stop := make(chan struct{})
	l := s.flood(0, stop)
	const restarts = 10
	pages := 0
	for range restarts {
		before := l.count()
		s.eventually("writes go on", func() bool { return l.count() > before+200 })
		database.Stop()
		for _, page := range publicPages {
			pages++
			if a := s.ask("GET", page, "", nil); a.status != 200 {
				t.Errorf("%s without a database is %d", page, a.status)
			}
		}
		refused(t, s.subscribe("away@example.com"))
		database.Start()
		s.eventually("the database is found again", func() bool { return s.ask("GET", "/readyz", "", nil).status == 200 })
	}
	close(stop)
	l.clients.Wait()
	l.check(t, l.stored(t, openDB(t, "pgx", database.URL())))
	figures(t, "%d immediate restarts, %d acknowledged writes, 0 lost; %d pages meanwhile, all 200", restarts, len(l.acked), pages)
}

// TestACommitOfUnknownOutcomeIsNotASuccess cuts the connection at COMMIT:
// before it reaches the database, and after it was carried out.
func TestACommitOfUnknownOutcomeIsNotASuccess(t *testing.T) {
	t.Parallel()
	database := storetest.PostgresURL(t)
	p := startProxy(t, database)
	s := start(t, settings(t.TempDir(), "VITRINE_DATABASE_URL="+p.url))
	db := openDB(t, "pgx", database)
	stored := map[int32]int{}
	const each = 10
	for _, cut := range []int32{cutBefore, cutAfter} {
		for n := range each {
			address := fmt.Sprintf("unknown%d-%d@example.com", cut, n)
			p.about.Store(address)
			p.cut.Store(cut)
			a := s.subscribe(address)
			p.cut.Store(cutNot)
			if a.status != 503 {
				t.Errorf("cut %d: %d %s", cut, a.status, a.body)
			}
			var rows int
			if err := db.QueryRow("SELECT count(*) FROM newsletter_subscriptions WHERE email = $1", address).Scan(&rows); err != nil {
				t.Fatal(err)
			}
			stored[cut] += rows
		}
	}
	if stored[cutBefore] != 0 || stored[cutAfter] != each {
		t.Errorf("stored %v: the cuts are not where they should be", stored)
	}
	if a := s.subscribe("known@example.com"); a.status != 201 {
		t.Errorf("a write through the mended connection is %d %s", a.status, a.body)
	}
	figures(t, "%d connections cut before COMMIT and %d after it: 0 answers of success", each, each)
}

const (
	cutNot int32 = iota
	cutBefore
	cutAfter
)

// proxy stands between the server and PostgreSQL, and reads what is asked.
type proxy struct {
	url   string
	to    string
	cut   atomic.Int32
	about atomic.Value // the text in the transaction that is cut
}

func startProxy(t testing.TB, database string) *proxy {
	t.Helper()
	at, err := url.Parse(database)
	if err != nil {
		t.Fatal(err)
	}
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ln.Close() })
	p := &proxy{to: at.Host}
	p.about.Store("nothing yet")
	at.Host = ln.Addr().String()
	p.url = at.String()
	go func() {
		for {
			c, err := ln.Accept()
			if err != nil {
				return
			}
			go p.carry(c)
		}
	}()
	return p
}

func (p *proxy) carry(client net.Conn) {
	defer client.Close()
	server, err := net.Dial("tcp", p.to)
	if err != nil {
		return
	}
	defer server.Close()
	answering, silence := context.WithCancel(context.Background())
	go func() {
		defer silence()
		buffer := make([]byte, 32<<10)
		for {
			n, err := server.Read(buffer)
			if err != nil {
				client.Close()
				return
			}
			if answering.Err() == nil {
				client.Write(buffer[:n])
			}
		}
	}()
	size := make([]byte, 4) // the first message has no type
	if _, err := io.ReadFull(client, size); err != nil {
		return
	}
	if err := pass(client, server, size, nil); err != nil {
		return
	}
	head, meant := make([]byte, 5), false
	for {
		if _, err := io.ReadFull(client, head); err != nil {
			return
		}
		body := &bytes.Buffer{}
		if err := pass(client, body, head, head[1:]); err != nil {
			return
		}
		meant = meant || bytes.Contains(body.Bytes(), []byte(p.about.Load().(string)))
		commit := strings.Contains(strings.ToLower(body.String()), "commit\x00")
		cut := cutNot
		if commit && meant {
			cut = p.cut.Swap(cutNot)
		}
		meant = meant && !commit
		if cut == cutBefore {
			return
		}
		if cut == cutAfter {
			silence() // the answer is not carried back
			server.Write(body.Bytes())
			time.Sleep(50 * time.Millisecond) // PostgreSQL must have carried it out
			return
		}
		if _, err := server.Write(body.Bytes()); err != nil {
			return
		}
	}
}

// pass copies one message whose head was read; size is where its length stands.
func pass(from io.Reader, to io.Writer, head, size []byte) error {
	if size == nil {
		size = head
	}
	if _, err := to.Write(head); err != nil {
		return err
	}
	_, err := io.CopyN(to, from, int64(wire.BigEndian.Uint32(size))-4)
	return err
}

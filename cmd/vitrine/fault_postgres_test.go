package main_test

import (
	"bytes"
	"fmt"
	"net"
	"strings"
	"sync/atomic"
	"testing"

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
	cut   atomic.Int32
	about atomic.Value // the text in the transaction that is cut
}

func startProxy(t testing.TB, database string) *proxy {
	t.Helper()
	p := &proxy{}
	p.about.Store("nothing yet")
	p.url = storetest.Between(t, database, p.carry)
	return p
}

func (p *proxy) carry(client, server net.Conn) {
	var silent atomic.Bool
	go func() {
		defer client.Close()
		for {
			answer, err := storetest.Message(server, 5)
			if err != nil || silent.Load() && strings.HasPrefix(string(answer[5:]), "COMMIT\x00") {
				return // it is carried out, and nobody hears of it
			}
			if !silent.Load() {
				client.Write(answer)
			}
		}
	}()
	commits := map[string]bool{}              // prepared statements
	for head, meant := 4, false; ; head = 5 { // the first message has no type
		asked, err := storetest.Message(client, head)
		if err != nil {
			return
		}
		meant = meant || bytes.Contains(asked, []byte(p.about.Load().(string)))
		if isCommit(asked, commits) && meant {
			meant = false
			switch p.cut.Swap(cutNot) {
			case cutBefore:
				return
			case cutAfter:
				silent.Store(true)
			}
		}
		if _, err := server.Write(asked); err != nil {
			return
		}
	}
}

// isCommit knows COMMIT as a text, and as a statement that was prepared.
func isCommit(asked []byte, prepared map[string]bool) bool {
	if len(asked) < 5 {
		return false
	}
	parts := strings.SplitN(string(asked[5:]), "\x00", 3)
	switch {
	case asked[0] == 'Q':
		return strings.EqualFold(parts[0], "commit")
	case asked[0] == 'P' && len(parts) > 1 && strings.EqualFold(parts[1], "commit"):
		prepared[parts[0]] = true
	case asked[0] == 'B' && len(parts) > 1:
		return prepared[parts[1]]
	}
	return false
}

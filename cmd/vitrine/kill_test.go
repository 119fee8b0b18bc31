package main_test

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib"
	_ "modernc.org/sqlite"

	"vitrine/internal/store/storetest"
)

func TestNothingAcknowledgedIsLostWhenTheServerIsKilled(t *testing.T) {
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		dir := t.TempDir()
		killing(t, settings(dir), rounds(5, 50), func() *sql.DB { return openDB(t, "sqlite", "file:"+filepath.Join(dir, "vitrine.db")+"?mode=ro") })
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		url := storetest.PostgresURL(t)
		killing(t, settings(t.TempDir(), "VITRINE_DATABASE_URL="+url), rounds(2, 20), func() *sql.DB { return openDB(t, "pgx", url) })
	})
}

func openDB(t testing.TB, driver, dsn string) *sql.DB {
	t.Helper()
	db, err := sql.Open(driver, dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

func killing(t *testing.T, env []string, rounds int, open func() *sql.DB) {
	s := start(t, env)
	acknowledged, enough := 0, 50
	var back, least []time.Duration // until the first page is there, and what it takes to start the program at all
	if soaking() {
		enough = 1000
	}
	for round := range rounds {
		l := &load{url: s.url, round: round, sent: map[string]int{}, acked: map[string]bool{}}
		var clients sync.WaitGroup
		for number := range 8 {
			clients.Go(func() { l.send(number) })
		}
		s.eventually("the load is on", func() bool { return l.count() > enough })
		time.Sleep(time.Duration(rand.IntN(250)) * time.Millisecond) // the kill hits any moment
		s.kill()
		clients.Wait()
		began := time.Now()
		s = start(t, env)
		if a := s.ask("GET", "/", "", nil); a.status != 200 {
			t.Errorf("round %d: the first page is %d", round, a.status)
		}
		back = append(back, time.Since(began))
		began = time.Now()
		run(t, env, "", "version")
		least = append(least, time.Since(began))
		db := open() // anew each time: a search index is judged by what the connection remembers of it
		l.check(t, l.stored(t, db))
		acknowledged += len(l.acked)
		var verdict string
		if err := db.QueryRow("PRAGMA integrity_check").Scan(&verdict); err == nil && verdict != "ok" {
			t.Fatalf("round %d: the database is damaged: %s", round, verdict)
		}
		db.Close()
	}
	slices.Sort(back)
	slices.Sort(least)
	half, most := back[rounds/2], back[rounds-1]
	// A machine that is busy with something else is slow to start anything.
	if busy := least[rounds/2]; soaking() && half > max(time.Second, 20*busy) {
		t.Errorf("half of the restarts take longer than %v; the program alone starts in %v", half, busy)
	}
	figures(t, "%d kills, %d acknowledged writes, 0 lost, 0 half; the first page within %v after half of the restarts, within %v after all", rounds, acknowledged, half.Round(time.Millisecond), most.Round(time.Millisecond))
}

// load is what the clients of one round sent, and what was acknowledged.
type load struct {
	url   string
	round int
	mu    sync.Mutex
	sent  map[string]int // rows of each request, by its mark
	acked map[string]bool

	until   <-chan struct{} // nil goes on until the server is gone
	clients sync.WaitGroup
}

func (l *load) count() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.acked)
}

// send posts messages and subscriptions, alone and in batches, until the
// server is gone.
func (l *load) send(number int) {
	client := &http.Client{Transport: &http.Transport{MaxConnsPerHost: 1}, Timeout: patience}
	defer client.CloseIdleConnections()
	for n := 0; ; n++ {
		select {
		case <-l.until:
			return
		default:
		}
		mark := fmt.Sprintf("r%d-c%d-n%d-", l.round, number, n)
		table, rows := "contact_form_submissions", []map[string]string{}
		for i := range 1 + n%4 {
			address := fmt.Sprintf("%s%d@example.com", mark, i)
			if number%2 == 0 {
				table = "newsletter_subscriptions"
				rows = append(rows, map[string]string{"email": address})
			} else {
				rows = append(rows, map[string]string{"email": address, "name": "N", "subject": "S", "message": "M"})
			}
		}
		raw, err := json.Marshal(rows)
		if err != nil {
			panic(err)
		}
		l.mu.Lock()
		l.sent[mark] = len(rows)
		l.mu.Unlock()
		r, err := client.Post(l.url+"/rest/v1/"+table, "application/json", bytes.NewReader(raw))
		if err != nil {
			return
		}
		io.Copy(io.Discard, r.Body)
		r.Body.Close()
		if r.StatusCode == http.StatusCreated {
			l.mu.Lock()
			l.acked[mark] = true
			l.mu.Unlock()
		}
	}
}

// stored counts the rows of each request that are there.
func (l *load) stored(t *testing.T, db *sql.DB) map[string]int {
	t.Helper()
	stored, seen := map[string]int{}, map[string]bool{}
	for _, table := range []string{"contact_form_submissions", "newsletter_subscriptions"} {
		rows, err := db.Query("SELECT email FROM " + table + " WHERE email LIKE '" + fmt.Sprintf("r%d-", l.round) + "%'")
		if err != nil {
			t.Fatal(err)
		}
		defer rows.Close()
		for rows.Next() {
			var address string
			if err := rows.Scan(&address); err != nil {
				t.Fatal(err)
			}
			if seen[address] {
				t.Errorf("%s is stored twice", address)
			}
			seen[address] = true
			mark := address[:bytes.LastIndexByte([]byte(address), '-')+1]
			stored[mark]++
		}
		if err := rows.Err(); err != nil {
			t.Fatal(err)
		}
	}
	return stored
}

// check compares what is stored with what was sent and acknowledged.
func (l *load) check(t *testing.T, stored map[string]int) {
	t.Helper()
	for mark, n := range stored {
		if n != l.sent[mark] {
			t.Errorf("%s: %d of %d rows are stored: a batch is whole or not there", mark, n, l.sent[mark])
		}
	}
	for mark := range l.acked {
		if stored[mark] == 0 {
			t.Errorf("%s was acknowledged and is gone", mark)
		}
	}
}

func TestAServerKilledInItsFirstStartComesUpTheNextTime(t *testing.T) {
	t.Parallel()
	for _, engine := range []struct {
		name string
		env  func(t *testing.T) []string
	}{
		{"sqlite", func(t *testing.T) []string { return settings(filepath.Join(t.TempDir(), "data")) }},
		{"postgres", func(t *testing.T) []string {
			return settings(t.TempDir(), "VITRINE_DATABASE_URL="+storetest.PostgresURL(t))
		}},
	} {
		t.Run(engine.name, func(t *testing.T) {
			env := engine.env(t)
			for wait := time.Duration(0); wait < 150*time.Millisecond; wait += 15 * time.Millisecond {
				s := launch(t, env)
				time.Sleep(wait) // the kill hits a later step each time
				s.kill()
			}
			s := start(t, env)
			s.signIn(boss, bossWord)
			if got := s.count("homepage_sections", "") + s.count("hero_content", ""); got != "11" {
				t.Errorf("the built-in content was stored %s times", got)
			}
		})
	}
}

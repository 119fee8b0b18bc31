package main_test

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"vitrine/internal/mail/mailtest"
	"vitrine/internal/store/storetest"
)

// linesOpen is how many connections to the mail server one of ours has.
const linesOpen = 4

// TestNobodyGetsALetterTwiceWhateverHappens sends a letter over a mail server
// that is slow, refuses some, ends lines and goes away twice, by servers that
// are killed in the middle.
func TestNobodyGetsALetterTwiceWhateverHappens(t *testing.T) {
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		dir := t.TempDir()
		m := mailing{T: t, people: rounds(300, 20_000), open: func() *sql.DB { return openDB(t, "sqlite", "file:"+filepath.Join(dir, "vitrine.db")) }, past: "1700000000000000", yes: "1", no: "0"}
		m.send(settings(dir))
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		url := storetest.PostgresURL(t)
		m := mailing{T: t, people: rounds(300, 20_000), open: func() *sql.DB { return openDB(t, "pgx", url) }, past: "'2023-11-14T22:13:20Z'", yes: "true", no: "false"}
		m.send(settings(t.TempDir(), "VITRINE_DATABASE_URL="+url), settings(t.TempDir(), "VITRINE_DATABASE_URL="+url))
	})
}

type mailing struct {
	*testing.T
	people        int
	open          func() *sql.DB
	past, yes, no string // as the engine writes them
}

// some picks one of so many addresses, the same ones each time.
func some(address string, of uint32) bool {
	h := fnv.New32a()
	h.Write([]byte(address))
	return h.Sum32()%of == 0
}

func (m mailing) send(instances ...[]string) {
	smtpServer := mailtest.Start(m)
	for i := range instances {
		instances[i] = append(instances[i], "VITRINE_SMTP_URL="+smtpServer.URL(), "VITRINE_LETTER_RATE=1000", fmt.Sprint("VITRINE_LETTER_CONNECTIONS=", linesOpen), "VITRINE_PUBLIC_URL=http://localhost:8080")
	}
	first := start(m, instances[0])
	token := first.signIn(boss, bossWord)
	saved := first.ask("POST", "/rest/v1/rpc/save_letter", token, map[string]string{"subject": "November", "body": "<p>Hello</p>"})
	var letter struct {
		ID      int64 `json:"id"`
		Version int64 `json:"version"`
	}
	if err := json.Unmarshal([]byte(saved.body), &letter); err != nil || saved.status != 200 {
		m.Fatalf("%d %s", saved.status, saved.body)
	}
	if a := first.ask("POST", "/rest/v1/newsletter_subscriptions", token, map[string]string{"email": "first@list.example"}); a.status != 201 {
		m.Fatalf("%d %s", a.status, a.body)
	}
	if a := first.ask("POST", "/rest/v1/rpc/send_letter", token, letter); a.status != 200 {
		m.Fatalf("%d %s", a.status, a.body)
	}
	first.kill() // its minute is over at the next start
	expected := m.fill()
	var slow atomic.Int64
	smtpServer.Judge(func(to string) error {
		if slow.Add(1)%25 == 0 {
			time.Sleep(20 * time.Millisecond)
		}
		if some(to, 40) {
			return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "no such mailbox"}
		}
		return nil
	})
	smtpServer.Cut(func(to string) bool { return some("cut "+to, 60) })
	began := time.Now()
	running := make([]*server, len(instances))
	for i, env := range instances {
		running[i] = start(m, env)
	}
	reached := func(share int) {
		m.Helper()
		m.within(fmt.Sprintf("%d percent are sent", share), func() bool { return len(smtpServer.Letters()) > m.people*share/100*3/4 })
	}
	kills := 0
	for i := range running {
		reached(20 + 30*i)
		running[i].kill()
		kills++
		smtpServer.Away(true)
		time.Sleep(300 * time.Millisecond) // it is away for a moment
		smtpServer.Away(false)
		running[i] = start(m, instances[i])
	}
	if len(running) == 1 {
		reached(60)
		smtpServer.Away(true)
		running[0].kill()
		kills++
		smtpServer.Away(false)
		running[0] = start(m, instances[0])
	}
	token = running[0].signIn(boss, bossWord)
	m.within("the letter is sent", func() bool {
		return strings.Contains(running[0].ask("GET", "/rest/v1/letters?select=status", token, nil).body, `"sent"`)
	})
	took := time.Since(began)
	for _, s := range running {
		s.stop()
	}
	m.check(smtpServer, expected, kills, took)
}

// within waits longer for more people.
func (m mailing) within(what string, ok func() bool) {
	m.Helper()
	end := time.Now().Add(patience + time.Duration(m.people)*40*time.Millisecond)
	for ; !ok(); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(end) {
			m.Fatalf("not in time: %s", what)
		}
	}
}

// fill has people on the list: most of them confirmed, and some who must get
// nothing. It tells who should hear.
func (m mailing) fill() (expected map[string]bool) {
	m.Helper()
	db := m.open()
	defer db.Close()
	tx, err := db.Begin()
	if err != nil {
		m.Fatal(err)
	}
	expected = map[string]bool{"first@list.example": true}
	for n := range m.people {
		status := "confirmed"
		switch {
		case n%10 == 3:
			status = "unsubscribed"
		case n%25 == 7:
			status = "pending"
		}
		email := fmt.Sprintf("p%05d@list.example", n)
		if status == "confirmed" {
			expected[email] = true
		}
		if _, err := tx.Exec(fmt.Sprintf("INSERT INTO newsletter_subscriptions (email, created_at, status, wants_jobs) VALUES ('%s', %s, '%s', %s)", email, m.past, status, m.no)); err != nil {
			m.Fatal(err)
		}
	}
	if _, err := tx.Exec("UPDATE letters SET scheduled_at = " + m.past); err != nil {
		m.Fatal(err)
	}
	if err := tx.Commit(); err != nil {
		m.Fatal(err)
	}
	return expected
}

func (m mailing) check(s *mailtest.Server, expected map[string]bool, kills int, took time.Duration) {
	m.Helper()
	db := m.open()
	defer db.Close()
	rows, err := db.Query("SELECT email, status FROM letter_deliveries")
	if err != nil {
		m.Fatal(err)
	}
	defer rows.Close()
	said, counts := map[string]string{}, map[string]int{}
	for rows.Next() {
		var email, status string
		if err := rows.Scan(&email, &status); err != nil {
			m.Fatal(err)
		}
		if said[email] != "" {
			m.Errorf("%s is listed twice", email)
		}
		said[email] = status
		counts[status]++
	}
	got, cut := map[string]int{}, 0
	for _, l := range s.Letters() {
		got[l.To]++
		if some("cut "+l.To, 60) {
			cut++
		}
		if got[l.To] > 1 {
			m.Errorf("%s got two copies", l.To)
		}
		if !expected[l.To] {
			m.Errorf("%s must not hear", l.To)
		}
	}
	for email := range expected {
		switch status := said[email]; {
		case status == "sent" && got[email] != 1:
			m.Errorf("%s counts as sent and has nothing", email)
		case status == "queued" || status == "":
			m.Errorf("%s is neither sent nor listed as failed: %q", email, status)
		case (status == "bounced" || status == "failed") && got[email] > 0:
			m.Errorf("%s counts as %s and has it", email, status)
		}
	}
	if most := cut + kills*linesOpen; counts["unknown"] > most {
		m.Errorf("%d are unknown; %d lines were cut after the text, and %d kills met %d lines each", counts["unknown"], cut, kills, linesOpen)
	}
	figures(m, "a letter to %d people, %d kills, the mail server away %d times, %d lines cut after the text: 0 got two, 0 who left got one, %d delivered, %d came back, %d failed, %d unknown, in %v",
		len(expected), kills, 2, cut, counts["sent"], counts["bounced"], counts["failed"], counts["unknown"], took.Round(time.Second))
}

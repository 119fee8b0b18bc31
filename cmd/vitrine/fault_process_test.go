package main_test

import (
	"bufio"
	"bytes"
	"fmt"
	"image"
	"image/png"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"vitrine/internal/store/sqlite"

	"github.com/pressly/goose/v3"
)

// TestAServerKilledInAnUpgradeComesUpTheNextTime starts this program on the
// database of an older one, and kills it a little later each time.
func TestAServerKilledInAnUpgradeComesUpTheNextTime(t *testing.T) {
	t.Parallel()
	kills, rows := 0, 2000
	for wait := time.Duration(0); wait < 120*time.Millisecond; wait += time.Duration(rounds(60, 5)) * time.Millisecond {
		dir := t.TempDir()
		olderSite(t, dir, rows)
		s := launch(t, settings(dir))
		s.eventually("the program runs", func() bool { _, err := os.Stat(filepath.Join(dir, "migrate.lock")); return err == nil })
		time.Sleep(wait) // the kill hits a later step each time
		s.kill()
		kills++
		s = start(t, settings(dir))
		if got := s.count("newsletter_subscriptions", s.signIn(boss, bossWord)); got != fmt.Sprint(rows) {
			t.Errorf("killed after %v: %s of %d rows are there", wait, got, rows)
		}
		if copies, _ := filepath.Glob(filepath.Join(dir, "backups", "vitrine-before-schema-*.db")); len(copies) == 0 {
			t.Errorf("killed after %v: no copy was kept before the upgrade", wait)
		}
		s.kill()
		var verdict string
		if err := databaseOf(t, dir).QueryRow("PRAGMA integrity_check").Scan(&verdict); err != nil || verdict != "ok" {
			t.Errorf("killed after %v: %s %v", wait, verdict, err)
		}
	}
	figures(t, "%d kills in an upgrade, %d rows each, 0 lost", kills, rows)
}

// olderSite makes a folder as the first release left it.
func olderSite(t testing.TB, dir string, rows int) {
	t.Helper()
	db := openDB(t, "sqlite", "file:"+filepath.Join(dir, "vitrine.db")+"?_pragma=journal_mode(WAL)")
	p, err := goose.NewProvider(goose.DialectSQLite3, db, os.DirFS("../../internal/store/migrations/sqlite"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.UpTo(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
		INSERT INTO newsletter_subscriptions (email, created_at) SELECT 'old' || i || '@example.com', 1700000000000000 FROM n;
		PRAGMA application_id = 0x76697472`, rows); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestASiteOfAnOlderServerIsReadAsItIs claims the folder as that server does.
func TestASiteOfAnOlderServerIsReadAsItIs(t *testing.T) {
	t.Parallel()
	dir, out := t.TempDir(), t.TempDir()
	olderSite(t, dir, 30)
	release, err := sqlite.LockFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	works(t, settings(dir), "backup")
	works(t, settings(dir), "export", filepath.Join(out, "site.zip"))
	refuses(t, settings(dir), "the database has schema 1 and would be brought to", "user", "list")
	var have int
	if err := databaseOf(t, dir).QueryRow("SELECT max(version_id) FROM goose_db_version").Scan(&have); err != nil || have != 1 {
		t.Errorf("it has schema %d (%v)", have, err)
	}
	release()
	works(t, settings(dir), "user", "list")
	kept, _ := filepath.Glob(filepath.Join(dir, "backups", "vitrine-2*.zip"))
	for _, file := range append(kept, filepath.Join(out, "site.zip")) {
		fresh := t.TempDir()
		if said := works(t, settings(fresh), "restore", file); !strings.Contains(said, ": 3") {
			t.Errorf("%s: %s", file, said)
		}
		works(t, settings(fresh), "migrate")
		var rows int
		if err := databaseOf(t, fresh).QueryRow("SELECT count(*) FROM newsletter_subscriptions").Scan(&rows); err != nil || rows != 30 {
			t.Errorf("%s: %d rows (%v)", file, rows, err)
		}
	}
	if len(kept) != 1 {
		t.Errorf("kept %v", kept)
	}
}

// TestAServerOutOfDescriptorsLives gives the server few, and takes them all.
func TestAServerOutOfDescriptorsLives(t *testing.T) {
	t.Parallel()
	s := launchUnder(t, settings(t.TempDir()), `ulimit -n 64; exec "$@"`)
	s.await()
	at := strings.TrimPrefix(s.url, "http://")
	kept := dialHTTP(t, at)
	if status := kept.get("/"); status != 200 {
		t.Fatalf("a page is %d", status)
	}
	var held []net.Conn
	for range 200 { // beyond the limit they wait in the kernel
		c, err := net.Dial("tcp", at)
		if err != nil {
			break
		}
		held = append(held, c)
	}
	for range 20 {
		if status := kept.get("/"); status != 200 {
			t.Errorf("a visitor who is there gets %d", status)
		}
	}
	if status := kept.post("/rest/v1/newsletter_subscriptions", `{"email":"few@example.com"}`); status != 201 && status != 503 {
		t.Errorf("a write is %d", status)
	}
	for _, c := range held {
		c.Close()
	}
	if a := s.subscribe("more@example.com"); a.status != 201 {
		t.Errorf("a write afterwards is %d %s", a.status, a.body)
	}
	s.readsGoOn()
	figures(t, "64 descriptors, %d connections: 21 requests answered meanwhile, the server lives and takes writes afterwards", len(held))
}

// raw is one kept connection.
type raw struct {
	testing.TB
	net.Conn
	in *bufio.Reader
}

func dialHTTP(t testing.TB, at string) *raw {
	t.Helper()
	c, err := net.Dial("tcp", at)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return &raw{t, c, bufio.NewReader(c)}
}

func (c *raw) get(path string) int {
	return c.say("GET " + path + " HTTP/1.1\r\nHost: x\r\n\r\n")
}

func (c *raw) post(path, body string) int {
	return c.say(fmt.Sprintf("POST %s HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", path, len(body), body))
}

func (c *raw) say(text string) int {
	c.Helper()
	c.SetDeadline(time.Now().Add(patience))
	io.WriteString(c, text)
	r, err := http.ReadResponse(c.in, nil)
	if err != nil {
		c.Fatal(err)
	}
	io.Copy(io.Discard, r.Body)
	r.Body.Close()
	return r.StatusCode
}

// TestHugeBodiesTakeLittleMemory sends bodies over every limit and pictures
// that want to be large from many clients at once.
func TestHugeBodiesTakeLittleMemory(t *testing.T) {
	t.Parallel()
	s := start(t, settings(t.TempDir()))
	token := s.signIn(boss, bossWord)
	logos := [][]byte{noise(t, 1000)} // close to 4 MiB, and decoded whole
	if soaking() {
		logos = append(logos, blank(t, 5000, 5000)) // 25 million pixels, as many as are allowed
	}
	huge := `{"message":"` + strings.Repeat("x", 3<<20) + `"}`
	s.putLogo("first.png", token, logos[0])
	before := resident(t, s)
	const clients = 24
	var sending sync.WaitGroup
	for number := range clients {
		sending.Go(func() {
			for n := range rounds(1, 3) {
				if status := s.putLogo(fmt.Sprintf("l%d-%d.png", number, n), token, logos[(number+n)%len(logos)]); status != 200 && status != 503 && status != 429 {
					t.Errorf("an upload is %d", status)
				}
				r, err := http.Post(s.url+"/rest/v1/contact_form_submissions", "application/json", strings.NewReader(huge))
				if err != nil {
					continue // closed while we were still sending
				}
				r.Body.Close()
				if r.StatusCode != 413 {
					t.Errorf("a body of 3 MiB is %d", r.StatusCode)
				}
			}
		})
	}
	peak := before
	done := make(chan struct{})
	go func() { sending.Wait(); close(done) }()
	for waiting := true; waiting; {
		select {
		case <-done:
			waiting = false
		case <-time.After(20 * time.Millisecond):
			peak = max(peak, resident(t, s))
		}
	}
	s.readsGoOn()
	if grown := peak - before; grown > int64(rounds(80, 150))<<20 {
		t.Errorf("the server grew by %d MiB", grown>>20)
	}
	all := clients * rounds(1, 3)
	figures(t, "%d uploads of 4 MB or 25 million pixels and %d bodies of 3 MB by %d clients at once: resident memory grew by %d MiB at most, 0 5xx but 503", all, all, clients, (peak-before)>>20)
}

// blank is a picture that is small until it is decoded.
func blank(t testing.TB, width, height int) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&out, image.NewNRGBA(image.Rect(0, 0, width, height))); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestAServerWithLittleMemoryLives bounds the address space, so that memory
// ends before the requests do.
func TestAServerWithLittleMemoryLives(t *testing.T) {
	t.Parallel()
	s := launchUnder(t, settings(t.TempDir(), "GOMEMLIMIT=96MiB"), `ulimit -v 2500000; exec "$@"`)
	s.await()
	token := s.signIn(boss, bossWord)
	logo := noise(t, 1000)
	var clients sync.WaitGroup
	for number := range 12 {
		clients.Go(func() {
			for n := range rounds(1, 3) {
				if status := s.putLogo(fmt.Sprintf("l%d-%d.png", number, n), token, logo); status != 200 && status != 503 && status != 413 {
					t.Errorf("an upload is %d", status)
				}
			}
		})
	}
	clients.Wait()
	s.readsGoOn()
	if a := s.subscribe("after@example.com"); a.status != 201 {
		t.Errorf("a write afterwards is %d", a.status)
	}
	figures(t, "GOMEMLIMIT 96 MiB, 2.5 GB of address space, %d uploads of 4 MB by 12 clients: the server lives, pages and writes go on", 12*rounds(1, 3))
}

// resident is the memory that a server holds.
func resident(t testing.TB, s *server) int64 {
	t.Helper()
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", s.cmd.Process.Pid))
	if err != nil {
		t.Fatal(err)
	}
	pages, err := strconv.ParseInt(strings.Fields(string(raw))[1], 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return pages * int64(os.Getpagesize())
}

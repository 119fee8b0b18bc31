package main_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
)

func TestATerminatedServerFinishesItsRequestsAndFoldsItsLog(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := start(t, settings(dir))
	const half = 40
	text := `{"name":"A","email":"a@example.com","subject":"Half sent","message":"` + strings.Repeat("x", 200) + `"}`
	conns, answers := make([]net.Conn, 5), make([]*bufio.Reader, 5)
	for i := range conns {
		c, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		fmt.Fprintf(c, "POST /rest/v1/contact_form_submissions HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: %d\r\nExpect: 100-continue\r\n\r\n", len(text))
		conns[i], answers[i] = c, bufio.NewReader(c)
		if r, err := http.ReadResponse(answers[i], nil); err != nil || r.StatusCode != 100 {
			t.Fatalf("request %d is not taken: %v, %v", i, r, err)
		}
		io.WriteString(c, text[:half])
	}
	s.cmd.Process.Signal(syscall.SIGTERM)
	s.eventually("the server has heard", func() bool { return strings.Contains(s.stderr.String(), "stopping") })
	for i, c := range conns {
		io.WriteString(c, text[half:])
		r, err := http.ReadResponse(answers[i], nil)
		if err != nil {
			t.Fatalf("request %d was cut: %v", i, err)
		}
		r.Body.Close()
		if r.StatusCode != 201 || !r.Close {
			t.Errorf("request %d: %d, last answer: %v", i, r.StatusCode, r.Close)
		}
	}
	if code := s.stop(); code != 0 {
		t.Errorf("exit code %d: %s", code, s.stderr)
	}
	if info, err := os.Stat(filepath.Join(dir, "vitrine.db-wal")); err == nil && info.Size() > 0 {
		t.Errorf("the log of the database holds %d bytes after a clean stop", info.Size())
	}
	again := start(t, settings(dir))
	if got := again.count("contact_form_submissions", again.signIn(boss, bossWord)); got != "5" {
		t.Errorf("%s of 5 messages are there", got)
	}
}

func TestAServerTerminatedUnderLoadAnswersAllThatItStores(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := start(t, settings(dir))
	l := &load{url: s.url, sent: map[string]int{}, acked: map[string]bool{}}
	var clients sync.WaitGroup
	for number := range 8 {
		clients.Go(func() { l.send(number) })
	}
	s.eventually("the load is on", func() bool { return l.count() > 50 })
	if code := s.stop(); code != 0 {
		t.Errorf("exit code %d: %s", code, s.stderr)
	}
	clients.Wait()
	stored := l.stored(t, openDB(t, "sqlite", "file:"+filepath.Join(dir, "vitrine.db")+"?mode=ro"))
	l.check(t, stored)
	for mark := range stored {
		if !l.acked[mark] {
			t.Errorf("%s is stored, but its sender was not told", mark)
		}
	}
}

func TestOpenSocketsDoNotHoldAStopUp(t *testing.T) {
	t.Parallel()
	s := start(t, settings(t.TempDir()))
	c, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	fmt.Fprintf(c, "GET /realtime/v1/websocket?apikey=%s&vsn=1.0.0 HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"+
		"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n", anonKey)
	in := bufio.NewReader(c)
	if r, err := http.ReadResponse(in, nil); err != nil || r.StatusCode != http.StatusSwitchingProtocols {
		t.Fatalf("no socket: %v %v", r, err)
	}
	idle, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://")) // says nothing at all
	if err != nil {
		t.Fatal(err)
	}
	defer idle.Close()
	if code := s.stop(); code != 0 || strings.Contains(s.stderr.String(), "did not finish in time") {
		t.Errorf("exit code %d: %s", code, s.stderr)
	}
	if rest, err := io.ReadAll(in); err != nil || len(rest) == 0 || rest[0] != 0x88 {
		t.Errorf("the socket ends with %x, %v; want a close frame", rest, err)
	}
}

func TestAnInterruptStopsTheServerToo(t *testing.T) {
	t.Parallel()
	s := start(t, settings(t.TempDir()))
	s.cmd.Process.Signal(os.Interrupt)
	if code := s.stop(); code != 0 {
		t.Errorf("exit code %d: %s", code, s.stderr)
	}
}

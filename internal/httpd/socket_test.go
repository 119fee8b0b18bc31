package httpd_test

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

// send writes raw bytes and reads the answer to the end, or to the timeout.
func send(t *testing.T, at, text string) string {
	t.Helper()
	c, err := net.Dial("tcp", at)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	c.SetDeadline(time.Now().Add(timeout))
	io.WriteString(c, text) // the server may close before it has read all
	answer, err := io.ReadAll(c)
	if err != nil && !strings.Contains(err.Error(), "reset") {
		t.Fatalf("%.40q: %v after %q", text, err, answer)
	}
	return string(answer)
}

func TestMalformedRequestsAreTurnedAway(t *testing.T) {
	t.Parallel()
	h := build(t, nil)
	at, _, _ := h.open("127.0.0.1:0")
	for name, c := range map[string][2]string{
		"headers over 16 KiB":       {"GET / HTTP/1.1\r\nHost: x\r\nX-Long: " + strings.Repeat("a", 24<<10) + "\r\n\r\n", "431"},
		"many headers":              {"GET / HTTP/1.1\r\nHost: x\r\n" + strings.Repeat("X-More: aaaaaaaaaaaaaaaa\r\n", 1000) + "\r\n", "431"},
		"a request line over 8 KiB": {"GET /?" + strings.Repeat("a", 9<<10) + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", "414"},
		"no host":                   {"GET / HTTP/1.1\r\n\r\n", "400"},
		"two hosts":                 {"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", "400"},
		"two lengths":               {"POST /rest/v1/x HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd", "400"},
		"a negative length":         {"POST /rest/v1/x HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n", "400"},
		"an unknown coding":         {"POST /rest/v1/x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n\r\n", "501"},
		"a space before the colon":  {"GET / HTTP/1.1\r\nHost : x\r\n\r\n", "400"},
		"no HTTP at all":            {"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", "400"},
		"an unknown method":         {"BREW / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", "405"},
		"an absolute form":          {"GET http://elsewhere.example/healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", "200"},
	} {
		answer := send(t, at, c[0])
		if !strings.HasPrefix(answer, "HTTP/1.1 "+c[1]+" ") {
			t.Errorf("%s: %.60q, want %s", name, answer, c[1])
		}
		if strings.Contains(strings.ToLower(answer), "\r\nserver:") {
			t.Errorf("%s: the answer names the server: %q", name, answer)
		}
	}
}

// A proxy that goes by the length has sent both as one request.
func TestNothingIsReadAfterABodyInChunks(t *testing.T) {
	t.Parallel()
	h := build(t, nil)
	at, _, _ := h.open("127.0.0.1:0")
	for _, head := range []string{"HTTP/1.1\r\nHost: x\r\nContent-Length: 48\r\n", "HTTP/1.0\r\nConnection: keep-alive\r\nContent-Length: 5\r\n"} {
		answer := send(t, at, "POST /rest/v1/x "+head+"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: x\r\nX-More: a\r\n\r\n")
		if n := strings.Count(answer, "HTTP/1."); n != 1 || !strings.Contains(answer, "\r\nConnection: close\r\n") {
			t.Errorf("%d answers: %q", n, answer)
		}
	}
}

func TestAClientThatSendsItsHeadersSlowlyIsDropped(t *testing.T) {
	t.Parallel()
	h := build(t, nil)
	at, _, _ := h.open("127.0.0.1:0")
	slow := make([]net.Conn, 300)
	for i := range slow {
		c, err := net.Dial("tcp", at)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		io.WriteString(c, "GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ")
		slow[i] = c
	}
	if r, err := http.Get("http://" + at + "/healthz"); err != nil || r.StatusCode != 200 {
		t.Fatalf("beside slow clients: %v", err)
	} else {
		r.Body.Close()
	}
	for i, c := range slow {
		c.SetDeadline(time.Now().Add(timeout))
		if answer, err := io.ReadAll(c); err != nil || strings.Contains(string(answer), "200 OK") {
			t.Fatalf("slow client %d: %q, %v", i, answer, err)
		}
	}
}

func TestAnIdleVisitorCanAskAgainOnTheSameConnection(t *testing.T) {
	t.Parallel()
	h := build(t, nil)
	at, _, _ := h.open("127.0.0.1:0")
	c, err := net.Dial("tcp", at)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	in := bufio.NewReader(c)
	for range 3 {
		io.WriteString(c, "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
		r, err := http.ReadResponse(in, nil)
		if err != nil || r.StatusCode != 200 || r.Close || body(t, r) == "" {
			t.Fatalf("answer %v, %v", r, err)
		}
	}
}

package cluster_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"vitrine/internal/store/storetest"
)

// replaced stops and starts the instances in turn until 20,000 pages and
// writes have gone through nginx.
func (c *cluster) replaced(t *testing.T) {
	const wanted = 20_000
	var stop atomic.Bool
	var pages, failed atomic.Int64
	var readers sync.WaitGroup
	for n := range 8 {
		readers.Go(func() {
			for i := n; !stop.Load(); i++ {
				if s, body := call("GET", c.front+[]string{"/", "/about", "/careers", "/contact"}[i%4], "", nil); s != 200 {
					if failed.Add(1) < 5 {
						t.Errorf("a page is %d %s", s, body)
					}
				}
				pages.Add(1)
			}
		})
	}
	turns := 0
	acknowledged, refused := c.write(t, 4, func(func(int)) {
		for end := time.Now().Add(3 * time.Minute); pages.Load() < wanted && time.Now().Before(end); turns++ {
			i := []*instance{c.a, c.b}[turns%2]
			i.stop(t)
			i.start()
			i.wait()
			time.Sleep(2500 * time.Millisecond) // nginx leaves a server alone for 2 s after it refused a connection
		}
	})
	stop.Store(true)
	readers.Wait()
	if refused > 0 || pages.Load() < wanted {
		t.Errorf("%d writes failed; %d pages", refused, pages.Load())
	}
	c.has(t, acknowledged)
	t.Logf("figures: %d pages and %d writes through nginx while instances were replaced %d times: %d failed, 0 lost", pages.Load(), len(acknowledged), turns, failed.Load()+refused)
}

// forged subscribes six addresses through nginx, each call with another
// visitor's address in its headers: the sixth is one too many all the same.
func forged(t *testing.T, front string) {
	t.Helper()
	for n := range 6 {
		who, want := fmt.Sprintf("203.%d.113.7", n), 201
		if n >= 5 {
			want = 429
		}
		s, body := call("POST", front+"/rest/v1/newsletter_subscriptions", "", map[string]string{"email": fmt.Sprintf("forged%d@cluster.test", n)},
			"X-Forwarded-For", who+", 127.0.0.1", "X-Real-Ip", who, "Forwarded", "for="+who, "True-Client-Ip", who)
		if s != want {
			t.Errorf("call %d with a forged address: %d %s, want %d", n+1, s, body, want)
		}
	}
}

// smuggling sends requests on whose end two servers could disagree. Only the one
// that is hidden inside can have a second answer of 200.
func (c *cluster) smuggling(t *testing.T) {
	hidden := "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
	chunked := fmt.Sprintf("0\r\n\r\n%s", hidden)
	requests := map[string]string{
		"length and chunks":         fmt.Sprintf("POST /rest/v1/x HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\nTransfer-Encoding: chunked\r\n\r\n%s", len(chunked), chunked),
		"chunks and length":         fmt.Sprintf("POST /rest/v1/x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Length: %d\r\n\r\n%s", len(chunked), chunked),
		"two lengths":               fmt.Sprintf("POST /rest/v1/x HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nContent-Length: %d\r\n\r\n%s", len(hidden), hidden),
		"a list of lengths":         fmt.Sprintf("POST /rest/v1/x HTTP/1.1\r\nHost: x\r\nContent-Length: 0, %d\r\n\r\n%s", len(hidden), hidden),
		"a signed length":           fmt.Sprintf("POST /rest/v1/x HTTP/1.1\r\nHost: x\r\nContent-Length: +%d\r\n\r\n%s", len(hidden), hidden),
		"a length with a space":     fmt.Sprintf("POST /rest/v1/x HTTP/1.1\r\nHost: x\r\nContent-Length : %d\r\n\r\n%s", len(hidden), hidden),
		"chunks in other letters":   fmt.Sprintf("POST /rest/v1/x HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\nTransfer-Encoding: xchunked\r\n\r\n%s", len(chunked), chunked),
		"chunks after a tab":        fmt.Sprintf("POST /rest/v1/x HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\nTransfer-Encoding:\tchunked\r\n\r\n%s", len(chunked), chunked),
		"chunks twice":              fmt.Sprintf("POST /rest/v1/x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\nContent-Length: %d\r\n\r\n%s", len(chunked), chunked),
		"a folded header":           fmt.Sprintf("POST /rest/v1/x HTTP/1.1\r\nHost: x\r\nX-A: b\r\n Transfer-Encoding: chunked\r\nContent-Length: %d\r\n\r\n%s", len(chunked), chunked),
		"a bare line feed":          fmt.Sprintf("POST /rest/v1/x HTTP/1.1\nHost: x\nContent-Length: %d\nTransfer-Encoding: chunked\n\n%s", len(chunked), chunked),
		"a huge chunk":              "POST /rest/v1/x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff0\r\n" + hidden,
		"a chunk extension":         "POST /rest/v1/x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0;\n" + hidden,
		"a body on a page":          fmt.Sprintf("GET / HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n%s", len(hidden), hidden),
		"an upgrade to HTTP/2":      "GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n\r\n",
		"an upgrade that is denied": "GET /realtime/v1/websocket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 777\r\n\r\n",
	}
	for name, text := range requests {
		for _, origin := range []string{c.front, "http://" + c.a.addr} {
			for n, status := range statuses(t, strings.TrimPrefix(origin, "http://"), text) {
				if status == 101 || status >= 500 && status != 501 || n > 0 && status == 200 {
					t.Errorf("%s at %s: answer %d is %d", name, origin, n+1, status)
				}
			}
		}
		// Whoever comes next on the proxy's connections gets their own answer.
		for range 4 {
			if s, body := call("GET", c.front+"/healthz", "", nil); s != 200 || !strings.Contains(string(body), "ok") {
				t.Errorf("%s: the next visitor gets %d %.80s", name, s, body)
			}
		}
	}
	t.Logf("figures: %d malformed requests through nginx and past it, 0 smuggled", len(requests)*2)
}

// statuses are those of all answers to a text, up to the end of the connection:
// a last request asks for it, wherever the text was taken to end.
func statuses(t *testing.T, at, text string) (all []int) {
	t.Helper()
	conn, err := net.Dial("tcp", at)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(storetest.Busy(10 * time.Second)))
	io.WriteString(conn, text+"GET /nowhere HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
	in := bufio.NewReader(conn)
	for {
		r, err := http.ReadResponse(in, nil)
		if errors.Is(err, os.ErrDeadlineExceeded) {
			t.Fatalf("%d answers, and the connection stays open after %q", len(all), text)
		}
		if err != nil {
			return all
		}
		io.Copy(io.Discard, r.Body)
		r.Body.Close()
		all = append(all, r.StatusCode)
	}
}

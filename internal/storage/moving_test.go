package storage

import (
	"bytes"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"vitrine/internal/storage/s3test"
	"vitrine/internal/store/storetest"
)

// stopping is the address of a server with something between that passes so
// many bytes on each way of a connection and then no more, nor ends it.
func stopping(t *testing.T, address string, up, down int64) string {
	t.Helper()
	at, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ln.Close() })
	server := at.Host
	go func() {
		for {
			here, err := ln.Accept()
			if err != nil {
				return
			}
			there, err := net.Dial("tcp", server)
			if err != nil {
				here.Close()
				return
			}
			t.Cleanup(func() { here.Close(); there.Close() })
			go io.CopyN(there, here, up)
			go io.CopyN(here, there, down)
		}
	}()
	at.Host = ln.Addr().String()
	return at.String()
}

func TestATransferThatStopsIsGivenUp(t *testing.T) {
	address := s3test.Start(t).URL("kept")
	v := vaultAt(t, address)
	path := filepath.Join(t.TempDir(), "large")
	if err := os.WriteFile(path, bytes.Repeat([]byte("0123456789abcdef"), 20<<16), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := v.Keep(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	const enough, little = 1 << 40, 1 << 20
	for what, c := range map[string]struct {
		up, down int64
		transfer func(*Vault) error
	}{
		"to the bucket":   {little, enough, func(v *Vault) error { return v.Keep(t.Context(), path) }},
		"from the bucket": {enough, little, func(v *Vault) error { return v.Fetch(t.Context(), "large", filepath.Join(t.TempDir(), "back")) }},
	} {
		t.Run(what, func(t *testing.T) {
			v, err := openVault(t.Context(), stopping(t, address, c.up, c.down), 300*time.Millisecond)
			if err != nil {
				t.Fatal(err)
			}
			ended := make(chan error, 1)
			go func() { ended <- c.transfer(v) }()
			select {
			case err := <-ended:
				if err == nil || !unreachable(err) {
					t.Errorf("it ends with %v", err)
				}
			case <-time.After(storetest.Busy(30 * time.Second)):
				t.Error("it goes on for ever")
			}
		})
	}
}

// stalling is a bucket that takes objects, and of each sends the first bytes
// and no more.
func stalling(t *testing.T) *S3 {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		w.Header().Set("ETag", `"0"`)
		if r.Method != http.MethodGet {
			return
		}
		w.Header().Set("Last-Modified", time.Now().UTC().Format(http.TimeFormat))
		w.Header().Set("Content-Length", strconv.Itoa(len(logo)))
		w.Write(logo[:5])
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	}))
	t.Cleanup(server.Close)
	d, err := OpenS3(t.Context(), "s3://k:s@"+server.Listener.Addr().String()+"/logos?insecure=true")
	if err != nil {
		t.Fatal(err)
	}
	d.idle = 100 * time.Millisecond
	return d
}

func TestAnObjectThatStopsComingIsGivenUp(t *testing.T) {
	content, err := stalling(t).Open(t.Context(), "one")
	if err != nil {
		t.Fatal(err)
	}
	defer content.Close()
	got, err := io.ReadAll(content)
	if !bytes.Equal(got, logo[:5]) || err == nil || !unreachable(err) || !strings.Contains(err.Error(), "sent nothing for 100ms") {
		t.Errorf("%q (%v)", got, err)
	}
}

func TestAVisitorDoesNotWaitForAnObjectThatStopsComing(t *testing.T) {
	for _, keep := range []bool{true, false} {
		x := open(t, storetest.SQLite(t), func(o *Options) { o.Disk, o.Keep = stalling(t), keep })
		if a := x.put("a.png", logo); a.StatusCode != http.StatusOK {
			t.Fatalf("%d %s", a.StatusCode, a.body)
		}
		if keep {
			x.wantError(x.public("a.png"), 503, "SlowDown")
			continue
		}
		res, err := http.Get(x.URL + "/storage/v1/object/public/portfolio-logos/a.png")
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		if got, err := io.ReadAll(res.Body); err == nil || len(got) != 5 {
			t.Errorf("%d bytes (%v)", len(got), err)
		}
	}
}

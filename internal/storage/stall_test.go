package storage

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"vitrine/internal/s3"
	"vitrine/internal/store/storetest"
)

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
	if !bytes.Equal(got, logo[:5]) || err == nil || !s3.Unreachable(err) || !strings.Contains(err.Error(), "sent nothing for 100ms") {
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

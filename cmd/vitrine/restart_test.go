package main_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"os"
	"sync"
	"sync/atomic"
	"testing"
)

// TestNoRequestFailsWhileTheProgramIsReplaced keeps pages and writes coming on
// kept and on new connections while one process after another serves the same
// socket, as systemd does it.
func TestNoRequestFailsWhileTheProgramIsReplaced(t *testing.T) {
	long(t)
	const replacements, wanted = 10, 20_000
	address, socket := listening(t)
	dir := t.TempDir()
	env := append(settings(dir, "VITRINE_ADDR=127.0.0.1:1"), "PATH="+os.Getenv("PATH"))
	s := activated(t, socket, env)
	v := &visitors{url: "http://" + address}
	for number := range 8 {
		v.Go(func() { v.walk(number) })
	}
	for n := range replacements {
		s.eventually("requests are answered", func() bool { return v.good.Load()+v.bad.Load() >= int64((n+1)*wanted/(replacements+1)) })
		if code := s.stop(); code != 0 {
			t.Errorf("exit code %d", code)
		}
		s = activated(t, socket, env)
	}
	s.eventually("requests are answered", func() bool { return v.good.Load()+v.bad.Load() >= wanted })
	v.stop.Store(true)
	v.Wait()
	v.seen.Range(func(what, _ any) bool { t.Error(what); return true })
	var rows int64
	if err := databaseOf(t, dir).QueryRow("SELECT count(*) FROM newsletter_subscriptions").Scan(&rows); err != nil || rows != v.written.Load() {
		t.Errorf("%d rows for %d acknowledged writes: %v", rows, v.written.Load(), err)
	}
	figures(t, "%d requests (%d of them writes) over %d replacements of the process: %d failed", v.good.Load()+v.bad.Load(), v.written.Load(), replacements, v.bad.Load())
}

// visitors read and write until they are told to stop.
type visitors struct {
	sync.WaitGroup
	url                string
	readOnly           bool
	stop               atomic.Bool
	good, bad, written atomic.Int64
	seen               sync.Map // what went wrong
}

func (v *visitors) walk(number int) {
	client := &http.Client{Timeout: patience, Transport: &http.Transport{DisableKeepAlives: number%2 == 0}}
	for n := 0; !v.stop.Load(); n++ {
		var res *http.Response
		var err error
		want := http.StatusOK
		if n%4 == 0 && !v.readOnly {
			want = http.StatusCreated
			body := fmt.Sprintf(`{"email":"v%d-%d@example.com"}`, number, n)
			res, err = client.Post(v.url+"/rest/v1/newsletter_subscriptions", "application/json", bytes.NewReader([]byte(body)))
		} else {
			res, err = client.Get(v.url + publicPages[n%len(publicPages)])
		}
		if err == nil {
			_, err = io.Copy(io.Discard, res.Body)
			res.Body.Close()
		}
		switch {
		case err != nil:
			v.seen.Store(err.Error(), true)
		case res.StatusCode != want:
			v.seen.Store(fmt.Sprintf("%s is %d", res.Request.URL.Path, res.StatusCode), true)
		default:
			v.good.Add(1)
			if want == http.StatusCreated {
				v.written.Add(1)
			}
			continue
		}
		v.bad.Add(1)
	}
}

package main_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"mime/multipart"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"vitrine/internal/s3/s3test"
	"vitrine/internal/store/storetest"
)

// application is a form with a CV of so many bytes, which its mark fills.
func application(job, mark string, size int) (body []byte, kind string) {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for _, field := range [][2]string{{"job_id", job}, {"name", "Ann"}, {"email", mark + "@example.com"}, {"note", "Of " + mark}, {"consent", "on"}, {"key", "key-of-" + mark}} {
		w.WriteField(field[0], field[1])
	}
	part, _ := w.CreateFormFile("cv", mark+".pdf")
	part.Write(curriculum(mark, size))
	w.Close()
	return b.Bytes(), w.FormDataContentType()
}

func curriculum(mark string, size int) []byte {
	return []byte("%PDF-1.7\n" + strings.Repeat(mark+"\n", size/(len(mark)+1)) + "%%EOF\n")
}

// applies sends a form; 0 means that no answer came.
func applies(url string, body []byte, kind string) (status int) {
	r, err := http.NewRequest("POST", url+"/functions/v1/submit-application", bytes.NewReader(body))
	if err != nil {
		panic(err)
	}
	r.Header.Set("Content-Type", kind)
	r.Header.Set("Apikey", anonKey)
	r.Header.Set("Authorization", "Bearer "+anonKey)
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0
	}
	defer res.Body.Close()
	if _, err := io.Copy(io.Discard, res.Body); err != nil {
		return 0
	}
	return res.StatusCode
}

// opens a job and gives its id.
func (s *server) opensJob(token string) string {
	s.Helper()
	a := s.ask("POST", "/rest/v1/job_listings", token, map[string]any{"title": "Engineer"}, "Prefer", "return=representation")
	var rows []struct{ ID int64 }
	if err := json.Unmarshal([]byte(a.body), &rows); err != nil || len(rows) != 1 {
		s.Fatalf("%d %s", a.status, a.body)
	}
	return fmt.Sprint(rows[0].ID)
}

type applied struct {
	Email   string `json:"email"`
	CVName  string `json:"cv_name"`
	CVBytes int    `json:"cv_bytes"`
}

func (s *server) applications(token string) (out []applied) {
	s.Helper()
	for {
		a := s.ask("GET", fmt.Sprintf("/rest/v1/job_applications?select=email,cv_name,cv_bytes&order=id&limit=500&offset=%d", len(out)), token, nil)
		var page []applied
		if err := json.Unmarshal([]byte(a.body), &page); err != nil {
			s.Fatalf("%d %s", a.status, a.body)
		}
		if out = append(out, page...); len(page) < 500 {
			return out
		}
	}
}

// TestEveryApplicationThatWasAcknowledgedIsWhole sends many at once to a server that
// is killed in the middle. Who got no answer sends the same again, as the page does.
func TestEveryApplicationThatWasAcknowledgedIsWhole(t *testing.T) {
	for name, env := range map[string]func(t *testing.T) []string{
		"sqlite": func(t *testing.T) []string { return settings(t.TempDir()) },
		"postgres": func(t *testing.T) []string {
			return settings(t.TempDir(), "VITRINE_DATABASE_URL="+storetest.PostgresURL(t))
		},
		"s3": func(t *testing.T) []string {
			return settings(t.TempDir(), "VITRINE_STORAGE_URL="+s3test.Start(t).URL("cvs"))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env := env(t)
			many, size := rounds(60, 500), rounds(200<<10, 2<<20)
			s := start(t, env)
			job := s.opensJob(s.signIn(boss, bossWord))
			var url atomic.Value
			url.Store(s.url)
			var acked atomic.Int64
			ended := make(chan struct{})
			var clients sync.WaitGroup
			for i := range many {
				clients.Go(func() {
					body, kind := application(job, fmt.Sprintf("n%d", i), size)
					for {
						switch applies(url.Load().(string), body, kind) {
						case 200:
							acked.Add(1)
							return
						case 0, 503: // killed, or busy
						default:
							t.Errorf("application %d is refused", i)
							return
						}
						select {
						case <-ended:
							return
						case <-time.After(20 * time.Millisecond):
						}
					}
				})
			}
			most := int64(0) // of each server since its start
			for _, share := range []int{20, 60} {
				s.eventually("some are stored", func() bool { return int(acked.Load()) >= many*share/100 })
				time.Sleep(time.Duration(rand.IntN(50)) * time.Millisecond) // the kill hits any moment
				most = max(most, peak(t, s))
				s.kill()
				s = start(t, env)
				url.Store(s.url)
			}
			s.eventually("all are answered", func() bool { return int(acked.Load()) == many })
			most = max(most, peak(t, s))
			close(ended)
			clients.Wait()
			token := s.signIn(boss, bossWord)
			seen := map[string]bool{}
			for _, a := range s.applications(token) {
				mark := strings.TrimSuffix(a.Email, "@example.com")
				if seen[mark] {
					t.Errorf("%s applied once and is there twice", mark)
				}
				seen[mark] = true
				file := s.ask("GET", "/storage/v1/object/applications/"+a.CVName, token, nil)
				if want := curriculum(mark, size); file.status != 200 || file.body != string(want) || a.CVBytes != len(want) {
					t.Errorf("the CV of %s: %d, %d of %d bytes", mark, file.status, len(file.body), len(want))
				}
			}
			if len(seen) != many {
				t.Errorf("%d of %d are there", len(seen), many)
			}
			figures(t, "%d applications with a CV of %d KB at once, 2 kills, 0 lost, 0 half, 0 double; the server took up to %d MB", many, size>>10, most>>20)
			if most>>20 > 400 {
				t.Errorf("the server took %d MB", most>>20)
			}
		})
	}
}

// TestASignedAddressIsNoSessionAndNoneTheOther also looks for it in the log.
func TestASignedAddressIsNoSessionAndNoneTheOther(t *testing.T) {
	t.Parallel()
	s := start(t, settings(t.TempDir(), "VITRINE_LOG=json,debug"))
	token := s.signIn(boss, bossWord)
	body, kind := application(s.opensJob(token), "ann", 1000)
	if status := applies(s.url, body, kind); status != 200 {
		t.Fatal(status)
	}
	name := s.applications(token)[0].CVName
	a := s.ask("POST", "/storage/v1/object/sign/applications/"+name, token, map[string]int{"expiresIn": 60})
	var signed struct{ SignedURL string }
	if err := json.Unmarshal([]byte(a.body), &signed); err != nil || signed.SignedURL == "" {
		t.Fatalf("%d %s", a.status, a.body)
	}
	path, query, _ := strings.Cut("/storage/v1"+signed.SignedURL, "?token=")
	res, err := http.Get(s.url + "/storage/v1" + signed.SignedURL) // without any key, as a browser follows it
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	for header, want := range map[string]string{
		"Cache-Control": "private, no-store", "Content-Disposition": `attachment; filename="ann.pdf"; filename*=UTF-8''ann.pdf`, "X-Content-Type-Options": "nosniff",
		"Content-Security-Policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
	} {
		if got := res.Header.Get(header); res.StatusCode != 200 || got != want {
			t.Errorf("%d with %s: %q", res.StatusCode, header, got)
		}
	}
	for _, at := range []string{"/rest/v1/job_applications", "/auth/v1/user", "/storage/v1/object/applications/" + name} {
		if a := s.ask("GET", at, query, nil); a.status != 401 && a.status != 403 {
			t.Errorf("%s takes it for a session: %d %s", at, a.status, a.body)
		}
	}
	for _, other := range []string{token, anonKey} {
		if a := s.ask("GET", path+"?token="+other, "", nil); a.status != 404 {
			t.Errorf("an access token opens the CV: %d", a.status)
		}
	}
	for _, secret := range []string{query, query[:20], token} {
		if strings.Contains(s.stderr.String(), secret) {
			t.Error("the log holds a token")
		}
	}
	if log := s.stderr.String(); strings.Contains(log, "ann@example.com") || strings.Contains(log, "Of ann") {
		t.Error("the log holds what an applicant wrote")
	}
}

// TestApplicationsMoveWithTheirCVs exports and restores a site to another engine and
// another storage.
func TestApplicationsMoveWithTheirCVs(t *testing.T) {
	t.Parallel()
	dir, out := t.TempDir(), t.TempDir()
	home := settings(dir)
	s := start(t, home)
	token := s.signIn(boss, bossWord)
	body, kind := application(s.opensJob(token), "ann", 1000)
	if status := applies(s.url, body, kind); status != 200 {
		t.Fatal(status)
	}
	s.ask("POST", "/storage/v1/object/sign/applications/"+s.applications(token)[0].CVName, token, map[string]int{"expiresIn": 60})
	s.stop()
	moved := filepath.Join(out, "site.zip")
	works(t, home, "export", moved)
	works(t, home, "backup")
	kept, err := filepath.Glob(filepath.Join(dir, "backups", "vitrine-2*.zip"))
	if err != nil || len(kept) == 0 {
		t.Fatal("no backup", err)
	}
	far := settings(t.TempDir(), "VITRINE_DATABASE_URL="+storetest.PostgresURL(t), "VITRINE_STORAGE_URL="+s3test.Start(t).URL("cvs"))
	works(t, far, "import", moved)
	back := settings(t.TempDir())
	works(t, back, "restore", kept[len(kept)-1])
	for name, env := range map[string][]string{"moved": far, "restored": back} {
		s := start(t, env)
		token := s.signIn(boss, bossWord)
		all := s.applications(token)
		if len(all) != 1 || all[0].Email != "ann@example.com" {
			t.Fatalf("%s: %v", name, all)
		}
		if a := s.ask("GET", "/storage/v1/object/applications/"+all[0].CVName, token, nil); a.status != 200 || a.body != string(curriculum("ann", 1000)) {
			t.Errorf("%s: the CV is %d, %d bytes", name, a.status, len(a.body))
		}
		if n := s.count("application_events", token); n != "2" {
			t.Errorf("%s: %s events", name, n)
		}
	}
}

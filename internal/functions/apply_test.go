package functions

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"vitrine/internal/application"
	"vitrine/internal/limit"
	"vitrine/internal/mail"
	"vitrine/internal/s3/s3test"
	"vitrine/internal/schema"
	"vitrine/internal/shield"
	"vitrine/internal/storage"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// jobs is a site that takes applications.
type jobs struct {
	*site
	files *storage.Handler
	disk  storage.Disk
	job   store.Row
}

// eachJobs runs test on both engines with files in a folder, and once with files in
// a bucket.
func eachJobs(t *testing.T, test func(t *testing.T, x *jobs), change ...func(*Options)) {
	t.Helper()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		disk, err := storage.OpenFolder(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { disk.Close() })
		test(t, startJobs(t, s, disk, change...))
	})
	t.Run("s3", func(t *testing.T) {
		disk, err := storage.OpenS3(t.Context(), s3test.Start(t).URL("logos"))
		if err != nil {
			t.Fatal(err)
		}
		test(t, startJobs(t, storetest.SQLite(t), disk, change...))
	})
}

func startJobs(t *testing.T, s *store.Store, disk storage.Disk, change ...func(*Options)) *jobs {
	t.Helper()
	x := &jobs{disk: disk, files: storage.New(storage.Options{Store: s, Disk: disk, Secret: []byte("secret")})}
	x.site = start(t, s, append([]func(*Options){func(o *Options) {
		o.CVs, o.Limits = x.files, nil
		o.Shield = shield.New(shield.Options{})
		o.Now = nil // rows are stamped by the store
	}}, change...)...)
	x.job = x.add(&schema.JobListings, store.Row{"title": "Engineer"})
	return x
}

var cv = []byte("%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n%%EOF\n")

// form is what a person fills in; changes replace fields, and "" leaves one out.
func (x *jobs) form(changes ...string) map[string]string {
	f := map[string]string{
		"job_id": fmt.Sprint(x.job.Int("id")), "name": "Ann Lee", "email": "ann@example.org", "links": "https://ann.example", "note": "I finished a bridge.",
		"consent": "on", "key": "", "leave_empty": "", "cv": string(cv),
	}
	for i := 0; i+1 < len(changes); i += 2 {
		f[changes[i]] = changes[i+1]
	}
	return f
}

func encode(f map[string]string) (body []byte, kind string) {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for name, value := range f {
		if value == "" || name == "cv" || name == "file" {
			continue
		}
		w.WriteField(name, value)
	}
	if f["cv"] != "" {
		name := f["file"]
		if name == "" {
			name = "Ann Lee.pdf"
		}
		part, _ := w.CreateFormFile("cv", name)
		io.WriteString(part, f["cv"])
	}
	w.Close()
	return b.Bytes(), w.FormDataContentType()
}

// apply sends a form as the page does.
func (x *jobs) apply(f map[string]string, headers ...string) answered {
	x.t.Helper()
	body, kind := encode(f)
	return x.do("POST", "submit-application", string(body), append([]string{"Content-Type", kind}, headers...)...)
}

func (x *jobs) applications() []store.Row {
	x.t.Helper()
	rows, err := x.s.AsSystem().Select(x.t.Context(), &schema.JobApplications, store.Query{Order: []store.Order{store.Asc("id")}})
	if err != nil {
		x.t.Fatal(err)
	}
	return rows
}

func (x *jobs) stored() (files []string) {
	x.t.Helper()
	if err := x.disk.Each(x.t.Context(), func(file string, _ time.Time) error { files = append(files, file); return nil }); err != nil {
		x.t.Fatal(err)
	}
	return files
}

func TestAnApplicationIsStoredWithItsCVAndTwoMails(t *testing.T) {
	eachJobs(t, func(t *testing.T, x *jobs) {
		a := x.apply(x.form("keep", "on"))
		x.want(a, 200)
		if a.json()["success"] != true || a.json()["mailed"] != true {
			t.Errorf("the answer is %s", a.body)
		}
		rows := x.applications()
		if len(rows) != 1 {
			t.Fatalf("%d applications", len(rows))
		}
		row := rows[0]
		if row.Text("name") != "Ann Lee" || row.Text("job_title") != "Engineer" || row.Text("note") != "I finished a bridge." || row.Text("stage") != schema.ApplicationNew ||
			row.Text("scan") != schema.ScanNone || row.Text("cv_file_name") != "Ann Lee.pdf" || row.Int("cv_bytes") != int64(len(cv)) || row["quarantined_at"] != nil {
			t.Errorf("stored: %v", row)
		}
		consent := fmt.Sprintf("%s", row["consent"])
		for _, part := range []string{"Vitrine may use what I send here", "Erased 6 months after the job closes, or 12 months from now if it stays open.", "keep it for 12 months", `"keep":`} {
			if !strings.Contains(consent, part) {
				t.Errorf("the consent %s lacks %q", consent, part)
			}
		}
		file, err := x.files.OpenCV(t.Context(), row.Text("cv_name"))
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		if raw, err := io.ReadAll(file); err != nil || !bytes.Equal(raw, cv) {
			t.Errorf("the CV is %q, %v", raw, err)
		}
		x.drain()
		x.wantRecipients("ann@example.org", "studio@example.com")
		for _, letter := range x.smtp.Letters() {
			text := textOf(t, letter)
			if letter.To == "ann@example.org" {
				for _, typed := range []string{"Ann", "bridge", "ann.example"} {
					if strings.Contains(text, typed) {
						t.Errorf("the confirmation holds what was typed: %s", text)
					}
				}
				if !strings.Contains(text, "Engineer") {
					t.Errorf("the confirmation: %s", text)
				}
			} else if !strings.Contains(text, fmt.Sprintf("https://studio.example.com/admin/applicants?open=%d", row.Int("id"))) || strings.Contains(text, "bridge") {
				t.Errorf("the notice: %s", text)
			}
		}
	})
}

func TestAnApplicationNeedsNoCV(t *testing.T) {
	eachJobs(t, func(t *testing.T, x *jobs) {
		x.want(x.apply(x.form("cv", "")), 200)
		if rows := x.applications(); len(rows) != 1 || rows[0].Text("cv_name") != "" || len(x.stored()) != 0 {
			t.Errorf("%v with %v", rows, x.stored())
		}
	})
}

func TestEachMistakeIsSaidAtItsField(t *testing.T) {
	big := "%PDF-1.7\n" + strings.Repeat("x", schema.MaxCV) + "%%EOF"
	huge := "%PDF-1.7\n" + strings.Repeat("x", schema.MaxCV+2<<20) + "%%EOF"
	const notPDF, tooBig = "Ann Lee.pdf is not a PDF. Save it as PDF and try again.", "Ann Lee.pdf is larger than 10 MB."
	eachJobs(t, func(t *testing.T, x *jobs) {
		closed := x.add(&schema.JobListings, store.Row{"title": "Closed", "is_open": false})
		past := x.add(&schema.JobListings, store.Row{"title": "Past", "closes_on": "2020-01-01"})
		off := x.add(&schema.JobListings, store.Row{"title": "Off", "apply_form": false})
		for what, c := range map[string]struct {
			form   map[string]string
			status int
			fields map[string]string
		}{
			"no consent":        {x.form("consent", ""), 422, map[string]string{"consent": "Please tick this so that we may read what you send."}},
			"consent denied":    {x.form("consent", "false"), 422, map[string]string{"consent": "Please tick this so that we may read what you send."}},
			"no name":           {x.form("name", " "), 422, map[string]string{"name": "Please enter your name."}},
			"no address":        {x.form("email", ""), 422, map[string]string{"email": "Please enter your email address."}},
			"a bad address":     {x.form("email", "ann@"), 422, map[string]string{"email": "Please enter a valid email address."}},
			"several":           {x.form("email", "ann@", "name", "", "consent", ""), 422, map[string]string{"email": "Please enter a valid email address.", "name": "Please enter your name.", "consent": "Please tick this so that we may read what you send."}},
			"a long note":       {x.form("note", strings.Repeat("é", 10_001)), 422, map[string]string{"note": "Your text is too long. Please shorten it and send it again."}},
			"a closed job":      {x.form("job_id", fmt.Sprint(closed.Int("id"))), 422, map[string]string{"job": "This job is closed."}},
			"a past job":        {x.form("job_id", fmt.Sprint(past.Int("id"))), 422, map[string]string{"job": "This job is closed."}},
			"no such job":       {x.form("job_id", "4711"), 422, map[string]string{"job": "This job is closed."}},
			"no number":         {x.form("job_id", "x"), 422, map[string]string{"job": "This job is closed."}},
			"without its form":  {x.form("job_id", fmt.Sprint(off.Int("id"))), 422, map[string]string{"job": "This job takes no applications here. Its page says how to apply."}},
			"text":              {x.form("cv", "Hello"), 422, map[string]string{"cv": notPDF}},
			"a picture":         {x.form("cv", "\x89PNG\r\n\x1a\n%PDF-1.7 %%EOF"), 422, map[string]string{"cv": notPDF}},
			"junk before":       {x.form("cv", "\n"+string(cv)), 422, map[string]string{"cv": notPDF}},
			"half a PDF":        {x.form("cv", "%PDF-1.7\n1 0 obj"), 422, map[string]string{"cv": notPDF}},
			"a PDF as HTML":     {x.form("cv", "%PDF-1.7\n<HTML><script>alert(1)</script>\n%%EOF"), 422, map[string]string{"cv": notPDF}},
			"a PDF as zip":      {x.form("cv", string(cv)+"PK\x03\x04zip"+"PK\x05\x06"+strings.Repeat("\x00", 18)), 422, map[string]string{"cv": notPDF}},
			"a zip inside":      {x.form("cv", "%PDF-1.7\nPK\x05\x06"+strings.Repeat("\x00", 18)+"\n%%EOF"), 422, map[string]string{"cv": notPDF}},
			"a byte too many":   {x.form("cv", big), 413, map[string]string{"cv": tooBig}},
			"far too big":       {x.form("cv", huge), 413, map[string]string{"cv": tooBig}},
			"a name that tells": {x.form("cv", "x", "file", `C:\secret\a"b.docx`), 422, map[string]string{"cv": `a"b.docx is not a PDF. Save it as PDF and try again.`}},
		} {
			a := x.apply(c.form)
			x.want(a, c.status)
			fields, _ := a.json()["fields"].(map[string]any)
			if len(fields) != len(c.fields) {
				t.Errorf("%s: %s", what, a.body)
			}
			for name, text := range c.fields {
				if fields[name] != text {
					t.Errorf("%s: %s says %q", what, name, fields[name])
				}
			}
		}
		if rows := x.applications(); len(rows) != 0 || len(x.stored()) != 0 {
			t.Errorf("stored all the same: %v, %v", rows, x.stored())
		}
	})
}

func TestTheLargestCVIsTaken(t *testing.T) {
	eachJobs(t, func(t *testing.T, x *jobs) {
		most := "%PDF-1.7\n" + strings.Repeat("x", schema.MaxCV-14) + "%%EOF"
		x.want(x.apply(x.form("cv", most)), 200)
		if rows := x.applications(); len(rows) != 1 || rows[0].Int("cv_bytes") != schema.MaxCV {
			t.Errorf("%v", rows)
		}
	})
}

func TestBodiesThatAreNoForm(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		x := startJobs(t, s, nil)
		for kind, body := range map[string]string{
			"application/json": `{"name":"Ann"}`, "multipart/form-data": "x", "multipart/form-data; boundary=b": "--b\r\nContent-Dis",
			"application/x-www-form-urlencoded": "name=Ann",
		} {
			x.want(x.do("POST", "submit-application", body, "Content-Type", kind), 400)
		}
		if a := x.apply(map[string]string{"note": strings.Repeat("x", 128<<10+1)}); a.StatusCode != 413 {
			t.Errorf("fields without end: %d %s", a.StatusCode, a.body)
		}
		x.want(x.do("GET", "submit-application", ""), 405)
	})
}

// TestARepeatIsNoSecondApplication repeats with a key, and without one, as a browser
// without JavaScript does: also many at once.
func TestARepeatIsNoSecondApplication(t *testing.T) {
	eachJobs(t, func(t *testing.T, x *jobs) {
		for _, f := range []map[string]string{x.form("key", "0123456789abcdef"), x.form()} {
			before := len(x.applications())
			var all sync.WaitGroup
			answers := make([]string, 8)
			for i := range answers {
				all.Go(func() {
					a := x.apply(f)
					answers[i] = fmt.Sprint(a.StatusCode, string(a.body))
				})
			}
			all.Wait()
			slices.Sort(answers)
			if len(slices.Compact(answers)) != 1 || !strings.HasPrefix(answers[0], "200") {
				t.Errorf("the answers differ: %q", answers)
			}
			if n := len(x.applications()) - before; n != 1 {
				t.Errorf("%d applications", n)
			}
			if n := len(x.stored()); n != before+1 {
				t.Errorf("%d files", n)
			}
		}
		// It counts even for a job that has closed since.
		if _, err := x.s.AsSystem().Update(t.Context(), &schema.JobListings, store.Eq("id", x.job.Int("id")), store.Row{"is_open": false}); err != nil {
			t.Fatal(err)
		}
		x.want(x.apply(x.form("key", "0123456789abcdef")), 200)
		x.drain()
		x.wantRecipients("ann@example.org", "ann@example.org", "studio@example.com", "studio@example.com")
	})
}

func TestSpamIsHeldBackAndNobodyMailed(t *testing.T) {
	eachJobs(t, func(t *testing.T, x *jobs) {
		for range 2 { // and again
			a := x.apply(x.form("leave_empty", "x"))
			x.want(a, 200)
			if a.json()["mailed"] != false {
				t.Errorf("a mail is promised: %s", a.body)
			}
		}
		rows := x.applications()
		if len(rows) != 1 || rows[0]["quarantined_at"] == nil || !strings.Contains(fmt.Sprintf("%s", rows[0]["spam_reasons"]), "no person sees") {
			t.Fatalf("%v", rows)
		}
		x.drain()
		x.wantRecipients()
	})
}

func TestTheTokenOfAFormComesInTheHeaderOrAField(t *testing.T) {
	clock := storetest.NewClock()
	guard := shield.New(shield.Options{Secret: []byte("secret"), Limits: limit.New(clock.Now), Now: clock.Now})
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		x := startJobs(t, s, nil, func(o *Options) { o.Shield = guard })
		token := guard.Token()
		x.want(x.apply(x.form("cv", "", "token", token)), 200)
		x.want(x.apply(x.form("cv", "", "note", "Other"), shield.Header, "token="+token), 200)
		for _, row := range x.applications() {
			if !strings.Contains(fmt.Sprintf("%s", row["spam_reasons"]), "faster than a person types") {
				t.Errorf("%v", row)
			}
		}
	})
}

func TestOneAddressAppliesOnlySoOften(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		x := startJobs(t, s, nil, func(o *Options) { o.Limits = limit.New(time.Now) })
		for i := range 6 {
			a := x.apply(x.form("cv", "", "note", fmt.Sprint("Note ", i)), "address", "192.0.2.1")
			if (a.StatusCode == 429) != (i == 5) {
				t.Errorf("application %d: %d %s", i+1, a.StatusCode, a.body)
			}
		}
	})
}

func TestRefusalsAreTyped(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		x := startJobs(t, s, nil)
		_, err := x.fn.Apply(t.Context(), schema.Actor{Role: schema.Visitor}, &application.Form{JobID: x.job.Int("id"), Name: "Ann", Email: "ann@example.org", CV: &application.CV{FileName: "a.doc"}})
		var wrong application.Refusals
		if !errors.As(err, &wrong) || len(wrong) != 2 || wrong[0].Field != "cv" || wrong[0].Word != "apply_cv_not_pdf" || wrong[1].Field != "consent" {
			t.Errorf("%v", err)
		}
	})
}

func TestWithoutAMailServerTheAnswerSaysSo(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		x := startJobs(t, s, nil, withoutServer(t))
		if a := x.apply(x.form("cv", "")); a.json()["success"] != true || a.json()["mailed"] != false {
			t.Errorf("%s", a.body)
		}
	})
}

// TestApplicationsTakeBoundedMemory sends many large CVs at once.
func TestApplicationsTakeBoundedMemory(t *testing.T) {
	disk, err := storage.OpenFolder(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer disk.Close()
	x := startJobs(t, storetest.SQLite(t), disk)
	body, kind := encode(x.form("cv", "%PDF-1.7\n"+strings.Repeat("x", schema.MaxCV-100)+"%%EOF"))
	var most uint64
	stop, watched := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(watched)
		for {
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			most = max(most, m.HeapAlloc)
			select {
			case <-stop:
				return
			case <-time.After(5 * time.Millisecond):
			}
		}
	}()
	var all sync.WaitGroup
	for i := range 24 {
		all.Go(func() {
			// The bytes are shared: only the server's copies count.
			r, _ := http.NewRequest("POST", x.URL+prefix+"submit-application", io.MultiReader(bytes.NewReader(body)))
			r.ContentLength = int64(len(body))
			r.Header.Set("Content-Type", kind)
			r.Header.Set("address", fmt.Sprint("192.0.2.", i))
			res, err := http.DefaultClient.Do(r)
			if err != nil {
				t.Error(err)
				return
			}
			res.Body.Close()
			if res.StatusCode != 200 {
				t.Errorf("%d", res.StatusCode)
			}
		})
	}
	all.Wait()
	close(stop)
	<-watched
	if most > 150<<20 {
		t.Errorf("240 MB of CVs took %d MB", most>>20)
	}
}

func withoutServer(t *testing.T) func(*Options) {
	return func(o *Options) {
		sender, err := mail.Open(mail.Options{Dir: t.TempDir()})
		if err != nil {
			t.Fatal(err)
		}
		o.Sender = sender
	}
}

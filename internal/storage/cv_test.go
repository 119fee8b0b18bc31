package storage

import (
	"bytes"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"vitrine/internal/schema"
	"vitrine/internal/store"
)

var cv = []byte("%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n")

// applied stores an application with a CV.
func (x *site) applied(once string) (application store.Row) {
	x.t.Helper()
	ctx := x.t.Context()
	file, err := x.handler.PutCV(ctx, cv)
	if err != nil {
		x.t.Fatal(err)
	}
	err = x.handler.Store.AsSystem().Tx(ctx, func(tx store.Session) error {
		rows, err := tx.Insert(ctx, &schema.JobApplications, store.Row{"name": "Ann", "email": "ann@example.com", "once": once, "consent": map[string]any{}, "cv_file_name": "Ann's \"CV\".pdf", "scan": "none"})
		if err != nil {
			return err
		}
		name, err := x.handler.InsertCV(ctx, tx, rows[0].Int("id"), file, cv)
		if err != nil {
			return err
		}
		rows, err = tx.Update(ctx, &schema.JobApplications, store.Eq("id", rows[0].Int("id")), store.Row{"cv_name": name})
		if err == nil {
			application = rows[0]
		}
		return err
	})
	if err != nil {
		x.t.Fatal(err)
	}
	return application
}

// signs asks for an address as supabase-js does.
func (x *site) signs(name string) string {
	x.t.Helper()
	a := x.do("editor", "POST", "object/sign/applications/"+name, strings.NewReader(`{"expiresIn":60}`), "Content-Type", "application/json")
	if a.StatusCode != 200 {
		x.t.Fatalf("sign: %d %s", a.StatusCode, a.body)
	}
	return strings.TrimPrefix(a.field("signedURL"), "/")
}

func TestVisitorsLearnNothingOfCVs(t *testing.T) {
	each(t, func(t *testing.T, x *site) {
		name, none := x.applied("a").Text("cv_name"), "1-NONE.pdf"
		for _, c := range []struct{ method, path, body string }{
			{"GET", "object/public/applications/%s", ""},
			{"HEAD", "object/public/applications/%s", ""},
			{"GET", "object/public/applications/%s?download=", ""},
			{"GET", "object/applications/%s", ""},
			{"GET", "object/info/applications/%s", ""},
			{"GET", "object/info/public/applications/%s", ""},
			{"GET", "render/image/public/applications/%s?width=100", ""},
			{"GET", "render/image/authenticated/applications/%s?width=100", ""},
			{"GET", "object/sign/applications/%s", ""},
			{"GET", "object/sign/applications/%s?token=AAAA", ""},
			{"POST", "object/sign/applications/%s", `{"expiresIn":60}`},
			{"POST", "object/applications/%s", string(cv)},
			{"PUT", "object/applications/%s", string(cv)},
			{"DELETE", "object/applications", `{"prefixes":["%s"]}`},
			{"POST", "object/list/applications", `{"prefix":"","search":"%s"}`},
			{"GET", "bucket/applications", ""},
		} {
			for _, role := range []string{"", "viewer"} {
				ask := func(name string) answer {
					path, body := c.path, c.body
					if strings.Contains(path, "%s") {
						path = fmt.Sprintf(path, name)
					} else if strings.Contains(body, "%s") {
						body = fmt.Sprintf(body, name)
					}
					return x.do(role, c.method, path, strings.NewReader(body), "Content-Type", "application/json")
				}
				there, not := ask(name), ask(none)
				if there.StatusCode != not.StatusCode || !bytes.Equal(there.body, not.body) || there.StatusCode != 404 {
					t.Errorf("%q %s %s tells apart what is there: %d %s, %d %s", role, c.method, c.path, there.StatusCode, there.body, not.StatusCode, not.body)
				}
			}
		}
		if a := x.do("viewer", "GET", "bucket", nil); strings.Contains(string(a.body), "applications") {
			t.Errorf("a viewer sees the bucket: %s", a.body)
		}
		if _, err := x.handler.Content(t.Context(), "/storage/v1/object/public/applications/"+name); err == nil {
			t.Error("pages may show a CV")
		}
	})
}

func TestStaffDownloadCVsAndNeitherUploadNorRemoveThem(t *testing.T) {
	each(t, func(t *testing.T, x *site) {
		application := x.applied("a")
		path := "object/applications/" + application.Text("cv_name")
		x.wantCV(x.do("editor", "GET", path, nil))
		if got := x.events(application); got != "cv " {
			t.Errorf("it is noted as %q", got)
		}
		for _, c := range []struct{ method, path, body string }{
			{"POST", "object/applications/other.pdf", string(cv)}, {"PUT", path, string(cv)},
			{"DELETE", "object/applications", `{"prefixes":["` + application.Text("cv_name") + `"]}`},
		} {
			x.wantError(x.do("admin", c.method, c.path, strings.NewReader(c.body)), 403, "AccessDenied")
		}
		for _, c := range []string{"object/public/applications/", "render/image/public/applications/", "render/image/authenticated/applications/"} {
			x.wantError(x.do("admin", "GET", c+application.Text("cv_name"), nil), 404, "NoSuchKey")
		}
		if a := x.do("editor", "POST", "object/list/applications", strings.NewReader(`{}`)); !strings.Contains(string(a.body), application.Text("cv_name")) {
			t.Errorf("the list: %s", a.body)
		}
		if a := x.do("editor", "GET", "bucket/applications", nil); !strings.Contains(string(a.body), `"public":false`) {
			t.Errorf("the bucket: %s", a.body)
		}
	})
}

func (x *site) wantCV(a answer) {
	x.t.Helper()
	if a.StatusCode != 200 || !bytes.Equal(a.body, cv) {
		x.t.Errorf("%d %s", a.StatusCode, a.body)
	}
	for name, want := range map[string]string{
		"Content-Type": "application/pdf", "Cache-Control": "private, no-store", "X-Content-Type-Options": "nosniff",
		"Content-Security-Policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
		"Content-Disposition":     `attachment; filename="Ann's _CV_.pdf"; filename*=UTF-8''Ann%27s%20_CV_.pdf`,
	} {
		if got := a.Header.Get(name); got != want {
			x.t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}

func (x *site) events(application store.Row) (out string) {
	x.t.Helper()
	rows, err := x.handler.Store.AsSystem().Select(x.t.Context(), &schema.ApplicationEvents, store.Query{Where: store.All{store.Eq("application_id", application.Int("id"))}})
	if err != nil {
		x.t.Fatal(err)
	}
	for _, row := range rows {
		out += row.Text("kind") + " "
	}
	return out
}

func TestASignedAddressIsGoodForOneCVAndSomeMinutes(t *testing.T) {
	each(t, func(t *testing.T, x *site) {
		first, second := x.applied("a"), x.applied("b")
		address := x.signs(first.Text("cv_name"))
		x.wantCV(x.do("", "GET", address, nil))
		if got := x.events(first); got != "cv " {
			t.Errorf("it is noted as %q", got)
		}
		if a := x.do("", "GET", address+"&download=cv.pdf", nil); a.Header.Get("Content-Disposition") != `attachment; filename="cv.pdf"; filename*=UTF-8''cv.pdf` {
			t.Errorf("under another name: %v", a.Header)
		}
		path, query, _ := strings.Cut(address, "?")
		token := strings.TrimPrefix(query, "token=")
		for what, other := range map[string]string{
			"of another CV": strings.Replace(address, first.Text("cv_name"), second.Text("cv_name"), 1),
			"without token": path, "with an empty token": path + "?token=", "cut": address[:len(address)-1], "longer": address + "A",
			"altered": path + "?token=" + altered(token), "of another time": path + "?token=" + "A" + token[1:],
			"in plain text": path + "?token=" + url.QueryEscape("{}"),
		} {
			if other == address {
				continue
			}
			if a := x.do("", "GET", other, nil); a.StatusCode != 404 || a.field("code") != "NoSuchKey" {
				t.Errorf("%s: %d %s", what, a.StatusCode, a.body)
			}
		}
		x.wantError(x.do("", "GET", strings.Replace(address, "object/sign", "object/public", 1), nil), 404, "NoSuchKey")
		x.now = x.now.Add(59 * time.Second)
		x.wantCV(x.do("", "GET", address, nil))
		x.now = x.now.Add(2 * time.Second)
		x.wantError(x.do("", "GET", address, nil), 404, "NoSuchKey")
		x.now = x.now.Add(-time.Hour) // what was signed before the clock was set back does not live for an hour
		x.wantError(x.do("", "GET", address, nil), 404, "NoSuchKey")
	})
}

func altered(token string) string {
	other := byte('A')
	if token[20] == other {
		other = 'B'
	}
	return token[:20] + string(other) + token[21:]
}

func TestOnlyShortTimesAndCVsAreSigned(t *testing.T) {
	each(t, func(t *testing.T, x *site) {
		x.put("a.png", logo)
		name := x.applied("a").Text("cv_name")
		for body, want := range map[string]int{
			`{"expiresIn":300}`: 200, `{"expiresIn":301}`: 400, `{"expiresIn":0}`: 400, `{"expiresIn":-1}`: 400, `{}`: 400, `{"expiresIn":"60"}`: 400,
			`{"expiresIn":60,"transform":{"width":10}}`: 400, `no JSON`: 400,
		} {
			if a := x.do("editor", "POST", "object/sign/applications/"+name, strings.NewReader(body)); a.StatusCode != want {
				t.Errorf("%s: %d %s", body, a.StatusCode, a.body)
			}
		}
		x.wantError(x.do("editor", "POST", "object/sign/portfolio-logos/a.png", strings.NewReader(`{"expiresIn":60}`)), 405, "InvalidRequest")
		x.wantError(x.do("editor", "POST", "object/sign/applications", strings.NewReader(`{"expiresIn":60,"paths":["`+name+`"]}`)), 405, "InvalidRequest")
		x.wantError(x.do("editor", "POST", "object/sign/applications/1-none.pdf", strings.NewReader(`{"expiresIn":60}`)), 404, "NoSuchKey")
	})
}

func TestAHeldCVIsHandedToNobody(t *testing.T) {
	each(t, func(t *testing.T, x *site) {
		application := x.applied("a")
		name := application.Text("cv_name")
		address := x.signs(name)
		x.change(application, store.Row{"scan": schema.ScanHeld})
		x.wantError(x.do("", "GET", address, nil), 403, "AccessDenied")
		x.wantError(x.do("admin", "GET", "object/applications/"+name, nil), 403, "AccessDenied")
		x.wantError(x.do("admin", "POST", "object/sign/applications/"+name, strings.NewReader(`{"expiresIn":60}`)), 403, "AccessDenied")
		x.change(application, store.Row{"scan": schema.ScanClean})
		x.wantCV(x.do("", "GET", address, nil))
	})
}

func (x *site) change(application, patch store.Row) {
	x.t.Helper()
	if _, err := x.handler.Store.AsSystem().Update(x.t.Context(), &schema.JobApplications, store.Eq("id", application.Int("id")), patch); err != nil {
		x.t.Fatal(err)
	}
}

// TestACVGoesWithItsApplication keeps the file while the application is in Trash,
// where nobody has it, and removes it with what is left there.
func TestACVGoesWithItsApplication(t *testing.T) {
	each(t, func(t *testing.T, x *site) {
		ctx, editor := t.Context(), schema.Actor{Role: schema.Editor, UserID: "u-editor"}
		gone, stays := x.applied("a"), x.applied("b")
		address := x.signs(gone.Text("cv_name"))
		if _, err := x.handler.Store.As(editor).Delete(ctx, &schema.JobApplications, store.Eq("id", gone.Int("id"))); err != nil {
			t.Fatal(err)
		}
		drop := func() {
			t.Helper()
			if err := x.handler.DropCVs(ctx); err != nil {
				t.Fatal(err)
			}
		}
		drop()
		if n := len(x.files()); n != 2 {
			t.Errorf("%d files are left while one is in Trash", n)
		}
		x.wantError(x.do("", "GET", address, nil), 404, "NoSuchKey")
		x.wantError(x.do("admin", "POST", "object/sign/applications/"+gone.Text("cv_name"), strings.NewReader(`{"expiresIn":60}`)), 404, "NoSuchKey")
		if _, err := x.handler.Store.AsSystem().Delete(ctx, &schema.Revisions, store.Eq("document", "application")); err != nil {
			t.Fatal(err)
		}
		drop()
		if n := len(x.files()); n != 1 {
			t.Errorf("%d files are left", n)
		}
		x.wantCV(x.do("", "GET", x.signs(stays.Text("cv_name")), nil))
		if _, err := x.handler.Store.AsSystem().Doing(store.Doing{Forget: true}).Delete(ctx, &schema.JobApplications, store.Eq("id", stays.Int("id"))); err != nil {
			t.Fatal(err)
		}
		drop()
		if n := len(x.files()); n != 0 {
			t.Errorf("%d files are left in the end", n)
		}
		if n, err := x.handler.Store.AsSystem().Count(ctx, &schema.StorageObjects); err != nil || n != 0 {
			t.Errorf("%d objects are left, %v", n, err)
		}
	})
}

func TestTheSweepLeavesCVsAlone(t *testing.T) {
	each(t, func(t *testing.T, x *site) {
		application := x.applied("a")
		x.now = x.now.Add(30 * 24 * time.Hour)
		if _, why, err := x.handler.Sweep(t.Context()); err != nil || why != "" {
			t.Fatal(why, err)
		}
		if err := x.handler.StripStored(t.Context()); err != nil {
			t.Fatal(err)
		}
		x.wantCV(x.do("editor", "GET", "object/applications/"+application.Text("cv_name"), nil))
		if n, err := x.handler.Store.AsSystem().Count(t.Context(), &schema.Media); err != nil || n != 0 {
			t.Errorf("the library lists %d of them, %v", n, err)
		}
	})
}

func TestCVsWaitForRoomInMemory(t *testing.T) {
	each(t, func(t *testing.T, x *site) {
		x.handler.cvs.wait = time.Millisecond
		var releases []func()
		for range cvSlots {
			release, err := x.handler.AcquireCV(t.Context(), 100)
			if err != nil {
				t.Fatal(err)
			}
			releases = append(releases, release)
		}
		if _, err := x.handler.AcquireCV(t.Context(), 100); err == nil {
			t.Error("there is no end to it")
		}
		if release, err := x.handler.slots.acquire(t.Context(), 1); err != nil {
			t.Error("staff wait for applicants")
		} else {
			release()
		}
		for _, release := range releases {
			release()
		}
		if release, err := x.handler.AcquireCV(t.Context(), -1); err != nil {
			t.Error(err)
		} else {
			release()
		}
	})
}

// FuzzSigned takes no token that it did not make.
func FuzzSigned(f *testing.F) {
	k, object := newSigner([]byte("secret")), store.Row{"id": "1", "name": "applications/1-a.pdf"}
	now := time.Unix(1_700_000_000, 0)
	good := k.token(object, now.Add(time.Minute))
	f.Add(good)
	f.Add("")
	f.Add(good + "\n")
	f.Add(good[:9] + "\r" + good[9:])
	f.Add(newSigner([]byte("other")).token(object, now.Add(time.Minute)))
	f.Fuzz(func(t *testing.T, token string) {
		if k.holds(token, object, now) && token != good {
			t.Errorf("%q holds", token)
		}
	})
}

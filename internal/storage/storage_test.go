package storage

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"vitrine/internal/store/storetest"
)

func TestOnlyStaffChangeTheBucket(t *testing.T) {
	each(t, func(t *testing.T, x *site) {
		x.put("kept.png", logo)
		calls := [][3]string{
			{"POST", "object/portfolio-logos/new.png", string(logo)},
			{"PUT", "object/portfolio-logos/kept.png", string(logo)},
			{"DELETE", "object/portfolio-logos", `{"prefixes":["kept.png"]}`},
			{"POST", "object/list/portfolio-logos", `{"prefix":""}`},
		}
		for _, role := range []string{"", "viewer"} {
			for _, c := range calls {
				x.wantError(x.do(role, c[0], c[1], strings.NewReader(c[2])), 403, "AccessDenied")
			}
			if a := x.do(role, "GET", "object/portfolio-logos/kept.png", nil); a.StatusCode != 200 {
				t.Errorf("%q downloads: %d", role, a.StatusCode)
			}
		}
		for _, c := range calls {
			x.wantError(x.do("forged", c[0], c[1], strings.NewReader(c[2])), 401, "InvalidJWT")
		}
		x.wantError(x.public("new.png"), 404, "NoSuchKey")
		if !bytes.Equal(x.public("kept.png").body, logo) {
			t.Error("the kept object changed")
		}
	})
}

func TestNamesCannotLeaveTheBucket(t *testing.T) {
	x := open(t, storetest.SQLite(t))
	outside := filepath.Join(filepath.Dir(x.dir), "outside.png")
	if err := os.WriteFile(outside, logo, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{
		"..%2foutside.png", "..%2f..%2fetc%2fpasswd", "%2e%2e", "%2e", "a%2fb.png", "a/b.png", "a%5cb.png", "a%00.png", "a%0d%0a.png",
		".hidden.png", "-dash.png", "a%20b.png", "%C3%A9.png", "%ff.png", "a%25.png", strings.Repeat("a", 201) + ".png", strings.Repeat("a", 600),
		"con%3a.png", "a%3fb.png", "%E2%80%AEgnp.exe",
	} {
		for _, method := range []string{"POST", "GET"} {
			a := x.do("editor", method, "object/portfolio-logos/"+name, bytes.NewReader(logo))
			x.wantError(a, 400, "InvalidKey")
		}
		x.wantError(x.do("", "GET", "object/public/portfolio-logos/"+name, nil), 400, "InvalidKey")
	}
	if len(x.files()) != 0 {
		t.Errorf("on disk: %v", x.files())
	}
	for _, name := range []string{"logo_1763000000000_wt-abc_my_logo.png", "zz-1_a.png", "_a", strings.Repeat("a", 200)} {
		if a := x.put(name, logo); a.StatusCode != 200 {
			t.Errorf("%s: %d %s", name, a.StatusCode, a.body)
		}
	}
}

func TestWhatIsNotOfferedIsSaid(t *testing.T) {
	x := open(t, storetest.SQLite(t))
	for _, c := range [][2]string{
		{"POST", "object/sign/portfolio-logos/a.png"}, {"POST", "object/move"}, {"POST", "object/copy"}, {"POST", "bucket"}, {"PUT", "bucket/portfolio-logos"}, {"DELETE", "bucket/portfolio-logos"}, {"POST", "bucket/portfolio-logos/empty"},
		{"GET", "render/image/sign/portfolio-logos/a.png"}, {"POST", "render/image/authenticated/media/a.png"}, {"POST", "render/image/public/media/a.png"}, {"GET", "render/image/public/media"}, {"POST", "upload/resumable"}, {"POST", "object/list-v2/portfolio-logos"},
		{"DELETE", "object/portfolio-logos/a.png"}, {"POST", "object/public/portfolio-logos/a.png"}, {"GET", "object"}, {"PATCH", "object/portfolio-logos/a.png"},
	} {
		x.wantError(x.do("admin", c[0], c[1], nil), 405, "InvalidRequest")
	}
	for _, c := range [][2]string{
		{"POST", "object/no-such-bucket/a.png"}, {"GET", "object/public/no-such-bucket/a.png"}, {"POST", "object/list/no-such-bucket"}, {"DELETE", "object/no-such-bucket"},
	} {
		a := x.do("admin", c[0], c[1], strings.NewReader("{}"))
		x.wantError(a, 404, "NoSuchBucket")
		if a.field("message") != "Bucket not found" {
			t.Errorf("%v: %s", c, a.body)
		}
	}
}

func TestListAndRemove(t *testing.T) {
	each(t, func(t *testing.T, x *site) {
		for _, name := range []string{"zz_c.png", "ZZ_a.png", "zz_b.png", "zzxd.png", "other.png"} {
			x.put(name, logo)
		}
		list := func(question string) []string {
			t.Helper()
			a := x.do("editor", "POST", "object/list/portfolio-logos", strings.NewReader(question))
			var rows []struct {
				Name     string
				ID       string
				Metadata struct {
					Size     int
					Mimetype string
				}
			}
			if err := json.Unmarshal(a.body, &rows); err != nil || a.StatusCode != 200 {
				t.Fatalf("%d %s", a.StatusCode, a.body)
			}
			out := []string{}
			for _, r := range rows {
				if r.ID == "" || r.Metadata.Size != len(logo) || r.Metadata.Mimetype != "image/png" {
					t.Errorf("%+v", r)
				}
				out = append(out, r.Name)
			}
			return out
		}
		for question, want := range map[string][]string{
			``: {"ZZ_a.png", "other.png", "zz_b.png", "zz_c.png", "zzxd.png"},
			`{"limit":100,"offset":0,"sortBy":{"column":"name","order":"asc"},"prefix":"","search":"zz_"}`: {"ZZ_a.png", "zz_b.png", "zz_c.png"},
			`{"limit":1,"offset":1,"search":"ZZ_"}`:                                                        {"zz_b.png"},
			`{"sortBy":{"column":"name","order":"desc"},"search":"zz"}`:                                    {"zzxd.png", "zz_c.png", "zz_b.png", "ZZ_a.png"},
			`{"search":"%"}`:    {},
			`{"prefix":"sub/"}`: {},
		} {
			if got := list(question); !slices.Equal(got, want) {
				t.Errorf("%s: got %v, want %v", question, got, want)
			}
		}
		for _, bad := range []string{`{"limit":0}`, `{"limit":100000}`, `{"offset":-1}`, `{"sortBy":{"column":"file"}}`, `[]`, `{"limit":"x"}`, `{`} {
			x.wantError(x.do("editor", "POST", "object/list/portfolio-logos", strings.NewReader(bad)), 400, "InvalidRequest")
		}
		x.wantError(x.do("editor", "POST", "object/list/portfolio-logos", strings.NewReader(`{"search":"zz\u0000"}`)), 400, "InvalidKey")
		a := x.do("editor", "DELETE", "object/portfolio-logos", strings.NewReader(`{"prefixes":["zz\u0000","zz_b.png","never.png","../x","zz_b.png"]}`))
		var gone []map[string]any
		if json.Unmarshal(a.body, &gone); a.StatusCode != 200 || len(gone) != 1 || gone[0]["name"] != "zz_b.png" || gone[0]["bucket_id"] != Bucket {
			t.Errorf("remove: %d %s", a.StatusCode, a.body)
		}
		x.wantError(x.public("zz_b.png"), 404, "NoSuchKey")
		if len(x.files()) != 5 { // one of them is in Trash
			t.Errorf("on disk: %v", x.files())
		}
		if a := x.do("editor", "DELETE", "object/portfolio-logos", strings.NewReader(`{"prefixes":["never.png"]}`)); string(a.body) != "[]" {
			t.Errorf("nothing removed: %s", a.body)
		}
		for _, bad := range []string{``, `{}`, `{"prefixes":"a"}`, `{"prefixes":[1]}`} {
			x.wantError(x.do("editor", "DELETE", "object/portfolio-logos", strings.NewReader(bad)), 400, "InvalidRequest")
		}
	})
}

func TestTheServerReadsWhatWasUploadedByItsAddress(t *testing.T) {
	each(t, func(t *testing.T, x *site) {
		x.put("mark.png", logo)
		got, err := x.handler.Content(t.Context(), "/storage/v1/object/public/portfolio-logos/mark.png")
		if err != nil || !bytes.Equal(got, logo) {
			t.Errorf("%d bytes, %v", len(got), err)
		}
		for _, address := range []string{"/storage/v1/object/public/portfolio-logos/gone.png", "/storage/v1/object/public/other/mark.png", "/storage/v1/object/portfolio-logos/mark.png", "/", ""} {
			if _, err := x.handler.Content(t.Context(), address); err == nil {
				t.Errorf("%q is read", address)
			}
		}
	})
}

package storage

import (
	"encoding/json"
	"fmt"
	"mime"
	"net/url"
	"os"
	"strings"
	"testing"

	"vitrine/internal/store/storetest"
)

func TestStaffSeeTheBucketAndOthersNone(t *testing.T) {
	each(t, func(t *testing.T, x *site) {
		for _, role := range []string{"editor", "admin"} {
			a := x.do(role, "GET", "bucket/portfolio-logos", nil)
			var one map[string]any
			if err := json.Unmarshal(a.body, &one); err != nil || a.StatusCode != 200 {
				t.Fatalf("%d %s", a.StatusCode, a.body)
			}
			if fmt.Sprint(one["id"], one["name"], one["public"], one["file_size_limit"]) != "portfolio-logosportfolio-logostrue 5.24288e+06" ||
				fmt.Sprint(one["allowed_mime_types"]) != "[image/png image/jpeg image/gif image/webp]" || one["created_at"] == nil || one["updated_at"] == nil || one["type"] != "STANDARD" {
				t.Errorf("the bucket is %s", a.body)
			}
			media := x.do(role, "GET", "bucket/media", nil)
			if !strings.Contains(string(media.body), `"file_size_limit":20971520`) {
				t.Errorf("the bucket of the library is %s", media.body)
			}
			cvs := x.do(role, "GET", "bucket/applications", nil)
			for query, want := range map[string]string{
				"": string(cvs.body) + "," + string(media.body) + "," + string(a.body), "?limit=5&offset=0&sortColumn=name&sortOrder=desc": string(a.body) + "," + string(media.body) + "," + string(cvs.body),
			} {
				if list := x.do(role, "GET", "bucket"+query, nil); string(list.body) != "["+want+"]" {
					t.Errorf("%q gives %s", query, list.body)
				}
			}
			for _, query := range []string{"?offset=2", "?search=LOGO", "?limit=1&sortOrder=desc"} {
				if list := x.do(role, "GET", "bucket"+query, nil); string(list.body) != "["+string(a.body)+"]" {
					t.Errorf("%s gives %s", query, list.body)
				}
			}
			for _, query := range []string{"?offset=3", "?search=avatars"} {
				if list := x.do(role, "GET", "bucket"+query, nil); string(list.body) != "[]" {
					t.Errorf("%s gives %s", query, list.body)
				}
			}
			for _, query := range []string{"?limit=0", "?limit=x", "?offset=-1", "?sortColumn=size", "?sortOrder=up"} {
				x.wantError(x.do(role, "GET", "bucket"+query, nil), 400, "InvalidRequest")
			}
			x.wantError(x.do(role, "GET", "bucket/avatars", nil), 404, "NoSuchBucket")
		}
		for _, role := range []string{"", "viewer"} {
			if a := x.do(role, "GET", "bucket", nil); a.StatusCode != 200 || string(a.body) != "[]" {
				t.Errorf("%q lists %d %s", role, a.StatusCode, a.body)
			}
			x.wantError(x.do(role, "GET", "bucket/portfolio-logos", nil), 404, "NoSuchBucket")
		}
		x.wantError(x.do("forged", "GET", "bucket", nil), 401, "InvalidJWT")
	})
}

func TestDownloadIsAnAttachmentUnderASafeName(t *testing.T) {
	x := open(t, storetest.SQLite(t), func(o *Options) { o.Keep = true })
	x.put("a.png", logo)
	const path = "object/public/portfolio-logos/a.png"
	if got := x.do("", "GET", path, nil).Header.Get("Content-Disposition"); got != "" {
		t.Errorf("shown as %q", got)
	}
	for _, query := range []string{"?download", "?download="} {
		if got := x.do("", "GET", path+query, nil).Header.Get("Content-Disposition"); got != "attachment" {
			t.Errorf("%s: %q", query, got)
		}
	}
	for name, want := range map[string]string{
		"logo.png": "logo.png", "my logo (1).png": "my logo (1).png", "Émile's.png": "Émile's.png", `a"b;c\d/e.png`: "a_b;c_d_e.png", "a\r\nSet-Cookie: x=1": "a__Set-Cookie: x=1",
		"..": "", "  ": "", "\u202egnp.exe": "gnp.exe", "\xff.png": "_.png", strings.Repeat("é", 300): strings.Repeat("é", 100),
	} {
		a := x.do("", "GET", path+"?download="+url.QueryEscape(name), nil)
		got := a.Header.Get("Content-Disposition")
		kind, params, err := mime.ParseMediaType(got)
		if err != nil || kind != "attachment" || params["filename"] != want || a.StatusCode != 200 {
			t.Errorf("%q: %q is read as %q (%v), want %q", name, got, params["filename"], err, want)
		}
		if want != "" && (!strings.Contains(got, `filename="`) || !strings.Contains(got, "filename*=UTF-8''") || strings.ContainsFunc(got, func(c rune) bool { return c > 126 || c < 32 })) {
			t.Errorf("%q: %q", name, got)
		}
	}
	if got := x.do("editor", "GET", "object/portfolio-logos/a.png?download=b.png", nil).Header.Get("Content-Disposition"); !strings.HasPrefix(got, `attachment; filename="b.png"`) {
		t.Errorf("of a download with a token: %q", got)
	}
}

func TestARangeBeyondTheEndIsRefusedInJSON(t *testing.T) {
	each(t, func(t *testing.T, x *site) {
		x.put("a.png", logo)
		for _, value := range []string{"bytes=99999-", "bytes=5-2", "bytes=x"} {
			a := x.do("", "GET", "object/public/portfolio-logos/a.png", nil, "Range", value)
			x.wantError(a, 416, "InvalidRange")
			if a.Header.Get("ETag") != "" || a.Header.Get("Cache-Control") != "private, no-store" {
				t.Errorf("%s: a refusal with %v", value, a.Header)
			}
		}
		if got := x.do("", "GET", "object/public/portfolio-logos/a.png", nil, "Range", "bytes=99999-").Header.Get("Content-Range"); got != fmt.Sprintf("bytes */%d", len(logo)) {
			t.Errorf("the whole is %q", got)
		}
	})
}

func TestProxiesLetEveryUploadThrough(t *testing.T) {
	for _, file := range []string{"nginx.conf", "nginx-edge.conf"} {
		config, err := os.ReadFile("../../deploy/" + file)
		if err != nil {
			t.Fatal(err)
		}
		_, after, _ := strings.Cut(string(config), "client_max_body_size ")
		var most int64
		if _, err := fmt.Sscanf(after, "%dm;", &most); err != nil || most<<20 < maxUpload+maxEnvelope {
			t.Errorf("%s takes bodies of %d MB (%v)", file, most, err)
		}
	}
}

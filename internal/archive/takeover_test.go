package archive

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// supabase is a site elsewhere, older than ours: it answers with three rows at
// most, knows no versions and slugs, lacks tables, and is busy at times.
type supabase struct {
	tables  map[string][]map[string]any
	files   map[string]string
	folders map[string][]map[string]any
	busy    int // answers that are 429 first
	expired int // answers that are 401 first
	signIns int
	asked   []string
}

func (s *supabase) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.asked = append(s.asked, r.Method+" "+r.URL.Path)
	say := func(status int, body any) {
		w.WriteHeader(status)
		json.NewEncoder(w).Encode(body)
	}
	switch path := r.URL.Path; {
	case path == "/auth/v1/token":
		s.signIns++
		say(200, map[string]any{"access_token": fmt.Sprint("token", s.signIns)})
	case r.Header.Get("Authorization") == "Bearer public":
		say(401, map[string]any{"message": "no session"})
	case s.busy > 0:
		s.busy--
		w.Header().Set("Retry-After", "7")
		say(429, map[string]any{"message": "slow down"})
	case s.expired > 0:
		s.expired--
		say(401, map[string]any{"message": "JWT expired"})
	case strings.HasPrefix(path, "/rest/v1/"):
		rows, there := s.tables[strings.TrimPrefix(path, "/rest/v1/")]
		if !there {
			say(404, map[string]any{"code": "PGRST205", "message": "Could not find the table"})
			return
		}
		key, _, _ := strings.Cut(r.URL.Query().Get("order"), ".")
		after := strings.TrimPrefix(r.URL.Query().Get(key), "gt.")
		page := slices.DeleteFunc(slices.Clone(rows), func(row map[string]any) bool {
			have, _ := strconv.Atoi(fmt.Sprint(row[key]))
			last, err := strconv.Atoi(after)
			return err == nil && have <= last || err != nil && after != "" && fmt.Sprint(row[key]) <= after
		})
		say(200, page[:min(3, len(page))])
	case strings.HasPrefix(path, "/storage/v1/object/list/"):
		var q struct {
			Prefix string
			Offset int
		}
		json.NewDecoder(r.Body).Decode(&q)
		page := s.folders[q.Prefix]
		say(200, page[min(q.Offset, len(page)):])
	default:
		content, there := s.files[strings.TrimPrefix(path, "/storage/v1/object/portfolio-logos/")]
		if !there {
			say(404, map[string]any{"message": "Object not found"})
			return
		}
		w.Write([]byte(content))
	}
}

func file(name string) map[string]any {
	return map[string]any{"name": name, "id": uuid.NewString(), "created_at": "2024-01-01T00:00:00Z"}
}

// takeover is ready to collect from the address.
func takeover(address string) *Takeover {
	o := quiet
	o.Judge = func(content []byte) (string, error) {
		if !bytes.HasPrefix(content, []byte("picture")) {
			return "", errors.New("no picture")
		}
		return "image/png", nil
	}
	o.Strip = func(_ string, content []byte) []byte { return bytes.TrimSuffix(content, []byte(" at home")) }
	return &Takeover{
		Source:  Source{URL: address, Key: "public", Email: "e@mail.example", Password: "p", pause: func(context.Context, time.Duration) error { return nil }},
		Options: o, Bucket: "portfolio-logos", GoodName: regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9._-]{0,199}$`).MatchString,
	}
}

func TestAnOlderSiteIsTakenOverWithWhatItHas(t *testing.T) {
	site := &supabase{busy: 3, expired: 1, files: map[string]string{"a.png": "picture a at home", "my logo.png": "picture b", "team/a.png": "picture c", "x.svg": "<svg>", "huge.png": "picture" + strings.Repeat("x", 2*maxLogo)},
		folders: map[string][]map[string]any{
			"":     {file("a.png"), file("my logo.png"), {"name": "team", "id": nil}, file("x.svg"), file("gone.png"), file("huge.png")},
			"team": {file("a.png"), file(".emptyFolderPlaceholder")},
		}}
	server := httptest.NewServer(site)
	defer server.Close()
	bucket := server.URL + "/storage/v1/object/public/portfolio-logos/"
	site.tables = map[string][]map[string]any{
		"hero_content":   {{"id": 1, "title": "Hello", "subtitle": "<p onclick=x>Hi</p><script>x</script>", "theme": "dark"}},
		"featured_areas": {{"id": 1, "hero_id": 1, "title": "A"}, {"id": 2, "hero_id": 9, "title": "An orphan"}},
		"job_listings": {{"id": 1, "title": "Same"}, {"id": 2, "title": "Same", "created_at": "2024-05-06T07:08:09+00:00"}, {"id": 5, "title": " "}, {"id": 7, "title": "日本"},
			{"id": 8, "title": "Kept", "slug": "a-slug", "version": 12, "updated_at": "2025-01-01T00:00:00.5+02:00"}},
		"navigation_links": {{"id": 1, "name": "N", "path": "/", "order": 1, "open_in_new_window": nil}, {"id": 2, "name": "Bad", "path": "javascript:alert(1)", "order": 2}},
		"portfolio_companies": {{"id": 1, "name": "A", "description": "d", "website_url": "https://a.example", "logo_url": bucket + "my%20logo.png?v=1"},
			{"id": 2, "name": "B", "description": "d", "website_url": "https://b.example", "logo_url": bucket + "team/a.png"},
			{"id": 3, "name": "C", "description": "d", "website_url": "https://c.example", "logo_url": bucket + "x.svg"}},
		"newsletter_subscriptions": {{"id": 1, "email": "A@mail.example"}, {"id": 2, "email": "b@mail.example"}, {"id": 3, "email": "a@mail.example"}, {"id": 4, "email": "no address"}},
	}
	path := filepath.Join(t.TempDir(), "site.zip")
	ended, take := map[string]int64{}, takeover(server.URL)
	take.Progress = func(step string, done, total int64) {
		if done == total {
			ended[step] = done
		}
	}
	report, err := take.Collect(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	if ended["job_listings"] != 4 || ended["logos"] != 3 {
		t.Errorf("the steps that ended: %v", ended)
	}
	want := []string{
		"logo x.svg: no picture",
		`logo gone.png: fetch the logo gone.png: the source says "Object not found" (404)`,
		"logo huge.png: fetch the logo huge.png: it is too large: the answer has more than 10485760 bytes",
		"featured_areas 2: hero_id 9 of hero_content is not there",
		"job_listings 5: Title is required",
		"navigation_links 2: Must be a valid URL",
		`newsletter_subscriptions 3: email "a@mail.example" is there twice`,
		"newsletter_subscriptions 4: Please enter a valid email address.",
	}
	if !slices.Equal(report.Problems, want) {
		t.Errorf("problems:\n%s", strings.Join(report.Problems, "\n"))
	}
	lines := strings.Join(report.Lines(), "\n")
	for _, words := range []string{"hero_content has columns that are not known here: theme", "is not there and stays as it is here", "people stay as they are here"} {
		if !strings.Contains(lines, words) {
			t.Errorf("the report does not say %q:\n%s", words, lines)
		}
	}
	if _, err := Open(path, nil); err == nil {
		t.Error("an archive was made although rows break rules")
	}
	if site.signIns != 2 {
		t.Errorf("signed in %d times", site.signIns)
	}

	again := takeover(server.URL)
	again.SkipInvalid = true
	if _, err := again.Collect(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		disk := newShelf()
		if _, err := s.AsSystem().Insert(t.Context(), &schema.TeamMembers, store.Row{"name": "Ada"}); err != nil {
			t.Fatal(err)
		}
		if err := load(t, path, s, disk, false); err != nil {
			t.Fatal(err)
		}
		checkTaken(t, s, disk)
	})
}

func checkTaken(t *testing.T, s *store.Store, disk *shelf) {
	t.Helper()
	texts := func(table *schema.Table, column string) string {
		t.Helper()
		rows, err := s.AsSystem().Select(t.Context(), table, store.Query{Order: []store.Order{store.Asc(table.Key().Name)}})
		if err != nil {
			t.Fatal(err)
		}
		var out []string
		for _, row := range rows {
			out = append(out, fmt.Sprint(row[column]))
		}
		return strings.Join(out, " | ")
	}
	const public = "/storage/v1/object/public/portfolio-logos/"
	for _, c := range []struct {
		table        *schema.Table
		column, want string
	}{
		{&schema.HeroContent, "subtitle", "<p>Hi</p>"},
		{&schema.FeaturedAreas, "title", "A"},
		{&schema.JobListings, "id", "1 | 2 | 7 | 8"},
		{&schema.JobListings, "slug", "same | same-2 | job-7 | a-slug"},
		{&schema.JobListings, "version", "1 | 1 | 1 | 12"},
		{&schema.NavigationLinks, "open_in_new_window", "true"},
		{&schema.NewsletterSubscriptions, "email", "A@mail.example | b@mail.example"},
		{&schema.TeamMembers, "name", "Ada"}, // the source has no such table
		{&schema.Settings, "name", "seeded"},
	} {
		if got := texts(c.table, c.column); got != c.want {
			t.Errorf("%s.%s is %s", c.table.Name, c.column, got)
		}
	}
	logos := strings.Split(texts(&schema.PortfolioCompanies, "logo_url"), " | ")
	if logos[0] != public+"my_logo.png" || logos[1] != public+"team_a.png" || !strings.HasPrefix(logos[2], "http://127.0.0.1") {
		t.Errorf("logos: %v", logos)
	}
	if len(disk.files) != 3 {
		t.Errorf("%d files", len(disk.files))
	}
	for _, content := range disk.files {
		if bytes.Contains(content, []byte("at home")) {
			t.Errorf("a logo came unstripped: %s", content)
		}
	}
	job, err := s.AsSystem().One(t.Context(), &schema.JobListings, store.Eq("id", int64(2)))
	if err != nil || !job.Time("updated_at").Equal(time.Date(2024, 5, 6, 7, 8, 9, 0, time.UTC)) {
		t.Errorf("a job without updated_at: %v (%v)", job, err)
	}
	next, err := s.AsSystem().Insert(t.Context(), &schema.JobListings, store.Row{"title": "Next"})
	if err != nil || next[0].Int("id") != 9 {
		t.Errorf("the next job: %v (%v)", next, err)
	}
}

func TestATakeoverGoesNowhereElse(t *testing.T) {
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("another host was asked") }))
	defer elsewhere.Close()
	server := httptest.NewServer(http.RedirectHandler(elsewhere.URL, http.StatusTemporaryRedirect))
	defer server.Close()
	_, err := takeover(server.URL).Collect(t.Context(), filepath.Join(t.TempDir(), "site.zip"))
	if err == nil || !strings.Contains(err.Error(), "the source sends us to") {
		t.Errorf("says %v", err)
	}
}

func TestEveryLogoFindsAName(t *testing.T) {
	take := takeover("http://127.0.0.1")
	take.once = map[string]bool{}
	for _, name := range []string{strings.Repeat("a", 196) + ".png", strings.Repeat("é", 300) + ".png", "team/a.png", "-.png"} {
		for range 200 {
			free := take.freeName(name)
			if !take.GoodName(free) || !strings.HasSuffix(free, ".png") && !strings.HasSuffix(free, "_png") || take.once["storage_objects name "+free] {
				t.Fatalf("%s becomes %s", name, free)
			}
			take.once["storage_objects name "+free] = true
		}
	}
}

func TestPublicKeysAreKnown(t *testing.T) {
	for key, all := range map[string]bool{
		"": false, "sb_publishable_x": false, "sb_secret_x": true,
		"eyJhbGciOiJIUzI1NiJ9.eyJyb2xlIjoiYW5vbiJ9.x": false, "eyJhbGciOiJIUzI1NiJ9.eyJyb2xlIjoic2VydmljZV9yb2xlIn0.x": true,
	} {
		if mayReadAll(key) != all {
			t.Errorf("%q is judged wrongly", key)
		}
	}
}

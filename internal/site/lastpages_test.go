package site_test

import (
	"net/url"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"vitrine/internal/schema"
	"vitrine/internal/site"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

func TestABrokenRendererShowsTheStudiosLastPagesAfterAStart(t *testing.T) {
	s := storetest.SQLite(t)
	v := open(t, s, withReact, func(o *site.Options) { o.LastContent = filepath.Join(t.TempDir(), "last-content.json") })
	if _, err := s.AsSystem().Update(t.Context(), &schema.SiteSettings, store.Eq("id", 1), store.Row{"name": "Barlavento", "language": "pt"}); err != nil {
		t.Fatal(err)
	}
	v.change(&schema.HeroContent, store.Row{"title": "A rede fica lá fora."})
	marked := v.mark()
	for _, path := range []string{"/", "/careers", "/contact", "/nowhere"} {
		v.get(path)
	}
	v.post("/newsletter", url.Values{"email": {"a@example.com"}})
	v.post("/contact", url.Values{"name": {"Ana"}})
	if err := v.site.SaveSeen(); err != nil {
		t.Fatal(err)
	}

	// Another build, whose files have other names, and whose engine fails.
	broken := v.options
	dist := withBundle(t, `render = () => { throw new Error("no") }`)
	assets := string(dist["server/assets.json"].Data)
	css := regexp.MustCompile(`"css":\s*"([^"]+)"`).FindStringSubmatch(assets)[1]
	dist["server/assets.json"].Data = []byte(strings.ReplaceAll(assets, css, "/assets/another.css"))
	broken.Dist = dist
	again, err := site.New(broken)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(again.Close)
	v = v.with(again)
	home := v.get("/")
	v.shows(home, 200, `<html lang="pt">`, "A rede fica lá fora", "Barlavento", marked["skip_link"], "/assets/another.css")
	if strings.Contains(home.Body.String(), css) {
		t.Error("the page names a file of the build before")
	}
	v.shows(v.get("/contact"), 200, marked["contact_title"])
	v.shows(v.get("/careers/"+v.first(&schema.JobListings).Text("slug")), 200, marked["careers_title"])
	v.shows(v.get("/nowhere"), 404, marked["not_found_title"])
	v.shows(v.post("/newsletter", url.Values{"email": {"b@example.com"}}), 200, marked["newsletter_thanks"])
	v.shows(v.post("/contact", url.Values{"name": {"Rui <b>"}}), 422, marked["contact_title"], `value="Rui &lt;b&gt;"`)
	v.shows(v.get("/about"), 200, "Our Approach", "Barlavento") // never seen before
}

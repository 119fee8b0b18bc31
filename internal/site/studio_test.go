package site_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

func TestAStudioHasPagesOfItsOwn(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		v := open(t, s, withReact)
		editor := s.As(schema.Actor{Role: schema.Editor, UserID: "u"})
		if w := v.get("/imprint"); w.Code != 404 {
			t.Errorf("before it is there: %d", w.Code)
		}
		rows, err := editor.Insert(t.Context(), &schema.Pages, store.Row{"title": "Imprint", "slug": "imprint", "body": "<p>Responsible: <b>Ada</b></p><script>x()</script>"})
		if err != nil {
			t.Fatal(err)
		}
		w := v.get("/imprint")
		v.shows(w, 200, "<title>Imprint | Vitrine</title>", "Responsible: <b>Ada</b>", `content="Responsible: Ada"`)
		if strings.Contains(w.Body.String(), "x()") {
			t.Error("a script is on the page")
		}
		v.shows(v.get("/sitemap.xml"), 200, "/imprint</loc>")
		page := store.Eq("id", rows[0].Int("id"))
		if _, err := editor.Update(t.Context(), &schema.Pages, page, store.Row{"slug": "legal"}); err != nil {
			t.Fatal(err)
		}
		v.shows(v.get("/legal"), 200, "Responsible")
		w = v.get("/imprint")
		if w.Code != 301 || w.Header().Get("Location") != "/legal" || w.Header().Get("Cache-Control") != "no-cache" {
			t.Errorf("the old address: %d %v", w.Code, w.Header())
		}
		if _, err := editor.Update(t.Context(), &schema.Pages, page, store.Row{"is_visible": false}); err != nil {
			t.Fatal(err)
		}
		if w := v.get("/legal"); w.Code != 404 {
			t.Errorf("hidden: %d", w.Code)
		}
		if strings.Contains(v.get("/sitemap.xml").Body.String(), "legal") {
			t.Error("a hidden page is in the sitemap")
		}
	})
}

// Words of another language are full of letters that the faces of English have not; those would come late.
func TestFacesAheadAreThoseOfTheLanguage(t *testing.T) {
	v := open(t, storetest.SQLite(t), withReact)
	preloads := regexp.MustCompile(`<link rel="preload" href="([^"]+)" as="font"`)
	ahead := func() (out []string) {
		page := v.get("/")
		v.shows(page, 200)
		inline, _, _ := strings.Cut(page.Body.String(), "</style>")
		for _, m := range preloads.FindAllStringSubmatch(inline, -1) {
			if out = append(out, m[1]); !strings.Contains(inline, "src:url("+m[1]+")") {
				t.Errorf("%s comes ahead and is not used", m[1])
			}
		}
		return out
	}
	if got := ahead(); len(got) != 2 || !strings.Contains(got[0], "basic") || !strings.Contains(got[1], "basic") {
		t.Errorf("English: %q", got)
	}
	if _, err := v.store.AsSystem().Update(t.Context(), &schema.SiteSettings, store.Eq("id", 1), store.Row{"language": "pt"}); err != nil {
		t.Fatal(err)
	}
	if got := ahead(); len(got) != 2 || strings.Contains(got[0]+got[1], "basic") {
		t.Errorf("Portuguese: %q", got)
	}
}

func TestASiteSpeaksForItsStudio(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		v := open(t, s, withReact)
		editor := s.As(schema.Actor{Role: schema.Editor, UserID: "u"})
		if _, err := editor.Update(t.Context(), &schema.SiteSettings, store.Eq("id", 1), store.Row{
			"name": "Northbeam & Co", "city": "Lisbon", "language": "pt", "theme": map[string]any{"pack": "observatory"}, "head_keywords": "lighthouses",
		}); err != nil {
			t.Fatal(err)
		}
		for key, text := range map[string]string{"menu_open": "Menú", "copyright": "{year}, {studio} em {city}", "newsletter_thanks": "Obrigado!", "feed_title": "Vagas em {studio}"} {
			if _, err := editor.Insert(t.Context(), &schema.SiteWords, store.Row{"key": key, "text": text}); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := editor.Insert(t.Context(), &schema.PageHeads, store.Row{"path": "/about", "title": "Who we are", "noindex": true}); err != nil {
			t.Fatal(err)
		}
		v.shows(v.get("/"), 200, `<html lang="pt">`, "Northbeam &amp; Co", "Menú", "Northbeam &amp; Co em Lisbon", `content="lighthouses"`)
		job := storetest.Add(t, s, &schema.JobListings, store.Row{"title": "Faroleiro", "created_at": time.Date(2026, 3, 9, 23, 0, 0, 0, time.UTC)})
		v.shows(v.get("/careers/"+job.Text("slug")), 200, `<html lang="pt">`, ">9 de março de 2026</time>")
		v.shows(v.get("/about"), 200, "<title>Who we are</title>", `name="robots" content="noindex"`)
		v.shows(v.get("/feed.xml"), 200, `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="pt">`, "<title>Vagas em Northbeam &amp; Co</title>", "<name>Northbeam &amp; Co</name>")
		v.shows(v.get("/site.webmanifest"), 200, `"name": "Northbeam \u0026 Co"`, `"lang": "pt"`)
		if strings.Contains(v.get("/sitemap.xml").Body.String(), "/about<") {
			t.Error("a page that is not to be found is in the sitemap")
		}
	})
}

package site_test

import (
	"io/fs"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"vitrine/internal/schema"
	"vitrine/internal/site"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
	"vitrine/web"
)

// withBundle is the real build with another server bundle.
func withBundle(t testing.TB, bundle string) fstest.MapFS {
	t.Helper()
	dist := fstest.MapFS{"server/server.js": {Data: []byte(bundle)}}
	for _, name := range []string{"server/assets.json", "server/fallback.json"} {
		raw, err := fs.ReadFile(web.Dist(), name)
		if err != nil {
			t.Fatal(err)
		}
		dist[name] = &fstest.MapFile{Data: raw}
	}
	return dist
}

func bundled(t *testing.T, bundle string) func(*site.Options) {
	return func(o *site.Options) { o.Dist = withBundle(t, bundle) }
}

func TestABrokenRendererShowsThePagesOfTheBuild(t *testing.T) {
	for name, bundle := range map[string]string{
		"throws":         `render = () => { throw new Error("no") }`,
		"never ends":     `render = () => { for (;;); }`,
		"eats memory":    `render = () => { const a = []; for (;;) a.push(new Array(1e6).fill(1)) }`,
		"says nothing":   `render = () => 1`,
		"is not there":   `1`,
		"speaks no JSON": `render = () => "<p>"`,
	} {
		t.Run(name, func(t *testing.T) {
			v := open(t, storetest.SQLite(t), bundled(t, bundle))
			began := time.Now()
			v.shows(v.get("/"), 200, "Software is going shopping", "© "+time.Now().UTC().Format("2006"), origin)
			if name == "never ends" && time.Since(began) > storetest.Busy(5*time.Second) {
				t.Errorf("it took %v", time.Since(began))
			}
			if name != "throws" {
				return
			}
			for path, text := range map[string]string{"/about": "Our Approach", "/careers": "Failed to load job listings.", "/careers/founding-engineer-agentic-checkout": "Failed to load", "/contact": "Send message"} {
				v.shows(v.get(path), 200, text)
			}
			w := v.get("/nowhere")
			v.shows(w, 404, "Oops! Page not found")
			if strings.Contains(w.Body.String(), "origin.invalid") || strings.Contains(w.Body.String(), "9999") {
				t.Error("what the build did not know is still there")
			}
			v.shows(v.post("/newsletter", map[string][]string{"email": {"a@example.com"}}), 200, "Thank you for subscribing to our newsletter!")
		})
	}
}

func TestAPageThatFailsToRenderShowsTheLastGoodOne(t *testing.T) {
	v := open(t, storetest.SQLite(t), bundled(t, `render = (json) => {
		const title = JSON.parse(json).hero_content.title
		if (title === "bad") throw new Error("no")
		return JSON.stringify({ head: "", body: title })
	}`))
	v.change(&schema.HeroContent, store.Row{"title": "good"})
	v.shows(v.get("/"), 200, "<body>good<")
	v.change(&schema.HeroContent, store.Row{"title": "bad"})
	v.shows(v.get("/"), 200, "<body>good<")
	v.change(&schema.HeroContent, store.Row{"title": "better"})
	v.shows(v.get("/"), 200, "<body>better<")
}

func TestNoPageLeavesAnythingBehindForTheNext(t *testing.T) {
	v := open(t, storetest.SQLite(t), bundled(t, `let seen = 0; render = (json) => {
		seen++
		Object.prototype.polluted = "yes"
		return JSON.stringify({ head: "", body: "pages: " + seen })
	}`))
	for _, path := range []string{"/", "/about", "/contact"} {
		v.shows(v.get(path), 200, "<body>pages: 1<")
	}
}

func TestNoEngineWaitsForPagesOfASiteThatIsClosed(t *testing.T) {
	pages := plainPages(t, storetest.SQLite(t))
	pages.Close()
	for range 20 {
		pages.Refill()
	}
	if n := pages.Spare(); n != 0 {
		t.Errorf("%d engines wait", n)
	}
}

func TestEnginesWaitForAsManyPagesAsTheMachineCanRender(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(8))
	pages := plainPages(t, storetest.SQLite(t))
	mux := http.NewServeMux()
	pages.Routes(mux)
	waiting := func() {
		t.Helper()
		for end := time.Now().Add(storetest.Busy(20 * time.Second)); pages.Spare() != 4; time.Sleep(time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("%d engines wait", pages.Spare())
			}
		}
	}
	waiting()
	var all sync.WaitGroup
	for _, path := range []string{"/", "/about", "/careers", "/contact", "/nowhere"} {
		all.Go(func() { mux.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", path, nil)) })
	}
	all.Wait()
	waiting()
}

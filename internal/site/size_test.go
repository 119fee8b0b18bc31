package site_test

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"

	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

func TestAPageOfTooMuchContentShowsTheLastGoodOne(t *testing.T) {
	v := open(t, storetest.SQLite(t), bundled(t, `render = (json) => JSON.stringify({ head: "", body: JSON.parse(json).hero_content.title })`))
	v.change(&schema.HeroContent, store.Row{"title": "little"})
	v.shows(v.get("/"), 200, "<body>little<")
	areas := make([]store.Row, 110)
	for i := range areas {
		areas[i] = store.Row{"hero_id": v.first(&schema.HeroContent)["id"], "title": "Much", "description": strings.Repeat("x", schema.MaxHTML)}
	}
	if _, err := v.store.AsSystem().Insert(t.Context(), &schema.FeaturedAreas, areas...); err != nil {
		t.Fatal(err)
	}
	v.change(&schema.HeroContent, store.Row{"title": "much"})
	v.shows(v.get("/"), 200, "<body>little<")
}

// What a connection brings before the first word comes back: ten packets, less
// the header fields.
const firstFlight = 14_000 - 1_000

// TestWhatIsSeenFirstComesFirst reads as much of a page as the first packets
// hold: the styles and everything above the fold, even of a page that was
// packed in a hurry.
func TestWhatIsSeenFirstComesFirst(t *testing.T) {
	v := open(t, storetest.SQLite(t), withReact)
	for path, end := range map[string]string{"/": `id="process"`, "/about": "</h1>", "/careers": "</h1>", "/contact": "</form>"} {
		packed := v.get(path, "Accept-Encoding", "br").Body.Bytes()
		if len(packed) > 28_000 {
			t.Errorf("%s takes %d bytes", path, len(packed))
		}
		first, _ := io.ReadAll(brotli.NewReader(bytes.NewReader(packed[:min(len(packed), firstFlight)])))
		_, body, found := strings.Cut(string(first), "</head>")
		if !found || !strings.Contains(string(first), "<style") {
			t.Errorf("%s: the head is not in the first packets", path)
		}
		if _, rest, found := strings.Cut(body, "<h1"); !found || !strings.Contains(rest, end) {
			t.Errorf("%s: the first %d of %d bytes end before %s: ...%.200s", path, firstFlight, len(packed), end, body[max(0, len(body)-200):])
		}
	}
}

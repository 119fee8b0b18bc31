package site

import (
	"testing"

	"vitrine/internal/store"
)

// TestTheIconOfAFreshSiteIsInThePage holds that nobody fetches it, and that a studio's own is a file.
func TestTheIconOfAFreshSiteIsInThePage(t *testing.T) {
	built := assets{Icon: "data:image/svg+xml,x"}
	built.fresh = built.frame("", nil, "")
	built.foreign, built.themed = built.fresh, built.fresh
	for key, want := range map[string]string{
		"name": "data:image/svg+xml,x", "city": "data:image/svg+xml,x", "language": "data:image/svg+xml,x",
		"theme": "/favicon.svg", "mark": "/favicon.svg", "frame": "/favicon.svg", "art": "/favicon.svg", "icon": "/favicon.svg",
	} {
		for when, who := range map[string]any{"read": map[string]any{key: "own"}, "seen last": store.Row{key: "own"}} {
			if got := built.frameOf(data{"site": who}).icon; got != want {
				t.Errorf("with %s, %s: %s", key, when, got)
			}
		}
	}
}

func TestAnOutageLeavesAStudioItsFrame(t *testing.T) {
	var built assets
	built.themed = built.frame("its own", nil, "")
	if got := built.frameOf(data{"site": store.Row{"theme": store.Row{"css": "x"}}}); got.policy != built.themed.policy {
		t.Errorf("a page whose studio cannot be read is framed as %v", got)
	}
}

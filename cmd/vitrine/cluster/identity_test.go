package cluster_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

var themeFile = regexp.MustCompile(`/theme-[0-9a-f]{20}\.css`)

// identity saves looks on a, each with a name of its own, and waits for b's
// pages. One that has the name has the look that belongs to it, whose files both
// answer for.
func (c *cluster) identity(t *testing.T) {
	var took []time.Duration
	looks := map[string]string{} // by file, whose it is
	for round, art := range []string{"blocks", "letters", "vessels", "weave", "blocks"} {
		name := fmt.Sprintf("Studio %d", round)
		row := map[string]any{"name": name, "theme": map[string]any{"hue_glass": 40 * round, "art": art, "seed": round}}
		if s, body := call("PATCH", "http://"+c.a.addr+"/rest/v1/site_settings?id=eq.1", c.token, row); s != 204 {
			t.Fatalf("save: %d %s", s, body)
		}
		began := time.Now()
		for _, path := range []string{"/", "/about"} {
			css := ""
			within(t, path+" of the other shows "+name, func() bool {
				_, body := call("GET", "http://"+c.b.addr+path, "", nil)
				css = themeFile.FindString(string(body))
				return strings.Contains(string(body), `"name":"`+name+`"`) && css != ""
			})
			if whose := looks[css]; whose != "" && whose != name {
				t.Errorf("%s of %s has the look of %s", path, name, whose)
			}
			looks[css] = name
		}
		took = append(took, time.Since(began))
		for css, whose := range looks {
			for _, i := range []*instance{c.a, c.b} {
				if s := status("http://" + i.addr + css); s != 200 {
					t.Errorf("the look of %s is %d at %s", whose, s, i.addr)
				}
			}
		}
	}
	slices.Sort(took)
	t.Logf("figures: an identity that is saved on one instance is on two pages of the other after %v, the slowest of %d after %v", took[len(took)/2].Round(time.Millisecond), len(took), took[len(took)-1].Round(time.Millisecond))
}

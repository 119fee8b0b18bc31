package rest_test

import (
	_ "embed"
	"fmt"
	"maps"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"vitrine/internal/content"
	"vitrine/internal/schema"
)

//go:embed testdata/injections.txt
var injectionFile string

// injections try to leave the place of a value or a name; each stands quoted
// on a line of its own.
func injections(t testing.TB) (out []string) {
	t.Helper()
	for line := range strings.Lines(injectionFile) {
		text, err := strconv.Unquote(strings.TrimSpace(line))
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		out = append(out, text)
	}
	return out
}

// places are where a request takes text; %s is the text, encoded.
var places = []string{
	"GET team_members?name=eq.%s", "GET team_members?id=eq.%s", "GET team_members?name=like.%s", "GET team_members?name=ilike.%s", "GET team_members?id=in.(%s)",
	`GET team_members?name=in.("%s",x)`, "GET team_members?name=is.%s", "GET team_members?name=%s", "GET team_members?%s=eq.1", "GET team_members?or=(name.eq.%s)",
	"GET team_members?or=(%s)", "GET team_members?and=(%s.eq.1)", "GET team_members?or=%s", "GET team_members?order=%s", "GET team_members?order=id.%s",
	"GET team_members?select=%s", "GET team_members?select=id,x:%s", "GET hero_content?select=featured_areas(%s)", "GET hero_content?select=featured_areas!%s(id)",
	"GET hero_content?select=*,featured_areas(*)&featured_areas.%s=eq.1", "GET hero_content?select=*,featured_areas(*)&featured_areas.order=%s", "GET hero_content?%s.order=id",
	"GET team_members?limit=%s", "GET team_members?offset=%s", "GET job_listings?created_at=gt.%s", "GET navigation_links?is_visible=eq.%s", "GET user_profiles?user_id=eq.%s",
	"GET about_content?why_ecommerce=eq.%s", "GET %s", "GET rpc/%s", "PATCH team_members?%s=eq.1", "DELETE team_members?%s", "DELETE team_members?id=eq.%s&id=eq.0",
}

// columnPlaces are where a request takes text beside a column, in every table:
// %[1]s is the table, %[2]s the column, %[3]s the text, encoded, and %[4]s
// finds no row.
var columnPlaces = []string{
	"GET %[1]s?%[2]s=eq.%[3]s", "GET %[1]s?%[2]s=in.(%[3]s)", "GET %[1]s?or=(%[2]s.eq.%[3]s,%[2]s.lt.%[3]s)&%[4]s", "GET %[1]s?order=%[2]s.%[3]s",
	"GET %[1]s?select=%[2]s%[3]s", "DELETE %[1]s?%[2]s=neq.%[3]s&%[4]s",
}

// injected are the texts in all places. One in so many is taken, in turns, so
// that each text and each place has its share.
func injected(t testing.TB, inPlaces, inColumns int) (out []call) {
	t.Helper()
	for n, text := range injections(t) {
		fixed := inFixedPlaces(text)
		for m := n % inPlaces; m < len(fixed); m += inPlaces {
			out = append(out, fixed[m])
		}
		columns := inEveryColumn(text)
		for m := n % inColumns; m < len(columns); m += inColumns {
			out = append(out, columns[m])
		}
	}
	return out
}

func inFixedPlaces(text string) (out []call) {
	escaped, body := url.QueryEscape(text), fmt.Sprintf("%q", strings.ToValidUTF8(text, "?"))
	for _, place := range places {
		out = append(out, nasty(editor, strings.Replace(place, "%s", escaped, 1)))
	}
	for _, header := range []string{"Range", "Prefer: handling=strict", "Accept", "Accept-Profile", "Authorization", "If-None-Match", "X-Client-Info"} {
		name, value, _ := strings.Cut(header, ": ")
		out = append(out, call{as: editor, method: "GET", path: "team_members", header: []string{name + ": " + strings.TrimPrefix(value+", "+text, ", ")}})
	}
	for _, name := range slices.Sorted(maps.Keys(content.Procedures())) {
		for _, args := range []string{`{"id":%s}`, `{"ids":[%s]}`, `{"id":0,"version":%s}`, `{"id":0,"version":1,%s:1}`, `{"id":0,"version":1,"title":%s,"name":%s}`} {
			out = append(out, call{as: editor, method: "POST", path: "rpc/" + name, body: strings.ReplaceAll(args, "%s", body)})
		}
	}
	return append(out,
		call{as: editor, method: "POST", path: "team_members?on_conflict=" + escaped, body: `{"id":1,"name":"nasty"}`, header: []string{"Prefer: resolution=merge-duplicates"}},
		call{as: editor, method: "POST", path: "team_members?columns=" + escaped, body: `[{"name":"nasty"}]`},
		call{as: editor, method: "POST", path: `team_members?columns="nowhere","` + escaped + `"`, body: `[{"name":"nasty"}]`},
		call{as: editor, method: "POST", path: "team_members", body: `{"name":"nasty",` + body + `:1}`, header: []string{"Content-Profile: public"}},
		call{as: editor, method: "POST", path: "team_members", body: `{"name":"nasty"}`, header: []string{"Content-Profile: " + text}},
	)
}

func inEveryColumn(text string) (out []call) {
	escaped, body := url.QueryEscape(text), fmt.Sprintf("%q", strings.ToValidUTF8(text, "?"))
	for _, table := range schema.Tables {
		none := table.Key().Name + "=is.null"
		for i := range table.Columns {
			name := url.QueryEscape(`"` + table.Columns[i].Name + `"`)
			for _, place := range columnPlaces {
				out = append(out, nasty(admin, fmt.Sprintf(place, table.Name, name, escaped, none)))
			}
			out = append(out, call{as: admin, method: "PATCH", path: table.Name + "?" + none, body: `{"` + table.Columns[i].Name + `":` + body + `}`})
		}
	}
	return out
}

func TestNoTextLeavesItsPlace(t *testing.T) {
	calls, least := injected(t, 7, 211), 1500
	if os.Getenv("VITRINE_TEST_SOAK") != "" {
		calls, least = injected(t, 1, 10), 10_000
	}
	if len(calls) < least {
		t.Fatalf("%d requests; %d are promised", len(calls), least)
	}
	each(t, func(t *testing.T, s *site) {
		was := s.snapshot(schema.Tables...)
		for _, c := range calls {
			a := s.ask(c)
			civil(t, c, a)
			if strings.Contains(a.body, "password_hash") && a.status < 400 {
				t.Errorf("%s %q answers %s", c.method, c.path, a.body)
			}
			if strings.Contains(c.path, "=eq."+url.QueryEscape("'")) && a.status < 400 && a.body != "[]" {
				t.Errorf("%s %q finds rows: %s", c.method, c.path, a.body)
			}
		}
		s.unchanged(t, "a text that was no value changed something", was, schema.Tables...)
		t.Logf("figures: %d requests with hostile texts in every parameter, 0 rows changed, 0 answers of 5xx", len(calls))
		for _, text := range injections(t) {
			if !strings.ContainsRune(text, 0) && strings.ToValidUTF8(text, "") == text {
				if text == "\u202e" { // alone it is no text that anybody could see
					text += "."
				}
				s.keepsText(t, text)
			}
		}
	})
}

// keepsText stores a text, finds it by itself and reads it back unchanged.
func (s *site) keepsText(t *testing.T, text string) {
	t.Helper()
	body := quoted(t, text)
	if a := s.ask(call{as: editor, method: "POST", path: "portfolio_companies", body: `{"name":"Acme","website_url":"https://example.com/","description":` + body + `}`}); a.status != 201 {
		t.Errorf("store %q: status %d %s", text, a.status, a.body)
		return
	}
	escaped := url.QueryEscape(text)
	inTree := url.QueryEscape(`"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text) + `"`)
	for _, query := range []string{"description=eq." + escaped, "or=(description.eq." + inTree + ")", "description=in.(" + inTree + ")", "and=(description.in.(" + inTree + "))"} {
		got := s.ask(call{as: editor, method: "GET", path: "portfolio_companies?select=description&" + query}).rows(t)
		if len(got) != 1 || got[0]["description"] != text {
			t.Errorf("%q by %s gives %v", text, query, got)
		}
	}
	if a := s.ask(call{as: editor, method: "DELETE", path: "portfolio_companies?description=eq." + escaped}); a.status != 204 {
		t.Errorf("delete %q: status %d %s", text, a.status, a.body)
	}
}

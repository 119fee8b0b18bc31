package rest_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"vitrine/internal/schema"
)

func nasty(as schema.Actor, line string) call {
	method, path, _ := strings.Cut(line, " ")
	c := call{as: as, method: method, path: path}
	if method == "PATCH" || method == "POST" {
		c.body = `{"name":"nasty"}`
	}
	return c
}

// brokenBodies are no rows of team_members.
var brokenBodies = []string{
	`{`, `[`, `}`, `{]`, `[}`, `null`, `true`, `1`, `"x"`, `{"name":}`, `{"name"}`, `{name:"x"}`, `{'name':'x'}`, `{"name":"x",}`, `[{"name":"x"},]`, `{"name":"x"}{"name":"y"}`,
	`{"name":"x"} x`, `[1]`, `[null]`, `["x"]`, `[[]]`, `[{"name":"x"},1]`, `NaN`, `{"name":NaN}`, `{"name":Infinity}`, `{"name":undefined}`, `// x`, `<xml/>`, `name=x`, ` `, "\ufeff{\"name\":\"x\"}",
	"{\"name\":\"\xff\"}", "{\"name\":\"a\x00b\"}", `{"name":"\u0000"}`, `{"name":"a\u0000b"}`, `{"na\u0000me":"x"}`, `{"name":"\x41"}`, `{"name":"tab	raw` + "\n" + `"}`,
	`{"":"x"}`, `{"nope":1}`, `{"name":"x","nope":1}`, `{"id":"x","name":"x"}`, `{"id":1.5,"name":"x"}`, `{"id":1e2,"name":"x"}`, `{"id":1e999,"name":"x"}`, `{"id":99999999999999999999,"name":"x"}`,
	`{"id":-99999999999999999999,"name":"x"}`, `{"id":9223372036854775807,"name":"x"}`, `{"id":-1,"name":"x"}`, `{"id":0,"name":"x"}`, `{"id":true,"name":"x"}`, `{"id":{},"name":"x"}`, `{"id":[],"name":"x"}`, `{"id":[1],"name":"x"}`,
	`{"id":null,"name":"x"}`, `{"id":"","name":"x"}`, `{"id":" ","name":"x"}`, `{"id":"1 2","name":"x"}`, `{"id":"0x10","name":"x"}`, `{"id":"1_0","name":"x"}`, `{"id":"+","name":"x"}`, `{"id":"--1","name":"x"}`, `{"id":"１","name":"x"}`,
	`{"name":null}`, `{"name":""}`, `{"name":"x","name":null}`, `{"image_url":1,"name":"x"}`, `{"image_url":{},"name":"x"}`, `{"image_url":["/a"],"name":"x"}`, `{"image_url":true,"name":"x"}`,
	`{"name":"x","image_url":"javascript:1"}`, strings.Repeat("[", 33) + strings.Repeat("]", 33), strings.Repeat("[", 100_000), strings.Repeat(`{"a":`, 50) + "1" + strings.Repeat("}", 50), `{"name":` + strings.Repeat("[", 40) + strings.Repeat("]", 40) + `}`,
	`{"name":"` + strings.Repeat("x", 301) + `"}`, `{"company":"` + strings.Repeat("x", 100_001) + `","name":"x"}`, `[` + strings.Repeat(`{"name":"x"},`, 1000) + `{"name":"x"}]`, `{"__proto__":{"name":"x"}}`, `{"constructor":1}`,
}

// wrongTypes are values that a column of the type does not take.
var wrongTypes = map[schema.Type][]string{
	schema.Int8:      {`"abc"`, `1.5`, `1e3`, `true`, `{}`, `[1]`, `""`, `99999999999999999999`},
	schema.Int4:      {`"abc"`, `1.5`, `true`, `{}`, `[]`, `""`, `2147483648`, `-2147483649`, `99999999999999999999`},
	schema.Boolean:   {`"maybe"`, `2`, `1.5`, `{}`, `[]`, `""`, `"null"`},
	schema.Timestamp: {`"yesterday"`, `1`, `true`, `{}`, `[]`, `""`, `"2026-13-01"`, `"2026-02-30"`, `"2026-01-01T25:00:00Z"`, `"0000-00-00"`, `"99999-01-01"`, `"infinity"`, `"2026-01-01T00:00:00+99:00"`, `"now"`},
	schema.UUID:      {`"x"`, `1`, `true`, `{}`, `""`, `"11111111-1111-4111-8111-11111111111g"`, `"11111111-1111-4111-8111-1111111111111"`, `"urn:uuid:11111111-1111-4111-8111-111111111111"`},
	schema.JSON:      {`"x"`, `1`, `true`, `{}`, `[1]`, `[null]`, `["\u0000"]`, `[[[[]]]]`},
}

// refused are requests that must be answered with 4xx and change nothing.
func refused() (out []call) {
	for _, body := range brokenBodies {
		for _, header := range [][]string{nil, {"Prefer: return=representation"}, {"Prefer: resolution=merge-duplicates"}} {
			out = append(out, call{as: editor, method: "POST", path: "team_members", body: body, header: header})
		}
		if body != " " { // no arguments
			out = append(out, call{as: editor, method: "POST", path: "rpc/increment_job_ranks", body: body})
		}
	}
	for _, table := range schema.Tables {
		for i := range table.Columns {
			c := &table.Columns[i]
			for _, value := range wrongTypes[c.Type] {
				text := strings.Trim(value, `"`)
				if c.Type != schema.JSON && strings.TrimSpace(text) != "" {
					out = append(out, call{as: admin, method: "GET", path: table.Name + "?" + url.QueryEscape(`"`+c.Name+`"`) + "=eq." + url.QueryEscape(text)})
				}
				if !c.Auto && (c.Fields == nil || value != "{}") { // which an object fills up
					out = append(out, call{as: admin, method: "PATCH", path: table.Name + "?" + table.Key().Name + "=not.is.null", body: `{"` + c.Name + `":` + value + `}`})
				}
			}
		}
	}
	in := strings.Repeat("1,", 500) + "1"
	many := strings.Repeat("&id=gt.0", 21)
	for _, line := range []string{
		"GET nowhere", "POST nowhere", "PATCH nowhere?id=eq.1", "DELETE nowhere?id=eq.1", "GET team_members/1", "GET team_members/", "GET rpc/", "GET rpc/nowhere", "POST rpc/nowhere",
		"PUT team_members", "OPTIONS team_members", "TRACE team_members", "CONNECT team_members", "BREW team_members", "PUT rpc/increment_job_ranks", "DELETE rpc/increment_job_ranks", "POST ", "DELETE ", "PATCH ",
		"GET team_members?id=eq.1%zz", "GET team_members?id=eq.1;name=eq.x", "GET team_members?%zz=eq.1", "DELETE team_members?id=eq.1%zz", "DELETE team_members?id=eq.1;x", "PATCH team_members?id=eq.1%", "DELETE team_members?;", "DELETE team_members?%",
		"GET team_members?id=eq.%ff", "GET team_members?%ff=eq.1", "GET team_members?name=eq.%00", "GET team_members?na%00me=eq.x", "DELETE team_members?name=eq.a%00", "GET team_members?name=eq.%c0%af", "GET team_members?name=eq.%ed%a0%80",
		"GET team_members?=eq.1", "GET team_members?id", "GET team_members?id=", "GET team_members?id=1", "GET team_members?id=eq", "GET team_members?id=eq1", "GET team_members?id=.eq.1", "GET team_members?id=EQ.1", "GET team_members?id=not.1", "GET team_members?id=not.not.eq.1",
		"GET team_members?id=fts.x", "GET team_members?name=match.x", "GET team_members?name=imatch.x", "GET team_members?name=cs.{a}", "GET team_members?name=cd.{a}", "GET team_members?name=ov.{a}", "GET team_members?name=sl.x", "GET team_members?name=isdistinct.x",
		"GET team_members?name=like(any).{a,b}", "GET team_members?id=eq(any).{1,2}", "GET team_members?name=phfts(english).x", "GET team_members?id=like.1*", "GET team_members?id=ilike.1", `GET team_members?name=like.a%5c`, "GET team_members?id=is.true", "GET team_members?name=is.maybe", "GET team_members?id=is.",
		"GET team_members?id=in.1", "GET team_members?id=in.(1", "GET team_members?id=in.1)", "GET team_members?id=in.(1)x", "GET team_members?id=in.(a)", "GET team_members?id=in.(1,,2)", "GET team_members?id=in.(" + in + ")", "GET team_members?id=gt.0" + many,
		"GET team_members?or=", "GET team_members?or=()", "GET team_members?or=(", "GET team_members?or=)", "GET team_members?or=(id.eq.1", "GET team_members?or=id.eq.1", "GET team_members?or=(id.eq.1))", "GET team_members?or=(id.eq.1,)", "GET team_members?or=(,id.eq.1)", "GET team_members?or=(id)", "GET team_members?or=(id.eq)",
		"GET team_members?or=(id.1)", "GET team_members?or=(id.xx.1)", "GET team_members?and=(or(id.eq.1)", "GET team_members?and=(not.and())", "GET team_members?and=(not.id.eq.1)", `GET team_members?or=(name.eq."a`, `GET team_members?or=("name`, "GET team_members?or=(name.eq.{a)", "GET team_members?or=(nope.eq.1)", "GET team_members?nope.or=(id.eq.1)",
		"GET team_members?or=" + strings.Repeat("(and", 12) + "(id.eq.1)" + strings.Repeat(")", 12), "GET team_members?and=" + strings.Repeat("(or", 2000) + strings.Repeat(")", 2000), "GET team_members?or=(" + strings.Repeat("id.eq.1,", 25) + "id.eq.2)",
		"GET team_members?select=nope", "GET team_members?select=id,", "GET team_members?select=,id", "GET team_members?select=id,,name", "GET team_members?select=id)", "GET team_members?select=(id)", "GET team_members?select=id(", "GET team_members?select=id()", "GET team_members?select=id:", "GET team_members?select=:id", "GET team_members?select=a:b:id",
		"GET team_members?select=id::text", "GET team_members?select=count()", "GET team_members?select=id.sum()", "GET team_members?select=name->x", "GET team_members?select=name->>x", "GET team_members?select=*()", "GET team_members?select=...hero_content(*)", "GET team_members?select=hero_content(*)", `GET team_members?select="id`, "GET team_members?select=id!inner", "GET team_members?select=!inner(id)",
		"GET hero_content?select=featured_areas", "GET hero_content?select=featured_areas(", "GET hero_content?select=featured_areas(nope)", "GET hero_content?select=featured_areas!nope(id)", "GET hero_content?select=featured_areas!(id)", "GET hero_content?select=nope(id)", "GET hero_content?select=featured_areas(hero_content(featured_areas(id)))", "GET hero_content?select=" + strings.Repeat("featured_areas(id),", 10) + "featured_areas(id)", "GET hero_content?select=" + strings.Repeat("id,", 100) + "id",
		"GET hero_content?select=" + strings.Repeat("featured_areas(hero_content(", 500), "GET hero_content?featured_areas.id=eq.1", "GET hero_content?featured_areas.order=id", "GET hero_content?featured_areas.limit=1", "GET hero_content?select=id&nope.limit=1", "GET hero_content?select=*,featured_areas(*)&featured_areas.nope=eq.1", "GET hero_content?select=*,featured_areas(*)&featured_areas.order=nope", "GET hero_content?select=*,featured_areas(*)&featured_areas.limit=x", "GET hero_content?select=*,featured_areas(*)&featured_areas.or=(nope.eq.1)",
		"GET team_members?order=", "GET team_members?order=nope", "GET team_members?order=id.up", "GET team_members?order=id.asc.desc", "GET team_members?order=id.nullsfirst.desc", "GET team_members?order=id,", "GET team_members?order=,id", "GET team_members?order=id;", "GET team_members?order=1", "GET team_members?order=id.asc.nullsmiddle", "GET navigation_links?order=eq.1", "GET team_members?order=" + strings.Repeat("id,", 21) + "id", "GET hero_content?select=*,featured_areas(*)&order=featured_areas(id)",
		"GET team_members?limit=x", "GET team_members?limit=-1", "GET team_members?limit=1.5", "GET team_members?limit=", "GET team_members?limit=99999999999999999999", "GET team_members?offset=-1", "GET team_members?offset=x", "GET team_members?offset=99999999999999999999", "GET team_members?limit=NULL", "GET team_members?limit=1e3",
		"PATCH team_members", "DELETE team_members", "PATCH team_members?limit=1", "DELETE team_members?limit=1&order=id", "DELETE team_members?select=id", "DELETE team_members?order=id", "PATCH team_members?id=eq.1&limit=1", "DELETE team_members?id=eq.1&offset=1", "DELETE team_members?nope=eq.1", "PATCH team_members?or=()", "DELETE hero_content?select=*,featured_areas(*)&featured_areas.id=eq.1",
		"POST team_members?columns=nope", "POST team_members?columns=name,", `POST team_members?columns="name`, "POST team_members?columns=name;id", "POST team_members?select=nope", "POST team_members?on_conflict=name", "POST team_members?on_conflict=nope", "POST team_members?on_conflict=id,name", "POST team_members?order=nope", "POST team_members?nope=eq.1",
	} {
		c := nasty(editor, line)
		if strings.Contains(c.path, "on_conflict") {
			c.header = []string{"Prefer: resolution=merge-duplicates"}
		}
		out = append(out, c)
	}
	row := `{"name":"nasty"}`
	for _, header := range []string{
		"Accept: text/csv", "Accept: text/html", "Accept: image/png", "Accept: application/vnd.pgrst.plan+json", "Accept: application/vnd.pgrst.array+json;nulls=stripped", "Accept: application/geo+json", "Accept: ;;;",
		"Content-Profile: private", "Content-Profile: pg_catalog", "Content-Type: text/plain", "Content-Type: text/csv", "Content-Type: application/x-www-form-urlencoded", "Content-Type: application/octet-stream", "Content-Type: multipart/form-data", "Content-Type: ;", "Content-Type: application/jsonx", "Prefer: handling=strict, nope", "Prefer: handling=strict, return=everything", "Prefer: handling=strict, tx=rollback",
	} {
		out = append(out, call{as: editor, method: "POST", path: "team_members", body: row, header: []string{header}},
			call{as: editor, method: "PATCH", path: "team_members?id=eq.1", body: row, header: []string{header}})
	}
	for _, header := range []string{"Range: 5-1", "Range: -1", "Range: a-b", "Range: 99999999999999999999-", "Range: 0-99999999999999999999", "Range: x", "Range: 1--2", "Accept-Profile: private"} {
		out = append(out, call{as: editor, method: "GET", path: "team_members", header: []string{header}})
	}
	for _, prefer := range []string{"handling=strict, max-affected=x", "handling=strict, max-affected=-1", "handling=strict, max-affected=0", "handling=strict, max-affected=99999999999999999999"} {
		out = append(out, call{as: editor, method: "PATCH", path: "team_members?id=eq.1", body: row, header: []string{"Prefer: " + prefer}})
	}
	for _, body := range []string{`[{"name":"a"},{"position":"b"}]`, `[{"name":"a"},{"name":"b","position":"c"}]`, `[{"name":"a"},{}]`, `[{"id":900,"name":"a"},{"id":900,"name":"b"}]`} {
		out = append(out, call{as: editor, method: "POST", path: "team_members", body: body})
	}
	out = append(out,
		call{as: editor, method: "GET", path: "job_listings?about=ilike.*" + strings.Repeat("_", 500)},
		call{as: editor, method: "GET", path: "job_listings?or=(about.like.*" + strings.Repeat("_", 500) + ")"},
		call{as: editor, method: "PATCH", path: "job_listings?id=eq.1", body: `{"id":77}`}, // its lists would lose it
		call{as: editor, method: "PATCH", path: "team_members?id=gt.0", body: `{"id":77}`},
	)
	for _, body := range []string{`[]`, `[{"name":"a"},{"name":"b"}]`} {
		out = append(out, call{as: editor, method: "PATCH", path: "team_members?id=eq.1", body: body})
	}
	for _, args := range []string{`{"id":1}`, `{"id":"x","version":1}`, `{"id":1,"version":99}`, `{"id":null,"version":null}`, `{"nope":1}`, `[]`, `{"id":1,"version":1,"responsibilities":"x"}`, `{"id":1,"version":1,"responsibilities":[{}]}`, `{"id":1,"version":1,"title":null}`, `{"id":1,"version":1,"rank":0}`, `{"title":" "}`, `{"title":"x","about":{}}`, `{"id":1,"version":1.5}`, `{"id":[],"version":{}}`, `{"section":"a\u0000","ids":[1]}`} {
		if args != `{"title":"x","about":{}}` {
			out = append(out, call{as: editor, method: "POST", path: "rpc/save_job", body: args})
		}
		for _, name := range []string{"save_hero", "save_about", "save_contact", "save_process", "save_team", "reorder_navigation_links", "reorder_footer_links"} {
			out = append(out, call{as: editor, method: "POST", path: "rpc/" + name, body: args})
		}
	}
	return out
}

// civil checks what holds for every answer: no failure of ours, and no word of
// the engine in it.
func civil(t *testing.T, c call, a answer) {
	t.Helper()
	what := fmt.Sprintf("%s %.200q %q %.120q", c.method, c.path, c.header, c.body)
	if a.status >= 500 {
		t.Errorf("%s: status %d %.300s", what, a.status, a.body)
	}
	if a.status >= 400 && c.method != "HEAD" {
		f := a.fault(t)
		for _, sign := range []string{"SQLITE", "sqlite", "pgx", "SQLSTATE", "goroutine", ".go:", "syntax error at"} {
			if strings.Contains(fmt.Sprint(f["message"], f["details"], f["hint"]), sign) && !strings.Contains(c.path+c.body+fmt.Sprint(c.header), sign) {
				t.Errorf("%s gives away %q: %s", what, sign, a.body)
			}
		}
	}
}

func TestBadInputIsRefusedAndChangesNothing(t *testing.T) {
	calls := refused()
	if len(calls) < 300 {
		t.Fatalf("%d requests; 300 are promised", len(calls))
	}
	each(t, func(t *testing.T, s *site) {
		was := s.snapshot(schema.Tables...)
		for _, c := range calls {
			a := s.ask(c)
			civil(t, c, a)
			if a.status < 400 {
				t.Errorf("%s %.200q %q %.120q was accepted: %d %.200s", c.method, c.path, c.header, c.body, a.status, a.body)
			}
		}
		s.unchanged(t, "a refused request changed something", was, schema.Tables...)
	})
}

func TestOversizeBodiesAreRefusedHoweverTheyAreSent(t *testing.T) {
	each(t, func(t *testing.T, s *site) {
		was := s.snapshot(schema.Tables...)
		for _, c := range []struct {
			as     schema.Actor
			path   string
			size   int
			chunks bool
			want   int
		}{
			{visitor, "newsletter_subscriptions", 256<<10 + 1, false, 413},
			{visitor, "newsletter_subscriptions", 256<<10 + 1, true, 413},
			{visitor, "newsletter_subscriptions", 1 << 30, true, 413},
			{visitor, "newsletter_subscriptions", 1 << 40, false, 413},
			{viewer, "contact_form_submissions", 256<<10 + 1, true, 413},
			{editor, "team_members", 2<<20 + 1, false, 413},
			{editor, "team_members", 2<<20 + 1, true, 413},
			{editor, "rpc/save_job", 2<<20 + 1, true, 413},
			{visitor, "newsletter_subscriptions", 256 << 10, true, 400},
			{editor, "team_members", 2 << 20, true, 400},
		} {
			body := io.LimitReader(filler{}, int64(c.size))
			r := httptest.NewRequest("POST", "/rest/v1/"+c.path, body)
			r.Header.Set("Content-Type", "application/json")
			r.ContentLength = int64(c.size)
			if c.chunks {
				r.ContentLength = -1
			}
			w := httptest.NewRecorder()
			s.mux.ServeHTTP(w, r.WithContext(schema.WithActor(t.Context(), c.as, nil)))
			f := answer{w.Code, w.Header(), w.Body.String()}.fault(t)
			if w.Code != c.want || f["code"] != "PGRST102" {
				t.Errorf("%d bytes as %s (chunked %v): status %d %s", c.size, c.as.Role, c.chunks, w.Code, w.Body)
			}
		}
		if s.snapshot(schema.Tables...) != was {
			t.Error("a body that was too large changed something")
		}
	})
}

// filler is an endless body.
type filler struct{}

func (filler) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}

func TestARequestThatNobodyIdentifiedIsNotAVisitor(t *testing.T) {
	s := onSQLite(t)
	for _, path := range []string{"/rest/v1/team_members", "/rest/v1/", "/rest/v1"} {
		w := httptest.NewRecorder()
		s.mux.ServeHTTP(w, httptest.NewRequest("GET", path, http.NoBody))
		if w.Code != 500 || strings.Contains(w.Body.String(), "identified") {
			t.Errorf("%s: status %d %s", path, w.Code, w.Body)
		}
	}
}

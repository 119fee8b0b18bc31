package rest_test

import (
	"net/url"
	"strings"
	"testing"
)

// Where PostgREST 13 takes a blank and where it does not (QueryParams.hs).
func TestBlanksStandWherePostgRESTTakesThem(t *testing.T) {
	each(t, func(t *testing.T, s *site) {
		for _, c := range []struct{ key, value, want string }{ // want: ids in their order; "" means 400
			{"or", "(rank.eq.1, rank.eq.2)", "1 2"},
			{"or", " ( rank.eq.1 , rank.eq.2 ) ", "1 2"},
			{"or", "(\trank.eq.1,\t\"rank\" .eq.2)", "1 2"},
			{"or", "(rank .eq.1, and ( rank.gt.1, not.or( id.eq.3 , title.eq.x)) )", "1 2"},
			{"or", "(location.is.null , rank.eq.1)", "1 2"},
			{"or", `(title.eq."Engineer", title.eq.Designer)`, "1 2"},
			{"or", `(title.eq."Engineer" , title.eq.Designer)`, "2"}, // such a quote is part of the text
			{"or", "(title.eq. Engineer,rank.eq.2)", "2"},            // a value is verbatim
			{"or", "(id.in. ( 1, 2 ) , rank.eq.9)", "1 2"},
			{"or", "(title.in.(Engineer, Designer),rank.eq.9)", "1"},
			{"id", "in. (1, 2) ", "1 2"},
			{"title", "in.( Engineer,Designer)", "1 2"},
			{" rank ", "eq.1", "1"},
			{"order", "location, rank", "3 1 2"},
			{"order", " location.desc.nullslast,\trank ", "1 3 2"},
			{"order", "rank .desc , id", ""}, // nothing may follow the direction
			{"order", "rank .desc, id", "3 2 1"},
			{"order", `"rank" .desc`, "3 2 1"},
			{"order", "rank. desc", ""},
			{"order", "rank.desc ", ""},
			{"order", "  ", ""},
			{"or", "(rank. eq.1,rank.eq.2)", ""},
			{"or", "(rank.eq.1,rank.eq.2) x", ""},
			{"or", "(rank.eq.1,,rank.eq.2)", ""},
			{"or", "(location.is. null,rank.eq.2)", ""},
			{"or", "(not. and(rank.eq.1),rank.eq.2)", ""},
			{"limit", " 1 ", "1"},
		} {
			query := url.Values{"select": {"id"}, c.key: {c.value}}
			if c.key != "order" {
				query.Set("order", "id")
			}
			a := s.ask(call{as: visitor, method: "GET", path: "job_listings?" + query.Encode()})
			if c.want == "" {
				if a.status != 400 || a.fault(t)["code"] != "PGRST100" {
					t.Errorf("%s=%q: status %d %s, want PGRST100", c.key, c.value, a.status, a.body)
				}
				continue
			}
			want := `[{"id":` + strings.ReplaceAll(c.want, " ", `},{"id":`) + `}]`
			if a.status != 200 || a.body != want {
				t.Errorf("%s=%q: status %d %s, want %s", c.key, c.value, a.status, a.body, want)
			}
		}
		for _, c := range []struct{ text, want string }{
			{"rank, title", `[{"rank":1,"title":"Engineer"}]`},
			{" rank\t,\ttitle ", `[{"rank":1,"title":"Engineer"}]`},
			{"at : rank, \"title\" ", `[{"at":1,"title":"Engineer"}]`},
			{"rank, tasks : job_preferred !inner( description , job_id )", `[{"rank":1,"tasks":[{"description":"Kind","job_id":1}]}]`},
			{"job_preferred(id) , rank", `[{"job_preferred":[{"id":1}],"rank":1}]`},
			{"id, job_preferred( id)", `[{"id":1,"job_preferred":[{"id":1}]}]`},
			{" *, job_preferred(id)", "all"},
			{"job_preferred(id )", `[{"job_preferred":[{"id":1}]}]`},
			{"job_preferred(* )", ""},
			{"* , rank", ""},
			{"rank title", ""},
			{"rank,,title", ""},
		} {
			a := s.ask(call{as: visitor, method: "GET", path: "job_listings?" + url.Values{"select": {c.text}, "id": {"eq.1"}}.Encode()})
			if c.want == "all" {
				c.want = s.ask(call{as: visitor, method: "GET", path: "job_listings?select=*,job_preferred(id)&id=eq.1"}).body
			}
			if c.want == "" && a.status != 400 || c.want != "" && (a.status != 200 || a.body != c.want) {
				t.Errorf("select=%q: status %d %s, want %q", c.text, a.status, a.body, c.want)
			}
		}
		written := s.ask(call{as: editor, method: "POST", path: "homepage_sections?columns=section_name,+is_visible&on_conflict=+section_name&select=section_name",
			header: []string{"Prefer: return=representation, resolution=merge-duplicates"}, body: `[{"section_name":"portfolio_companies","is_visible":false}]`})
		if written.status != 200 || written.body != `[{"section_name":"portfolio_companies"}]` {
			t.Errorf("columns and on_conflict with blanks: status %d %s", written.status, written.body)
		}
	})
}

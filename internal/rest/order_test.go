package rest_test

import "testing"

// The rows that a write answers with come in the order in which a read would
// have them.
func TestTheAnswerOfAWriteIsInTheOrderAskedFor(t *testing.T) {
	const (
		table = "job_listings?select=title,location,rank,created_at&id=gt.0&order="
		wide  = "job_listings?select=title,job_responsibilities(description)&id=gt.0&order="
	)
	rows := []string{"Prefer: return=representation"}
	each(t, func(t *testing.T, s *site) {
		added := `[{"title":"zoologist","rank":2,"location":null},{"title":"Émile","rank":9,"location":"Agra"},{"title":"Artist","rank":2,"location":"Berlin"}]`
		a := s.ask(call{as: editor, method: "POST", path: "job_listings?select=title&order=rank.desc,title", body: added, header: rows})
		if want := `[{"title":"Émile"},{"title":"Artist"},{"title":"zoologist"}]`; a.status != 201 || a.body != want {
			t.Errorf("POST: %d %s, want %s", a.status, a.body, want)
		}
		for _, path := range []string{table, wide} {
			for _, order := range []string{"title", "title.desc", "location,title", "location.desc,title", "location.nullsfirst,title.desc", "location.desc.nullslast,id", "rank.desc,title.asc", "created_at,id.desc", "version,id"} {
				a := s.ask(call{as: editor, method: "PATCH", path: path + order, body: `{"about":"<p>new</p>"}`, header: rows})
				want := s.ask(call{as: editor, method: "GET", path: path + order})
				if a.status != 200 || a.body != want.body {
					t.Errorf("PATCH by %s: %d %s, want %s", order, a.status, a.body, want.body)
				}
			}
		}
		links := "navigation_links?select=name,is_visible&id=gt.0&order=is_visible,name"
		want := s.ask(call{as: editor, method: "GET", path: links})
		if a := s.ask(call{as: editor, method: "DELETE", path: links, header: rows}); a.status != 200 || a.body != want.body {
			t.Errorf("DELETE: %d %s, want %s", a.status, a.body, want.body)
		}
		want = s.ask(call{as: editor, method: "GET", path: table + "title.desc"})
		if a := s.ask(call{as: editor, method: "DELETE", path: table + "title.desc", header: rows}); a.status != 200 || a.body != want.body {
			t.Errorf("DELETE: %d %s, want %s", a.status, a.body, want.body)
		}
	})
}

// PostgreSQL returns the rows of an UPDATE or DELETE as it comes across them.
func TestTheAnswerOfAWriteIsInTheOrderOfTheKeyOtherwise(t *testing.T) {
	const path = "team_members?select=id&id=lte.3"
	rows := []string{"Prefer: return=representation"}
	each(t, func(t *testing.T, s *site) {
		for _, id := range []string{"1", "2"} {
			if a := s.ask(call{as: editor, method: "PATCH", path: "team_members?id=eq." + id, body: `{"position":"moved"}`}); a.status != 204 {
				t.Fatalf("PATCH of %s: %d %s", id, a.status, a.body)
			}
		}
		for _, method := range []string{"PATCH", "DELETE"} {
			a := s.ask(call{as: editor, method: method, path: path, body: `{"position":"x"}`, header: rows})
			if want := `[{"id":1},{"id":2},{"id":3}]`; a.status != 200 || a.body != want {
				t.Errorf("%s: %d %s, want %s", method, a.status, a.body, want)
			}
		}
	})
}

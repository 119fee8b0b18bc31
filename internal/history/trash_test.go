package history_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/revisions"
	"vitrine/internal/store/storetest"
)

func TestADeletedJobComesBackAtItsAddressWithItsLists(t *testing.T) {
	each(t, func(d desk) {
		editor, admin := d.as(schema.Editor, ada), d.as(schema.Admin, bo)
		d.must(editor, "save_job", `{"title": "Last"}`)
		d.must(editor, "save_job", `{"title": "Lamplighter", "preferred": ["Matches"]}`)
		d.must(editor, "save_job", `{"title": "First"}`)
		d.must(editor, "delete_job", `{"id": 2}`)
		gone := `{"revision_id": ` + d.revision(schema.Deleted) + `}`
		if _, err := d.call(d.as(schema.Viewer, bo), "restore_deleted", gone); !fault.Is(err, fault.Denied) {
			d.Errorf("a viewer: %v", err)
		}
		if _, err := d.call(editor, "purge_deleted", gone); !fault.Is(err, fault.Denied) {
			d.Errorf("an editor purges: %v", err)
		}
		d.must(editor, "restore_deleted", gone)
		rows, err := editor.Select(d.Context(), &schema.JobListings, store.Query{Order: []store.Order{store.Asc("rank")}})
		if err != nil || len(rows) != 3 || rows[1].Text("slug") != "lamplighter" || rows[1].Int("id") != 2 || rows[2].Int("rank") != 3 {
			d.Errorf("jobs %v (%v)", rows, err)
		}
		if n, err := editor.Count(d.Context(), &schema.JobPreferred, store.Eq("job_id", 2)); n != 1 || err != nil {
			d.Errorf("%d items (%v)", n, err)
		}
		if _, err := d.call(editor, "restore_deleted", gone); !fault.Is(err, fault.Stale) {
			d.Errorf("put back twice: %v", err)
		}
		d.must(editor, "delete_job", `{"id": 2}`)
		d.must(editor, "save_job", `{"title": "Lamplighter"}`)
		out := d.must(editor, "restore_deleted", `{"revision_id": `+d.revision(schema.Deleted)+`}`)
		if raw, _ := json.Marshal(out["left_out"]); !strings.Contains(string(raw), "lamplighter is taken by now; it is at lamplighter-2") {
			d.Errorf("left out %s", raw)
		}
		d.must(editor, "delete_job", `{"id": 2}`)
		d.must(admin, "purge_deleted", `{"revision_id": `+d.revision(schema.Deleted)+`}`)
		if n, err := d.s.AsSystem().Count(d.Context(), &schema.Revisions, store.Eq("document_id", "2"), store.Eq("document", "job")); n != 0 || err != nil {
			d.Errorf("%d revisions of what was purged (%v)", n, err)
		}
	})
}

func TestAPageWhoseAddressIsTakenComesBackAtAnother(t *testing.T) {
	each(t, func(d desk) {
		editor := d.as(schema.Editor, ada)
		d.must(editor, "save_page", `{"title": "Imprint", "slug": "imprint", "body": "<p>a</p>", "is_visible": true}`)
		d.must(editor, "delete_page", `{"id": 1}`)
		d.must(editor, "save_page", `{"title": "New", "slug": "imprint", "body": "<p>b</p>", "is_visible": true}`)
		out := d.must(editor, "restore_deleted", `{"revision_id": `+d.revision(schema.Deleted)+`}`)
		if raw, _ := json.Marshal(out["left_out"]); out["document"].(map[string]any)["slug"] != "imprint-2" || !strings.Contains(string(raw), "imprint is taken by now") {
			d.Errorf("came back as %v, %s", out["document"], raw)
		}
	})
}

func TestAMessageAMemberAndASubscriberComeBack(t *testing.T) {
	each(t, func(d desk) {
		editor := d.as(schema.Editor, ada)
		message := storetest.Add(t, d.s, &schema.ContactFormSubmissions, store.Row{"name": "Eve", "email": "eve@example.com", "subject": "s", "message": "line\nline"})
		if _, err := editor.Delete(d.Context(), &schema.ContactFormSubmissions, store.Eq("id", message["id"])); err != nil {
			d.Fatal(err)
		}
		d.must(editor, "restore_deleted", `{"revision_id": `+d.revision(schema.Deleted)+`}`)
		if back := storetest.Get(t, d.s, &schema.ContactFormSubmissions, message["id"]); !maps.EqualFunc(back, message, func(a, b any) bool { return a == b }) {
			d.Errorf("%v came back as %v", message, back)
		}
		d.must(editor, "save_team", `{"loaded": [], "members": [{"name": "A"}, {"name": "B"}, {"name": "C"}]}`)
		d.must(editor, "save_team", `{"loaded": [{"id": 1, "version": 1}, {"id": 2, "version": 1}, {"id": 3, "version": 1}], "members": [{"name": "A"}, {"name": "C"}]}`)
		d.must(editor, "restore_deleted", `{"revision_id": `+d.revision(schema.Deleted)+`}`)
		rows, err := editor.Select(d.Context(), &schema.TeamMembers, store.Query{Order: []store.Order{store.Asc("id")}})
		names := ""
		for _, row := range rows {
			names += row.Text("name")
		}
		if names != "ABC" || err != nil {
			d.Errorf("the team is %s (%v)", names, err)
		}
	})
}

func TestAMessageComesBackWithItsNotesUntilItIsDeletedForGood(t *testing.T) {
	each(t, func(d desk) {
		editor := d.as(schema.Editor, ada)
		message := storetest.Add(t, d.s, &schema.ContactFormSubmissions, store.Row{"name": "Eve", "email": "eve@example.com", "subject": "s", "message": "m", "state": schema.MessageSpam})
		if _, err := editor.Insert(d.Context(), &schema.Notes, store.Row{"about_table": "contact_form_submissions", "about_id": message["id"], "text": "n"}); err != nil {
			d.Fatal(err)
		}
		remove := func() {
			d.Helper()
			if _, err := editor.Delete(d.Context(), &schema.ContactFormSubmissions, store.Eq("id", message["id"])); err != nil {
				d.Fatal(err)
			}
		}
		notes := func(want int64) {
			d.Helper()
			if n, err := editor.Count(d.Context(), &schema.Notes); n != want || err != nil {
				d.Errorf("%d notes, want %d (%v)", n, want, err)
			}
		}
		remove()
		d.must(editor, "restore_deleted", `{"revision_id": `+d.revision(schema.Deleted)+`}`)
		if back := storetest.Get(t, d.s, &schema.ContactFormSubmissions, message["id"]); back.Text("state") != schema.MessageSpam || back["quarantined_at"] != message["quarantined_at"] {
			d.Errorf("it came back as %v", back)
		}
		notes(1)
		remove()
		d.must(d.as(schema.Admin, bo), "purge_deleted", `{"revision_id": `+d.revision(schema.Deleted)+`}`)
		notes(0)
	})
}

func TestWhatWasPutBackKeepsItsNotesWhenTrashIsEmptied(t *testing.T) {
	each(t, func(d desk) {
		editor := d.as(schema.Editor, ada)
		message := storetest.Add(t, d.s, &schema.ContactFormSubmissions, store.Row{"name": "Eve", "email": "eve@example.com", "subject": "s", "message": "m"})
		if _, err := editor.Insert(d.Context(), &schema.Notes, store.Row{"about_table": "contact_form_submissions", "about_id": message["id"], "text": "n"}); err != nil {
			d.Fatal(err)
		}
		if _, err := editor.Delete(d.Context(), &schema.ContactFormSubmissions, store.Eq("id", message["id"])); err != nil {
			d.Fatal(err)
		}
		d.must(editor, "restore_deleted", `{"revision_id": `+d.revision(schema.Deleted)+`}`)
		if err := revisions.Sweep(d.Context(), d.s, revisions.Retention{Trash: time.Nanosecond}); err != nil {
			d.Fatal(err)
		}
		if n, err := d.s.AsSystem().Count(d.Context(), &schema.Revisions, store.Eq("action", schema.Deleted)); n != 0 || err != nil {
			d.Fatalf("%d deletions are kept (%v)", n, err)
		}
		if n, err := editor.Count(d.Context(), &schema.Notes); n != 1 || err != nil {
			d.Errorf("%d notes (%v)", n, err)
		}
	})
}

func TestSomebodyOfTheTeamWhoIsBackIsNotInTrash(t *testing.T) {
	each(t, func(d desk) {
		editor := d.as(schema.Editor, ada)
		d.must(editor, "save_team", `{"loaded": [], "members": [{"name": "Ann"}, {"name": "Bob"}]}`)
		whole := d.revision(schema.Saved)
		d.must(editor, "save_team", `{"loaded": [{"id": 1, "version": 1}, {"id": 2, "version": 1}], "members": [{"name": "Bob"}]}`)
		gone := d.revision(schema.Deleted)
		rows, err := editor.Select(d.Context(), &schema.TeamMembers, store.Query{})
		if err != nil || len(rows) != 1 {
			d.Fatal(rows, err)
		}
		d.must(editor, "restore_revision", `{"revision_id": `+whole+`, "version": `+fmt.Sprint(rows[0].Int("version"))+`}`)
		if _, err := d.call(editor, "restore_deleted", `{"revision_id": `+gone+`}`); !fault.Is(err, fault.Stale) {
			d.Errorf("put back twice: %v", err)
		}
		if n, err := editor.Count(d.Context(), &schema.TeamMembers, store.Eq("name", "Ann")); n != 1 || err != nil {
			d.Errorf("Ann is there %d times (%v)", n, err)
		}
	})
}

func TestALongAddressThatIsTakenHasRoomForANumber(t *testing.T) {
	each(t, func(d desk) {
		editor, slug := d.as(schema.Editor, ada), strings.Repeat("a", 80)
		page := `{"title": "Imprint", "slug": "` + slug + `", "body": "<p>a</p>"}`
		d.must(editor, "save_page", page)
		d.must(editor, "delete_page", `{"id": 1, "version": 1}`)
		d.must(editor, "save_page", page)
		out := d.must(editor, "restore_deleted", `{"revision_id": `+d.revision(schema.Deleted)+`}`)
		if is := out["document"].(map[string]any)["slug"]; is != slug[:78]+"-2" {
			d.Errorf("it is at %v", is)
		}
	})
}

func TestASubscriberComesBackWithTheirConsent(t *testing.T) {
	each(t, func(d desk) {
		editor, subscriptions := d.as(schema.Editor, ada), &schema.NewsletterSubscriptions
		was := storetest.Add(d, d.s, subscriptions, store.Row{"email": "ann@example.com", "consent": map[string]any{"source": "fair"}})
		if _, err := editor.Delete(d.Context(), subscriptions, store.Eq("id", was["id"])); err != nil {
			d.Fatal(err)
		}
		d.must(editor, "restore_deleted", `{"revision_id": `+d.revision(schema.Deleted)+`}`)
		if is := storetest.Get(d, d.s, subscriptions, was["id"]); string(is.AppendJSON(nil, subscriptions)) != string(was.AppendJSON(nil, subscriptions)) {
			d.Errorf("brought back as %v, it was %v", is, was)
		}
		if _, err := editor.Delete(d.Context(), subscriptions, store.Eq("id", was["id"])); err != nil {
			d.Fatal(err)
		}
		storetest.Add(d, d.s, subscriptions, store.Row{"email": "ann@example.com"})
		if _, err := d.call(editor, "restore_deleted", `{"revision_id": `+d.revision(schema.Deleted)+`}`); !fault.Is(err, fault.Duplicate) {
			d.Errorf("who subscribed anew: %v", err)
		}
	})
}

// members saves the team as these, as whoever has it open.
func (d desk) members(as store.Session, names ...string) {
	d.Helper()
	rows, err := as.Select(d.Context(), &schema.TeamMembers, store.Query{})
	if err != nil {
		d.Fatal(err)
	}
	loaded, members := []any{}, []any{}
	for _, row := range rows {
		loaded = append(loaded, map[string]any{"id": row["id"], "version": row["version"]})
	}
	for _, name := range names {
		members = append(members, map[string]any{"name": name})
	}
	raw, _ := json.Marshal(map[string]any{"loaded": loaded, "members": members})
	d.must(as, "save_team", string(raw))
}

func TestMembersComeBackToTheirPlacesInAnyOrder(t *testing.T) {
	for name, c := range map[string]struct {
		saves [][]string
		back  []string
		want  string
	}{
		"the first two of one save, newest first":  {[][]string{{"A", "B", "C", "D"}, {"C", "D"}}, []string{"B", "A"}, "ABCD"},
		"the first two of one save, oldest first":  {[][]string{{"A", "B", "C", "D"}, {"C", "D"}}, []string{"A", "B"}, "ABCD"},
		"the first of each save, oldest first":     {[][]string{{"A", "B", "C", "D"}, {"B", "C", "D"}, {"C", "D"}}, []string{"A", "B"}, "ABCD"},
		"the second of each save, oldest first":    {[][]string{{"A", "B", "C", "D"}, {"A", "C", "D"}, {"A", "D"}}, []string{"B", "C"}, "ABCD"},
		"the last of each save, oldest first":      {[][]string{{"A", "B", "C", "D"}, {"A", "B", "C"}, {"A", "B"}}, []string{"D", "C"}, "ABCD"},
		"one whose neighbours moved":               {[][]string{{"A", "B", "C", "D"}, {"A", "C", "D"}, {"C", "D", "A"}}, []string{"B"}, "CDAB"},
		"the first one after somebody came before": {[][]string{{"A", "B"}, {"B"}, {"X", "B"}}, []string{"A"}, "XAB"},
		"one of whose time nobody is left":         {[][]string{{"A", "B", "C"}, {"X", "Y", "Z"}}, []string{"B"}, "XBYZ"},
	} {
		t.Run(name, func(t *testing.T) {
			each(t, func(d desk) {
				editor := d.as(schema.Editor, ada)
				for _, names := range c.saves {
					d.members(editor, names...)
				}
				for _, who := range c.back {
					gone, err := d.s.AsSystem().Select(d.Context(), &schema.Revisions, store.Query{Where: store.All{store.Eq("document", "team_member"), store.IsNull("restored_at")}})
					if err != nil {
						d.Fatal(err)
					}
					for _, row := range gone {
						if revisions.Summary("team_member", row["snapshot"].(json.RawMessage)) == who {
							d.must(editor, "restore_deleted", fmt.Sprintf(`{"revision_id": %d}`, row.Int("id")))
						}
					}
				}
				rows, err := editor.Select(d.Context(), &schema.TeamMembers, store.Query{})
				if got := strings.Join(storetest.Texts(rows, "name"), ""); got != c.want || err != nil {
					d.Errorf("the team is %s, want %s (%v)", got, c.want, err)
				}
			})
		})
	}
}

// order spells the rows as the site shows them, with their numbers.
func (d desk) order(t *schema.Table, where ...store.Cond) (out string) {
	d.Helper()
	rows, err := d.s.AsSystem().Select(d.Context(), t, store.Query{Where: where})
	if err != nil {
		d.Fatal(err)
	}
	for _, row := range rows {
		out += fmt.Sprint(row.Text("name"), row.Int(t.Order), " ")
	}
	return strings.TrimSpace(out)
}

func TestWhatComesBackToAnOrderHasItsPlaceForItself(t *testing.T) {
	each(t, func(d desk) {
		editor := d.as(schema.Editor, ada)
		remove := func(table *schema.Table, name string) string {
			d.Helper()
			if rows, err := editor.Delete(d.Context(), table, store.Eq("name", name)); err != nil || len(rows) != 1 {
				d.Fatal(rows, err)
			}
			return `{"revision_id": ` + d.revision(schema.Deleted) + `}`
		}
		for _, name := range []string{"A", "B", "C"} {
			d.must(editor, "save_navigation_link", `{"name": "`+name+`", "path": "/"}`)
			d.must(editor, "save_footer_link", `{"name": "`+name+`", "path": "/", "section": "One"}`)
			d.must(editor, "save_footer_link", `{"name": "`+name+`2", "path": "/", "section": "Two"}`)
			d.must(editor, "save_company", `{"name": "`+name+`", "description": "d", "website_url": "https://a.example", "display_order": 0}`)
		}
		d.must(editor, "reorder_navigation_links", `{"ids": [3, 2, 1]}`)
		gone := remove(&schema.NavigationLinks, "C")
		d.must(editor, "restore_deleted", gone)
		if got := d.order(&schema.NavigationLinks); got != "C1 B2 A3" {
			d.Errorf("put back at once: %s", got)
		}
		gone = remove(&schema.NavigationLinks, "C")
		d.must(editor, "reorder_navigation_links", `{"ids": [2, 1]}`)
		before := storetest.Get(d, d.s, &schema.NavigationLinks, 2)
		d.must(editor, "restore_deleted", gone)
		if got := d.order(&schema.NavigationLinks); got != "C1 B2 A3" {
			d.Errorf("links: %s", got)
		}
		if after := storetest.Get(d, d.s, &schema.NavigationLinks, 2); after.Int("version") != before.Int("version") {
			d.Error("to make room is an edit of the others")
		}
		gone = remove(&schema.FooterLinks, "A")
		d.must(editor, "reorder_footer_links", `{"section": "One", "ids": [3, 5]}`)
		d.must(editor, "restore_deleted", gone)
		if one, two := d.order(&schema.FooterLinks, store.Eq("section", "One")), d.order(&schema.FooterLinks, store.Eq("section", "Two")); one != "A1 B2 C3" || two != "A21 B22 C23" {
			d.Errorf("the footer is %s and %s", one, two)
		}
		d.must(editor, "restore_deleted", remove(&schema.PortfolioCompanies, "B"))
		if got := d.order(&schema.PortfolioCompanies); got != "A0 B0 C0" {
			d.Errorf("companies that share a number: %s", got)
		}
		d.must(editor, "reorder_portfolio_companies", `{"ids": [3, 2, 1]}`)
		gone = remove(&schema.PortfolioCompanies, "C")
		d.must(editor, "reorder_portfolio_companies", `{"ids": [2, 1]}`)
		d.must(editor, "restore_deleted", gone)
		if got := d.order(&schema.PortfolioCompanies); got != "C0 B1 A2" {
			d.Errorf("companies: %s", got)
		}
	})
}

func TestWhatHasTheIDOfSomethingDeletedKeepsItsHistory(t *testing.T) {
	each(t, func(d desk) {
		editor, admin := d.as(schema.Editor, ada), d.as(schema.Admin, bo)
		d.must(editor, "save_job", `{"title": "Ghost"}`)
		d.must(editor, "delete_job", `{"id": 1}`)
		gone := `{"revision_id": ` + d.revision(schema.Deleted) + `}`
		if _, err := editor.Insert(d.Context(), &schema.JobListings, store.Row{"id": 1, "title": "Ghost again", "rank": 1}); err != nil {
			d.Fatal(err)
		}
		_, err := d.call(editor, "restore_deleted", gone)
		var said *fault.Error
		if !errors.As(err, &said) || said.Kind != fault.Stale || said.Hint != "Something else has its place by now." {
			d.Errorf("put back beside it: %v", err)
		}
		d.must(admin, "purge_deleted", gone)
		rows, err := d.s.AsSystem().Select(d.Context(), &schema.Revisions, store.Query{Where: store.All{store.Eq("document", "job"), store.Eq("document_id", "1")}})
		if err != nil || len(rows) != 1 || rows[0].Text("action") != schema.Created || !strings.Contains(string(rows[0]["snapshot"].(json.RawMessage)), "Ghost again") {
			d.Errorf("its history is %v (%v)", rows, err)
		}
	})
}

func TestWhatHasTheIDOfAMessageInTrashKeepsItsNotes(t *testing.T) {
	each(t, func(d desk) {
		editor := d.as(schema.Editor, ada)
		row := store.Row{"id": 7, "name": "Eve", "email": "eve@example.com", "subject": "s", "message": "m"}
		storetest.Add(t, d.s, &schema.ContactFormSubmissions, maps.Clone(row))
		if _, err := editor.Delete(d.Context(), &schema.ContactFormSubmissions, store.Eq("id", 7)); err != nil {
			d.Fatal(err)
		}
		storetest.Add(t, d.s, &schema.ContactFormSubmissions, row)
		if _, err := editor.Insert(d.Context(), &schema.Notes, store.Row{"about_table": "contact_form_submissions", "about_id": 7, "text": "n"}); err != nil {
			d.Fatal(err)
		}
		d.must(d.as(schema.Admin, bo), "purge_deleted", `{"revision_id": `+d.revision(schema.Deleted)+`}`)
		if n, err := editor.Count(d.Context(), &schema.Notes); n != 1 || err != nil {
			d.Errorf("%d notes (%v)", n, err)
		}
	})
}

func TestAPageThatTakesThePlaceOfARedirectSaysSo(t *testing.T) {
	each(t, func(d desk) {
		editor := d.as(schema.Editor, ada)
		d.must(editor, "save_page", `{"title": "Imprint", "slug": "imprint", "body": "<p>a</p>", "is_visible": true}`)
		d.must(editor, "delete_page", `{"id": 1}`)
		gone := d.revision(schema.Deleted)
		d.must(editor, "save_redirect", `{"from_path": "/imprint", "to_path": "/contact"}`)
		d.must(editor, "save_redirect", `{"from_path": "/other", "to_path": "/contact"}`)
		out := d.must(editor, "restore_deleted", `{"revision_id": `+gone+`}`)
		if raw, _ := json.Marshal(out["left_out"]); string(raw) != `[{"field":"slug","reason":"The redirect from /imprint to /contact is in Trash now: the page is there again."}]` {
			d.Errorf("left out %s", raw)
		}
		if n, err := editor.Count(d.Context(), &schema.Redirects); n != 1 || err != nil {
			d.Errorf("%d redirects (%v)", n, err)
		}
		if trashed := d.revision(schema.Deleted); trashed == gone {
			d.Error("the redirect is not in Trash")
		}
	})
}

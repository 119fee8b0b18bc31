package history_test

import (
	"encoding/json"
	"maps"
	"strings"
	"testing"

	"vitrine/internal/content"
	"vitrine/internal/fault"
	"vitrine/internal/history"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

const ada, bo = "00000000-0000-4000-8000-00000000000a", "00000000-0000-4000-8000-00000000000b"

type desk struct {
	*testing.T
	s *store.Store
}

func each(t *testing.T, test func(d desk)) {
	storetest.Each(t, func(t *testing.T, s *store.Store) { test(desk{t, s}) })
}

func (d desk) as(role schema.Role, id string) store.Session {
	return d.s.As(schema.Actor{Role: role, UserID: id})
}

func (d desk) call(as store.Session, name, args string) (map[string]any, error) {
	d.Helper()
	all := content.Procedures()
	maps.Copy(all, history.Procedures(nil))
	answer, err := all.Call(d.Context(), as, name, json.RawMessage(args))
	if err != nil {
		return nil, err
	}
	raw, err := json.Marshal(answer)
	if err != nil {
		d.Fatal(err)
	}
	out := map[string]any{}
	_ = json.Unmarshal(raw, &out) // some answer nothing, or a list
	return out, nil
}

func (d desk) must(as store.Session, name, args string) map[string]any {
	d.Helper()
	out, err := d.call(as, name, args)
	if err != nil {
		d.Fatal(name, ": ", err)
	}
	return out
}

// revision is the id of the last one of the action.
func (d desk) revision(action string) string {
	d.Helper()
	rows, err := d.s.AsSystem().Select(d.Context(), &schema.Revisions, store.Query{Where: store.All{store.Eq("action", action)}, Order: []store.Order{store.Desc("id")}, Limit: store.Limit(1)})
	if err != nil || len(rows) == 0 {
		d.Fatalf("no revision %s (%v)", action, err)
	}
	raw, _ := json.Marshal(rows[0]["id"])
	return string(raw)
}

func TestAFieldOrAListIsBroughtBackByItself(t *testing.T) {
	each(t, func(d desk) {
		editor := d.as(schema.Editor, ada)
		d.must(editor, "save_job", `{"title": "One", "location": "Here", "responsibilities": ["a"]}`)
		first := d.revision(schema.Created)
		d.must(editor, "save_job", `{"id": 1, "version": 1, "title": "Two", "location": "There", "responsibilities": ["b"]}`)
		saved := d.must(editor, "restore_revision", `{"revision_id": `+first+`, "version": 2, "fields": ["location"]}`)["document"].(map[string]any)
		if saved["title"] != "Two" || saved["location"] != "Here" {
			d.Errorf("a field: %v", saved)
		}
		saved = d.must(editor, "restore_revision", `{"revision_id": `+first+`, "version": 3, "fields": ["responsibilities"]}`)["document"].(map[string]any)
		if raw, _ := json.Marshal(saved["responsibilities"]); saved["title"] != "Two" || !strings.Contains(string(raw), `"a"`) {
			d.Errorf("a list: %v", saved)
		}
		for args, want := range map[string]fault.Kind{
			`{"revision_id": ` + first + `, "version": 3}`:                        fault.Stale,
			`{"revision_id": ` + first + `, "version": 4, "fields": ["version"]}`: fault.Invalid,
			`{"revision_id": ` + first + `, "version": 4, "fields": []}`:          fault.Invalid,
			`{"revision_id": 999, "version": 4}`:                                  fault.Stale,
		} {
			if _, err := d.call(editor, "restore_revision", args); !fault.Is(err, want) {
				d.Errorf("%s: %v", args, err)
			}
		}
	})
}

func TestAJobThatMadeRoomWasNotMovedByWhoSavesItNext(t *testing.T) {
	each(t, func(d desk) {
		editor := d.as(schema.Editor, ada)
		expect := func(action, changed string) {
			d.Helper()
			rows, err := d.s.AsSystem().Select(d.Context(), &schema.Revisions, store.Query{Where: store.All{store.Eq("document_id", "1")}, Order: []store.Order{store.Desc("id")}, Limit: store.Limit(1)})
			if err != nil || len(rows) != 1 || rows[0].Text("action") != action || strings.ReplaceAll(string(rows[0]["changed"].(json.RawMessage)), " ", "") != changed {
				d.Fatalf("want %s of %s, got %s of %s (%v)", action, changed, rows[0]["action"], rows[0]["changed"], err)
			}
		}
		plain := func(patch store.Row) {
			d.Helper()
			if _, err := editor.Update(d.Context(), &schema.JobListings, store.Eq("id", 1), patch); err != nil {
				d.Fatal(err)
			}
		}
		d.must(editor, "save_job", `{"title": "One"}`)
		d.must(editor, "save_job", `{"title": "Two"}`)
		d.must(editor, "save_job", `{"id": 1, "version": 1, "location": "There", "rank": 2}`)
		expect(schema.Saved, `["location"]`)
		d.must(editor, "save_job", `{"title": "Three"}`)
		plain(store.Row{"location": "Elsewhere", "rank": 3})
		expect(schema.Saved, `["location"]`)
		plain(store.Row{"location": "Here", "rank": 1}) // goes on with it
		expect(schema.Saved, `["location","rank"]`)
		plain(store.Row{"about": "<p>Of it</p>"})
		expect(schema.Saved, `["location","about","rank"]`)
		d.must(editor, "save_job", `{"id": 1, "version": 5, "rank": 2}`)
		expect(schema.Reordered, `["rank"]`)
	})
}

func TestWhatAVersionRefersToAndIsGoneIsSaid(t *testing.T) {
	each(t, func(d desk) {
		editor := d.as(schema.Editor, ada)
		d.must(editor, "save_page", `{"title": "Imprint", "slug": "imprint", "body": "<p>a</p>", "is_visible": true}`)
		first := d.revision(schema.Created)
		d.must(editor, "save_page", `{"id": 1, "version": 1, "slug": "legal", "body": "<p>b</p>"}`)
		d.must(editor, "save_page", `{"title": "New", "slug": "imprint", "body": "<p>c</p>", "is_visible": true}`)
		out := d.must(editor, "restore_revision", `{"revision_id": `+first+`, "version": 2}`)
		page := out["document"].(map[string]any)
		if page["slug"] != "legal" || page["body"] != "<p>a</p>" {
			d.Errorf("restored %v", page)
		}
		if raw, _ := json.Marshal(out["left_out"]); !strings.Contains(string(raw), "imprint is taken by now") {
			d.Errorf("left out %s", raw)
		}
		storetest.Add(t, d.s, &schema.StorageObjects, store.Row{"id": "00000000-0000-4000-8000-0000000000ff", "name": "there.png", "file": "f", "size": 1, "mimetype": "image/png", "etag": "e"})
		const logo = "/storage/v1/object/public/portfolio-logos/"
		d.must(editor, "save_company", `{"name": "A", "description": "d", "website_url": "https://a.example", "logo_url": "`+logo+`gone.png"}`)
		gone := d.revision(schema.Created)
		d.must(editor, "save_company", `{"id": 1, "version": 1, "name": "B", "logo_url": "`+logo+`there.png"}`)
		out = d.must(editor, "restore_revision", `{"revision_id": `+gone+`, "version": 2}`)
		company := out["document"].(map[string]any)
		if raw, _ := json.Marshal(out["left_out"]); company["name"] != "A" || company["logo_url"] != logo+"there.png" || !strings.Contains(string(raw), "The picture was deleted.") {
			d.Errorf("restored %v, left out %s", company, raw)
		}
		storetest.Add(t, d.s, &schema.SiteSettings, store.Row{"name": "One", "mark": map[string]any{"kind": "uploaded", "url": logo + "gone.svg"}, "theme": map[string]any{"hue_dot": 7}})
		begun := d.revision(schema.Created)
		d.must(editor, "save_site", `{"id": 1, "version": 1, "name": "Two", "mark": {"kind": "generated"}, "theme": {"photos": [{"url": "/storage/v1/object/public/media/gone.png", "alt": "a"}]}}`)
		out = d.must(editor, "restore_revision", `{"revision_id": `+begun+`, "version": 2}`)
		site := out["document"].(map[string]any)
		if raw, _ := json.Marshal(out["left_out"]); site["name"] != "One" || site["theme"].(map[string]any)["hue_dot"] != 7.0 || site["mark"].(map[string]any)["kind"] != "generated" || !strings.Contains(string(raw), `"mark"`) {
			d.Errorf("restored %v, left out %s", site, raw)
		}
		out = d.must(editor, "restore_revision", `{"revision_id": `+d.revision(schema.Saved)+`, "version": 3}`)
		if raw, _ := json.Marshal(out["left_out"]); !strings.Contains(string(raw), `"theme"`) {
			d.Errorf("a photograph that is gone: left out %s", raw)
		}
	})
}

func TestPicturesThatAreGoneAreLeftOutOfListsTextsAndDeletions(t *testing.T) {
	each(t, func(d desk) {
		editor := d.as(schema.Editor, ada)
		const media = "/storage/v1/object/public/media/"
		storetest.Add(t, d.s, &schema.StorageObjects, store.Row{"id": "00000000-0000-4000-8000-0000000000ff", "name": "media/there.png", "file": "f", "size": 1, "mimetype": "image/png", "etag": "e"})
		said := func(out map[string]any, field, reason string) {
			d.Helper()
			if raw, _ := json.Marshal(out["left_out"]); !strings.Contains(string(raw), `{"field":"`+field+`","reason":"`+reason+`"}`) {
				d.Errorf("%s: left out %s", field, raw)
			}
		}
		d.must(editor, "save_team", `{"loaded": [], "members": [{"name": "A", "image_url": "`+media+`gone.png"}, {"name": "B", "image_url": "`+media+`gone.png"}]}`)
		first := d.revision(schema.Saved)
		d.must(editor, "save_team", `{"loaded": [{"id": 1, "version": 1}, {"id": 2, "version": 1}], "members": [{"name": "A", "position": "Cook", "image_url": "`+media+`there.png"}]}`)
		out := d.must(editor, "restore_deleted", `{"revision_id": `+d.revision(schema.Deleted)+`}`)
		said(out, "image_url", "B: The picture was deleted.")
		var sum int64
		rows, err := editor.Select(d.Context(), &schema.TeamMembers, store.Query{})
		if err != nil {
			d.Fatal(err)
		}
		for _, row := range rows {
			sum += row.Int("version")
		}
		version, _ := json.Marshal(sum)
		out = d.must(editor, "restore_revision", `{"revision_id": `+first+`, "version": `+string(version)+`}`)
		said(out, "image_url", "A: The picture was deleted.")
		said(out, "image_url", "B: The picture was deleted.")
		if members := out["document"].([]any); members[0].(map[string]any)["image_url"] != media+"there.png" || members[1].(map[string]any)["image_url"] != "" {
			d.Errorf("the team is %v", members)
		}
		d.must(editor, "save_page", `{"title": "Imprint", "slug": "imprint", "body": "<p>a</p><img src=\"`+media+`gone.png\" alt=\"\"/><img src=\"`+media+`there.png\" alt=\"\"/>", "is_visible": true}`)
		begun := d.revision(schema.Created)
		d.must(editor, "save_page", `{"id": 1, "version": 1, "body": "<p>b</p>"}`)
		out = d.must(editor, "restore_revision", `{"revision_id": `+begun+`, "version": 2}`)
		said(out, "body", "A picture in it was deleted.")
		if body := out["document"].(map[string]any)["body"].(string); strings.Contains(body, "gone") || !strings.Contains(body, "there") || !strings.HasPrefix(body, "<p>a</p>") {
			d.Errorf("the page is %s", body)
		}
		d.must(editor, "save_company", `{"name": "C", "description": "d", "website_url": "https://c.example", "logo_url": "`+media+`gone.png"}`)
		if _, err := editor.Delete(d.Context(), &schema.PortfolioCompanies, store.Eq("id", 1)); err != nil {
			d.Fatal(err)
		}
		out = d.must(editor, "restore_deleted", `{"revision_id": `+d.revision(schema.Deleted)+`}`)
		said(out, "logo_url", "The picture was deleted.")
		if logo := out["document"].(map[string]any)["logo_url"]; logo != schema.PlaceholderLogo {
			d.Errorf("the logo is %v", logo)
		}
	})
}

func TestAWholeTableIsNotRestoredOverASaveThatNobodySaw(t *testing.T) {
	each(t, func(d desk) {
		editor := d.as(schema.Editor, ada)
		d.must(editor, "save_team", `{"loaded": [], "members": [{"name": "A"}]}`)
		before := d.revision(schema.Saved)
		d.must(editor, "save_team", `{"loaded": [{"id": 1, "version": 1}], "members": [{"name": "B"}]}`)
		own := d.revision(schema.Saved)
		d.must(d.as(schema.Editor, bo), "save_team", `{"loaded": [{"id": 2, "version": 1}], "members": [{"name": "C"}]}`)
		args := `{"revision_id": ` + before + `, "version": 1, "latest": ` + own + `}`
		if _, err := d.call(editor, "restore_revision", args); !fault.Is(err, fault.Stale) {
			d.Errorf("over the save of somebody else: %v", err)
		}
		d.must(editor, "restore_revision", `{"revision_id": `+before+`, "version": 1, "latest": `+d.revision(schema.Saved)+`}`)
		if rows, err := editor.Select(d.Context(), &schema.TeamMembers, store.Query{}); err != nil || len(rows) != 1 || rows[0].Text("name") != "A" {
			d.Errorf("the team is %v (%v)", rows, err)
		}
	})
}

package history_test

import (
	"slices"
	"strings"
	"testing"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

func TestAnExportOfTheScreenIsInActivity(t *testing.T) {
	each(t, func(d desk) {
		editor := d.as(schema.Editor, ada)
		d.must(editor, "save_letter", `{"subject": "November"}`)
		for _, of := range []string{`{"document": "activity"}`, `{"document": "application"}`, `{"document": "person"}`, `{"document": "letter", "id": 1}`} {
			d.must(editor, "record_export", of)
		}
		for of, want := range map[string]fault.Kind{`{"document": "job"}`: fault.Invalid, `{"document": "letter"}`: fault.Missing, `{"document": "letter", "id": 2}`: fault.Stale} {
			if _, err := d.call(editor, "record_export", of); !fault.Is(err, want) {
				d.Errorf("%s: %v, want %v", of, err, want)
			}
		}
		if _, err := d.call(d.as(schema.Viewer, bo), "record_export", `{"document": "activity"}`); !fault.Is(err, fault.Denied) {
			d.Errorf("a viewer: %v", err)
		}
		rows, err := editor.Select(d.Context(), &schema.Activity, store.Query{Where: store.All{store.Eq("action", schema.Exported)}, Order: []store.Order{store.Asc("id")}})
		var got []string
		for _, row := range rows {
			got = append(got, strings.Join([]string{row.Text("user_id"), row.Text("document"), row.Text("document_id"), row.Text("summary")}, " "))
		}
		want := []string{ada + " activity  ", ada + " application  ", ada + " person  ", ada + " letter 1 November"}
		if err != nil || !slices.Equal(got, want) {
			d.Errorf("activity tells %q (%v), want %q", got, err, want)
		}
	})
}

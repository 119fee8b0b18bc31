package history_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/history"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

func TestWhoElseIsEditingIsKnownUntilTheyLeave(t *testing.T) {
	storetest.EachAt(t, func(t *testing.T, s *store.Store, clock *storetest.Clock) {
		d := desk{t, s}
		others := func(id, field string) string {
			t.Helper()
			answer, err := history.Procedures(nil).Call(t.Context(), d.as(schema.Editor, id), "editing", json.RawMessage(`{"document": "job", "document_id": "1", "field": "`+field+`"}`))
			raw, _ := json.Marshal(answer)
			if err != nil {
				t.Fatal(err)
			}
			return string(raw)
		}
		others(ada, "title")
		if got := others(bo, ""); !strings.Contains(got, ada) || !strings.Contains(got, `"title"`) || strings.Contains(got, bo) {
			t.Errorf("with Ada there is %s", got)
		}
		clock.Pass(15 * time.Second)
		if got := others(bo, ""); !strings.Contains(got, ada) {
			t.Errorf("after Ada was late there is %s", got)
		}
		clock.Pass(4 * time.Second)
		if got := others(bo, ""); got != "[]" {
			t.Errorf("after Ada left there is %s", got)
		}
		if _, err := d.call(d.as(schema.Viewer, ada), "editing", `{"document": "job", "document_id": "1", "field": ""}`); !fault.Is(err, fault.Denied) {
			t.Errorf("a viewer: %v", err)
		}
	})
}

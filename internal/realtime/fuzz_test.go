package realtime

import (
	"encoding/json"
	"testing"

	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// FuzzFrame reads frames as strangers send them: what is taken goes back as
// JSON, whatever its refs hold.
func FuzzFrame(f *testing.F) {
	f.Add([]byte(`["1","2","realtime:hero","phx_join",{"config":{"postgres_changes":[{"event":"*","schema":"public","table":"hero_content"}]}}]`))
	f.Add([]byte(`{"topic":"phoenix","event":"heartbeat","payload":{},"ref":"1"}`))
	f.Add([]byte(`[null,null,"\ud800","",0]`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		for _, speaks := range []serializer{lists{}, objects{}} {
			got, err := speaks.decode(raw)
			if err != nil {
				continue
			}
			head, tail := speaks.wrap(got)
			if back := append(append(head, "{}"...), tail...); !json.Valid(back) {
				t.Errorf("%q is answered with %q", raw, back)
			}
		}
	})
}

// FuzzBinding asks for changes with any filter: it is applied or hears nothing.
func FuzzBinding(f *testing.F) {
	f.Add("*", "public", "team_members", "name=eq.Ada")
	f.Add("INSERT", "*", "*", "id=in.(1,2,,\"x\")")
	f.Add("", "", "job_listings", "created_at=gt.2026-11-15")
	row := store.Row{"id": int64(1), "name": "Ada", "is_visible": true, "title": nil}
	f.Fuzz(func(t *testing.T, event, in, table, filter string) {
		b := bind(wish{Event: &event, Schema: &in, Table: &table, Filter: &filter}, 1)
		for t, holds := range b.tables {
			holds(row)
			holds(store.Row{})
			_ = t.Name
		}
		if len(b.tables) > len(schema.Tables) {
			t.Errorf("%d tables", len(b.tables))
		}
	})
}

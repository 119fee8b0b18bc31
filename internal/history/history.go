// Package history brings back what documents were, and what was deleted. Each
// is a save of its own, under the same rules as any other.
package history

import (
	"context"
	"encoding/json"
	"maps"

	"vitrine/internal/content"
	"vitrine/internal/fault"
	"vitrine/internal/procedure"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// Procedures are what staff do with history, by the names that clients call.
// purge removes the files of what was deleted for good: those of pictures, and the
// CVs of applications that are gone.
func Procedures(purge func(ctx context.Context, files ...string)) procedure.All {
	h := &history{saves: content.Procedures(), purge: purge}
	all := procedure.All{
		"restore_revision": procedure.Of(h.restoreRevision).Changing(),
		"restore_deleted":  procedure.Of(h.restoreDeleted).Changing(),
		"editing":          procedure.Of(h.editing).Changing(),
		"record_export":    procedure.Of(h.recordExport).Changing(),
	}.ForStaff()
	maps.Copy(all, procedure.All{"purge_deleted": procedure.Of(h.purgeDeleted).Changing()}.ForAdmins())
	return all
}

type history struct {
	saves procedure.All
	purge func(ctx context.Context, files ...string)
}

// Restored is a document after a version of it was brought back. What that
// version refers to and is not there any more is left out, with the reason.
type Restored struct {
	Document json.RawMessage `json:"document"`
	LeftOut  []LeftOut       `json:"left_out"`
}

// LeftOut is a field that stays as it is.
type LeftOut struct {
	Field  string `json:"field"`
	Reason string `json:"reason"`
}

func notThere(sentence string) error { return fault.New(fault.Stale, "%s", sentence).Hinting(sentence) }

func revision(ctx context.Context, db store.Session, id int64) (store.Row, map[string]any, error) {
	row, err := db.AsSystem().One(ctx, &schema.Revisions, store.Eq("id", id))
	if fault.Is(err, fault.NotOne) {
		return nil, nil, notThere("This version is not kept any more.")
	}
	if err != nil {
		return nil, nil, err
	}
	was := map[string]any{}
	for _, part := range []string{"snapshot", "withheld"} {
		if raw, some := row[part].(json.RawMessage); some && err == nil {
			err = json.Unmarshal(raw, &was)
		}
	}
	return row, was, err
}

func declared(name string) *schema.Document {
	for _, d := range schema.Recorded() {
		if d.Name == name {
			return d
		}
	}
	return nil
}

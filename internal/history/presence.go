package history

import (
	"context"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// presentFor is how long somebody counts as being there after they said so,
// which they and those who see them do every 10 s: whoever leaves is gone for
// all within 30.
const presentFor = 18 * time.Second

type place struct {
	Document   string `json:"document"`
	DocumentID string `json:"document_id"`
	Field      string `json:"field"`
}

// Present is somebody else who has the document open.
type Present struct {
	UserID string `json:"user_id"`
	Field  string `json:"field"`
	Since  string `json:"since"`
}

// editing notes where the caller is, and tells who else is there. It blocks
// nobody.
func (h *history) editing(ctx context.Context, db store.Session, at place) ([]Present, error) {
	if declared(at.Document) == nil {
		return nil, fault.New(fault.Invalid, "there is no document %q", at.Document)
	}
	me := db.Actor().UserID
	key := me + " " + at.Document + " " + at.DocumentID
	t, out := &schema.Presence, []Present{}
	err := db.AsSystem().Tx(ctx, func(tx store.Session) error {
		out = []Present{}
		if _, err := tx.Delete(ctx, t, store.Lt("seen_at", tx.Now().Add(-presentFor))); err != nil {
			return err
		}
		row := store.Row{"place": key, "user_id": me, "document": at.Document, "document_id": at.DocumentID, "field": at.Field, "seen_at": tx.Now()}
		if _, _, err := tx.Upsert(ctx, t, store.Conflict{}, row); err != nil {
			return err
		}
		rows, err := tx.Select(ctx, t, store.Query{
			Where: store.All{store.Eq("document", at.Document), store.Eq("document_id", at.DocumentID), store.Not{Cond: store.Eq("user_id", me)}},
			Order: []store.Order{store.Asc("since")},
		})
		for _, row := range rows {
			out = append(out, Present{row.Text("user_id"), row.Text("field"), schema.FormatTime(row.Time("since"))})
		}
		return err
	})
	return out, err
}

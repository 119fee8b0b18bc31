package auth

import (
	"context"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// maxDocuments is how many rows one question may name.
const maxDocuments = 1000

type rowsOf struct {
	Table string  `json:"table_name"`
	IDs   []int64 `json:"ids"`
}

type saver struct {
	Email   string `json:"email"`
	SavedAt string `json:"saved_at"`
}

// whoSaved tells staff who changed or deleted the named rows last, and when;
// nothing when nobody did, or the account is gone.
func (s *Service) whoSaved(ctx context.Context, db store.Session, of rowsOf) (*saver, error) {
	ids := of.IDs
	t, err := schema.Lookup(of.Table)
	if err != nil {
		return nil, err
	}
	if len(ids) == 0 || len(ids) > maxDocuments {
		return nil, fault.New(fault.BadValue, "from 1 to %d ids can be asked for", maxDocuments)
	}
	names := make([]string, len(ids))
	for i, id := range ids {
		names[i] = store.SaveOf(t, id)
	}
	last, err := db.AsSystem().Select(ctx, &schema.Saves, store.Query{
		Where: store.All{store.In("document", names...)}, Order: []store.Order{store.Desc("saved_at")}, Limit: store.Limit(1),
	})
	if err != nil || len(last) == 0 {
		return nil, err
	}
	user, err := db.AsSystem().One(ctx, &schema.Users, store.Eq("id", last[0].Text("user_id")))
	if fault.Is(err, fault.NotOne) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return &saver{user.Text("email"), schema.FormatTime(last[0].Time("saved_at"))}, nil
}

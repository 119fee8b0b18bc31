package auth

import (
	"context"
	"encoding/json"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// maxDocuments is how many rows one question may name.
const maxDocuments = 1000

// whoSaved tells staff who changed or deleted the named rows last, and when;
// nothing when nobody did, or the account is gone.
func (s *Service) whoSaved(ctx context.Context, db store.Session, raw json.RawMessage) (any, error) {
	var table string
	var ids []int64
	if err := (arguments{"table_name": &table, "ids": &ids}).read("who_saved", raw); err != nil {
		return nil, err
	}
	t, err := schema.Lookup(table)
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
	return map[string]string{"email": user.Text("email"), "saved_at": schema.FormatTime(last[0].Time("saved_at"))}, nil
}

package people

import (
	"context"
	"encoding/json"
	"fmt"

	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// page is how many revisions are looked at in one go.
const page = 200

func keyOf(t *schema.Table, row store.Row) string { return fmt.Sprint(row[t.Key().Name]) }

// inTrash are the deleted rows about a person.
func inTrash(ctx context.Context, tx store.Session, email string) (map[*schema.Table][]store.Row, error) {
	out := map[*schema.Table][]store.Row{}
	err := eachTrashed(ctx, tx, func(t *schema.Table, row store.Row, was map[string]any) {
		for _, column := range t.Person {
			if text, _ := was[column].(string); fold(text) == email {
				out[t] = append(out[t], row)
				return
			}
		}
	})
	return out, err
}

// eachTrashed goes through the deleted rows that are about anybody.
func eachTrashed(ctx context.Context, tx store.Session, visit func(t *schema.Table, row store.Row, was map[string]any)) error {
	for t, called := range schema.Trashed {
		if len(t.Person) == 0 {
			continue
		}
		err := eachRevision(ctx, tx, store.Eq("document", called), func(row store.Row, raw json.RawMessage) error {
			was := map[string]any{}
			if err := json.Unmarshal(raw, &was); err != nil {
				return fmt.Errorf("revision %d: %w", row.Int("id"), err)
			}
			visit(t, row, was)
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func eachRevision(ctx context.Context, tx store.Session, where store.Cond, visit func(row store.Row, raw json.RawMessage) error) error {
	for after := int64(0); ; {
		rows, err := tx.Select(ctx, &schema.Revisions, store.Query{
			Fields: store.Fields("id", "document", "document_id", "snapshot"),
			Where:  store.All{where, store.Gt("id", after)}, Order: []store.Order{store.Asc("id")}, Limit: store.Limit(page),
		})
		if err != nil || len(rows) == 0 {
			return err
		}
		for _, row := range rows {
			raw, _ := row["snapshot"].(json.RawMessage)
			if err := visit(row, raw); err != nil {
				return err
			}
			after = row.Int("id")
		}
	}
}

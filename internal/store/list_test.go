package store_test

import (
	"reflect"
	"slices"
	"testing"

	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// Outside of a transaction an engine may read rows in a way of its own.
func TestARowIsTheSameInsideATransactionAndOutside(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		db, seen := s.AsSystem(), map[schema.Type]bool{}
		for table, row := range map[*schema.Table]store.Row{
			&schema.Media:           {"file_name": "a.png", "bucket": schema.MediaBucket, "name": "a", "mime_type": "image/png", "width": int64(1e9), "height": int64(1), "bytes": int64(1e9), "focal_x": .25},
			&schema.PackedSnapshots: {"id": int64(1), "data": []byte("\x00\xff")},
			&schema.JobListings:     {"title": "Animator", "rank": int64(1)},
			&schema.UserProfiles:    {"user_id": storetest.Viewer.UserID, "role": "viewer"},
		} {
			storetest.Add(t, s, table, row)
		}
		for _, table := range slices.Concat(schema.Tables, schema.InternalTables) {
			outside, err := db.Select(t.Context(), table, store.Query{})
			if err != nil {
				t.Fatal(err)
			}
			for _, row := range outside {
				for c := range table.Columns.All() {
					seen[c.Type] = seen[c.Type] || row[c.Name] != nil
				}
			}
			if err := db.Tx(t.Context(), func(tx store.Session) error {
				inside, err := tx.Select(t.Context(), table, store.Query{})
				if !reflect.DeepEqual(inside, outside) {
					t.Errorf("%s: inside %v, outside %v", table.Name, inside, outside)
				}
				return err
			}); err != nil {
				t.Fatal(err)
			}
		}
		for _, kind := range []schema.Type{schema.Int8, schema.Int4, schema.Float8, schema.String, schema.Boolean, schema.Timestamp, schema.JSON, schema.UUID, schema.Bytes} {
			if !seen[kind] {
				t.Errorf("no row holds a %s", kind)
			}
		}
	})
}

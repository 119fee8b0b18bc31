package history_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"vitrine/internal/history"
	"vitrine/internal/schema"
	"vitrine/internal/storage"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// TestAnApplicationComesBackFromTrashWithItsCV follows one there and back, and there
// for good.
func TestAnApplicationComesBackFromTrashWithItsCV(t *testing.T) {
	each(t, func(d desk) {
		ctx, dir := d.Context(), d.TempDir()
		disk, err := storage.OpenFolder(dir)
		if err != nil {
			d.Fatal(err)
		}
		d.Cleanup(func() { disk.Close() })
		files := storage.New(storage.Options{Store: d.s, Disk: disk})
		must := func(err error) {
			d.Helper()
			if err != nil {
				d.Fatal(err)
			}
		}
		content := []byte("%PDF-1.7 %%EOF")
		file, err := files.PutCV(ctx, content)
		must(err)
		was := storetest.Add(d, d.s, &schema.JobApplications, store.Row{"name": "Ann", "email": "ann@example.com", "consent": map[string]any{"keep": true}, "once": "key 1", "spam_reasons": []string{"Why"}})
		must(d.s.AsSystem().Tx(ctx, func(tx store.Session) error {
			name, err := files.InsertCV(ctx, tx, was.Int("id"), file, content)
			if err == nil {
				_, err = tx.Update(ctx, &schema.JobApplications, store.Eq("id", was.Int("id")), store.Row{"cv_name": name})
			}
			return err
		}))
		was = storetest.Get(d, d.s, &schema.JobApplications, was.Int("id"))
		storetest.Add(d, d.s, &schema.ApplicationEvents, store.Row{"application_id": was.Int("id"), "kind": schema.EventOpened})
		remove := func() {
			d.Helper()
			_, err := d.s.As(storetest.Editor).Delete(ctx, &schema.JobApplications, store.Eq("id", was.Int("id")))
			must(err)
		}
		call := func(as schema.Actor, name string) {
			d.Helper()
			_, err := history.Procedures(files.Purge).Call(ctx, d.s.As(as), name, json.RawMessage(`{"revision_id": `+d.revision(schema.Deleted)+`}`))
			must(err)
		}
		remove()
		call(storetest.Editor, "restore_deleted")
		is := storetest.Get(d, d.s, &schema.JobApplications, was.Int("id"))
		if string(is.AppendJSON(nil, &schema.JobApplications)) != string(was.AppendJSON(nil, &schema.JobApplications)) {
			d.Errorf("brought back as %v, it was %v", is, was)
		}
		if left, _ := os.ReadDir(dir); len(left) != 1 {
			d.Errorf("%d files", len(left))
		}
		copies, err := d.s.AsSystem().Select(ctx, &schema.Revisions, store.Query{})
		must(err)
		for _, row := range copies {
			if raw := row.AppendJSON(nil, &schema.Revisions); strings.Contains(string(raw), "ann@example.com") {
				d.Errorf("a copy is left: %s", raw)
			}
		}
		remove()
		call(storetest.Admin, "purge_deleted")
		if left, _ := os.ReadDir(dir); len(left) != 0 {
			d.Errorf("deleted for good, %d files are left", len(left))
		}
		for _, table := range []*schema.Table{&schema.StorageObjects, &schema.ApplicationEvents} {
			if n, err := d.s.AsSystem().Count(ctx, table); err != nil || n != 0 {
				d.Errorf("%d rows of %s are left, %v", n, table.Name, err)
			}
		}
	})
}

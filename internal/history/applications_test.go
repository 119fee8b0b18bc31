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

// applicant is an application with its CV, the only file in the folder.
type applicant struct {
	desk
	files *storage.Handler
	dir   string
	was   store.Row
}

func eachApplicant(t *testing.T, test func(d applicant)) {
	each(t, func(d desk) {
		ctx, dir := d.Context(), d.TempDir()
		disk, err := storage.OpenFolder(dir)
		if err != nil {
			d.Fatal(err)
		}
		d.Cleanup(func() { disk.Close() })
		a := applicant{d, storage.New(storage.Options{Store: d.s, Disk: disk}), dir, nil}
		content := []byte("%PDF-1.7 %%EOF")
		file, err := a.files.PutCV(ctx, content)
		a.ok(err)
		was := storetest.Add(d, d.s, &schema.JobApplications, store.Row{"name": "Ann", "email": "ann@example.com", "consent": map[string]any{"keep": true}, "once": "key 1", "spam_reasons": []string{"Why"}})
		a.ok(d.s.AsSystem().Tx(ctx, func(tx store.Session) error {
			name, err := a.files.InsertCV(ctx, tx, was.Int("id"), file, content)
			if err == nil {
				_, err = tx.Update(ctx, &schema.JobApplications, store.Eq("id", was.Int("id")), store.Row{"cv_name": name})
			}
			return err
		}))
		a.was = storetest.Get(d, d.s, &schema.JobApplications, was.Int("id"))
		test(a)
	})
}

func (a applicant) ok(err error) {
	a.Helper()
	if err != nil {
		a.Fatal(err)
	}
}

func (a applicant) remove() {
	a.Helper()
	_, err := a.s.As(storetest.Editor).Delete(a.Context(), &schema.JobApplications, store.Eq("id", a.was.Int("id")))
	a.ok(err)
}

func (a applicant) trash(as schema.Actor, name string) {
	a.Helper()
	_, err := history.Procedures(a.files.Purge).Call(a.Context(), a.s.As(as), name, json.RawMessage(`{"revision_id": `+a.revision(schema.Deleted)+`}`))
	a.ok(err)
}

// TestACVStaysWhileItsApplicationComesBack has the sweep look at any moment of it.
func TestACVStaysWhileItsApplicationComesBack(t *testing.T) {
	eachApplicant(t, func(d applicant) {
		stop, swept := make(chan struct{}), make(chan error)
		go func() {
			for {
				select {
				case <-stop:
					swept <- nil
					return
				default:
				}
				if err := d.files.DropCVs(d.Context()); err != nil {
					swept <- err
					return
				}
			}
		}()
		for range 150 {
			d.remove()
			d.trash(storetest.Editor, "restore_deleted")
			if left, _ := os.ReadDir(d.dir); len(left) != 1 {
				d.Errorf("%d files are left", len(left))
				break
			}
		}
		close(stop)
		d.ok(<-swept)
	})
}

// TestAnApplicationComesBackFromTrashWithItsCV follows one there and back, and there
// for good.
func TestAnApplicationComesBackFromTrashWithItsCV(t *testing.T) {
	eachApplicant(t, func(d applicant) {
		ctx, dir, was := d.Context(), d.dir, d.was
		storetest.Add(d, d.s, &schema.ApplicationEvents, store.Row{"application_id": was.Int("id"), "kind": schema.EventOpened})
		d.remove()
		for table, where := range map[*schema.Table]store.Cond{&schema.Revisions: store.Eq("document", "application"), &schema.Activity: store.All{}} {
			rows, err := d.s.As(storetest.Admin).Select(ctx, table, store.Query{Where: store.All{where}})
			if raw, _ := json.Marshal(rows); err != nil || !strings.Contains(string(raw), "Ann") || strings.Contains(string(raw), "key 1") {
				d.Errorf("of what is in Trash, %s tells staff %s (%v)", table.Name, raw, err)
			}
		}
		back, err := d.call(d.s.As(storetest.Editor), "restore_deleted", `{"revision_id": `+d.revision(schema.Deleted)+`}`)
		if raw, _ := json.Marshal(back); err != nil || !strings.Contains(string(raw), "ann@example.com") || strings.Contains(string(raw), "key 1") {
			d.Fatalf("put back, staff read %s (%v)", raw, err)
		}
		is := storetest.Get(d, d.s, &schema.JobApplications, was.Int("id"))
		if string(is.AppendJSON(nil, &schema.JobApplications)) != string(was.AppendJSON(nil, &schema.JobApplications)) {
			d.Errorf("brought back as %v, it was %v", is, was)
		}
		if left, _ := os.ReadDir(dir); len(left) != 1 {
			d.Errorf("%d files", len(left))
		}
		copies, err := d.s.AsSystem().Select(ctx, &schema.Revisions, store.Query{})
		d.ok(err)
		for _, row := range copies {
			if raw := row.AppendJSON(nil, &schema.Revisions); strings.Contains(string(raw), "ann@example.com") || strings.Contains(string(raw), "key 1") {
				d.Errorf("a copy is left: %s", raw)
			}
		}
		d.remove()
		d.trash(storetest.Admin, "purge_deleted")
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

package archive

import (
	"bytes"
	"testing"
	"time"

	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// TestAnImportStripsPictures: the row speaks of what is stored, and the file that
// a site in the same place names stays as it is.
func TestAnImportStripsPictures(t *testing.T) {
	source, disk := storetest.SQLite(t), newShelf()
	fill(t, source, disk, volume{logos: 2})
	path := export(t, source, disk)
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		r, err := Open(path, nil)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		shelf, o := newShelf(), quiet
		for file, content := range disk.files {
			shelf.files[file] = content
		}
		o.Judge = func([]byte) (string, error) { return "image/png", nil }
		o.Strip = func(_ string, content []byte) []byte { return bytes.TrimSuffix(content, []byte(" 0")) }
		o.Now = func() time.Time { return time.Date(2031, 1, 1, 0, 0, 0, 0, time.UTC) }
		if err := r.Import(t.Context(), s, shelf, o); err != nil {
			t.Fatal(err)
		}
		for name, want := range map[string]string{"logo_0.png": "picture", "logo_1.png": "picture 1"} {
			row, err := s.AsSystem().One(t.Context(), &schema.StorageObjects, store.Eq("name", name))
			if err != nil {
				t.Fatal(err)
			}
			if got := string(shelf.files[row.Text("file")]); got != want || row.Int("size") != int64(len(want)) || row.Text("etag") != etagOf([]byte(want)) {
				t.Errorf("%s is %q, its row %v", name, got, row)
			}
			if changed := row.Time("updated_at").Equal(o.Now()); changed != (name == "logo_0.png") {
				t.Errorf("%s was changed at %v", name, row.Time("updated_at"))
			}
		}
		for file, content := range disk.files {
			if !bytes.Equal(shelf.files[file], content) {
				t.Errorf("%s was overwritten", file)
			}
		}
		if err := load(t, export(t, s, shelf), storetest.SQLite(t), newShelf(), false); err != nil {
			t.Errorf("what was imported does not move on: %v", err)
		}
	})
}

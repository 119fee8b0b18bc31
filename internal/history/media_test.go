package history_test

import (
	"bytes"
	"encoding/json"
	"image"
	"image/png"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"

	"vitrine/internal/fault"
	"vitrine/internal/history"
	"vitrine/internal/schema"
	"vitrine/internal/storage"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// TestAPictureComesBackFromTrashWithItsFile follows one there and back, and
// there for good.
func TestAPictureComesBackFromTrashWithItsFile(t *testing.T) {
	each(t, func(d desk) {
		dir := d.TempDir()
		disk, err := storage.OpenFolder(dir)
		if err != nil {
			d.Fatal(err)
		}
		d.Cleanup(func() { disk.Close() })
		files := storage.New(storage.Options{Store: d.s, Disk: disk})
		ask := func(method, path string, body []byte) int {
			r := httptest.NewRequestWithContext(schema.WithActor(d.Context(), storetest.Editor, nil), method, "/storage/v1/"+path, bytes.NewReader(body))
			w := httptest.NewRecorder()
			files.ServeHTTP(w, r)
			return w.Code
		}
		var picture bytes.Buffer
		if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, 4, 4))); err != nil {
			d.Fatal(err)
		}
		call := func(as schema.Actor, name, args string) error {
			all := history.Procedures(files.Purge)
			for name, p := range storage.Procedures() {
				all[name] = p
			}
			_, err := all.Call(d.Context(), d.s.As(as), name, json.RawMessage(args))
			return err
		}
		must := func(err error) {
			d.Helper()
			if err != nil {
				d.Fatal(err)
			}
		}
		if code := ask("POST", "object/media/a.png", picture.Bytes()); code != 200 {
			d.Fatal(code)
		}
		_, err = d.s.As(storetest.Editor).Update(d.Context(), &schema.Media, store.Eq("id", 1), store.Row{"alt": "A square", "focal_y": .2})
		must(err)
		must(call(storetest.Editor, "delete_media", `{"id": 1}`))
		if code := ask("GET", "object/public/media/a.png", nil); code != http.StatusNotFound {
			d.Errorf("deleted, it answers %d", code)
		}
		must(call(storetest.Editor, "restore_deleted", `{"revision_id": `+d.revision(schema.Deleted)+`}`))
		if code := ask("GET", "object/public/media/a.png", nil); code != 200 {
			d.Errorf("brought back, it answers %d", code)
		}
		if row := storetest.Get(d.T, d.s, &schema.Media, int64(1)); row.Text("alt") != "A square" || row.Float("focal_y") != .2 {
			d.Errorf("brought back as %v", row)
		}
		must(call(storetest.Editor, "delete_media", `{"id": 1}`))
		if code := ask("POST", "object/media/a.png", picture.Bytes()); code != 200 {
			d.Fatal(code)
		}
		gone := `{"revision_id": ` + d.revision(schema.Deleted) + `}`
		if err := call(storetest.Editor, "restore_deleted", gone); !fault.Is(err, fault.Stale) {
			d.Errorf("its name is taken: %v", err)
		}
		if left, _ := os.ReadDir(dir); len(left) != 2 {
			d.Errorf("%d files", len(left))
		}
		must(call(storetest.Admin, "purge_deleted", gone))
		if left, _ := os.ReadDir(dir); len(left) != 1 {
			d.Errorf("deleted for good, %d files are left", len(left))
		}
	})
}

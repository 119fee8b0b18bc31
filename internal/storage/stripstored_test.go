package storage

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// stored puts a picture where it would lie had it come before uploads were stripped.
func (x *site) stored(name, mimetype string, content []byte) {
	x.t.Helper()
	if err := x.handler.Disk.Put(x.t.Context(), "OLD"+name, content); err != nil {
		x.t.Fatal(err)
	}
	row := store.Row{"id": uuid.NewString(), "name": name, "file": "OLD" + name, "size": len(content), "mimetype": mimetype, "etag": etagOf(content), "updated_at": x.now.Add(-time.Hour)}
	if _, err := x.handler.Store.AsSystem().Insert(x.t.Context(), &schema.StorageObjects, row); err != nil {
		x.t.Fatal(err)
	}
}

func (x *site) strip() {
	x.t.Helper()
	if err := x.handler.StripStored(x.t.Context()); err != nil {
		x.t.Error(err)
	}
}

func (x *site) tells(name string) bool { return bytes.Contains(x.public(name).body, []byte("SECRET")) }

func TestWhatIsStoredIsStrippedOnce(t *testing.T) {
	each(t, func(t *testing.T, x *site) {
		x.swept(0, "") // takes the empty place
		pictures := told(exifOf(binary.LittleEndian, 6))
		for mimetype, content := range pictures {
			x.stored(mimetype[len("image/"):], mimetype, content)
		}
		x.stored("broken", "image/png", []byte("SECRET"))
		x.put("plain", logo)
		x.stored("lost", "image/png", logo)
		if err := x.handler.Disk.Remove(t.Context(), "OLDlost"); err != nil {
			t.Fatal(err)
		}
		plain, files := x.public("plain"), x.files()
		x.strip()
		for mimetype, content := range pictures {
			name := mimetype[len("image/"):]
			served, want := x.public(name), Strip(mimetype, content)
			if !bytes.Equal(served.body, want) || served.Header.Get("ETag") != `"`+etagOf(want)+`"` {
				t.Errorf("%s is served as %d bytes, %s", name, len(served.body), served.Header.Get("ETag"))
			}
			if at, err := time.Parse(time.RFC1123, served.Header.Get("Last-Modified")); err != nil || at.Before(x.now.Add(-time.Minute)) {
				t.Errorf("%s was changed at %v, %v", name, at, err)
			}
			row, err := x.handler.Store.AsSystem().One(t.Context(), &schema.StorageObjects, store.Eq("name", name))
			if err != nil || row.Int("size") != int64(len(want)) {
				t.Errorf("%s: %v %v", name, row, err)
			}
		}
		if got := x.files(); !slices.Equal(got, files) {
			t.Errorf("files %v, before %v", got, files)
		}
		if after := x.public("plain"); !bytes.Equal(after.body, logo) || after.Header.Get("Last-Modified") != plain.Header.Get("Last-Modified") {
			t.Error("a picture with nothing to take out was changed")
		}
		if !x.tells("broken") {
			t.Error("what is no picture was changed")
		}
		x.stored("later", "image/jpeg", pictures["image/jpeg"])
		x.strip()
		if !x.tells("later") {
			t.Error("it is looked for every time")
		}
	})
}

// halfway replaces the file, and dies before anybody hears of it.
type halfway struct{ Disk }

func (d halfway) Replace(ctx context.Context, file string, content []byte) error {
	return errors.Join(d.Disk.Replace(ctx, file, content), errors.New("killed"))
}

func TestAStripThatEndsHalfwayIsMadeGood(t *testing.T) {
	x := open(t, storetest.SQLite(t))
	x.swept(0, "")
	content := told(exifOf(binary.BigEndian, 1))["image/png"]
	x.stored("a", "image/png", content)
	whole := x.handler.Disk
	x.handler.Disk = halfway{whole}
	if err := x.handler.StripStored(t.Context()); err == nil {
		t.Error("a failure is not told")
	}
	x.handler.Disk = whole
	x.strip()
	want := Strip("image/png", content)
	if a := x.public("a"); !bytes.Equal(a.body, want) || a.Header.Get("ETag") != `"`+etagOf(want)+`"` {
		t.Errorf("%d bytes, %v", len(a.body), a.Header)
	}
}

func TestFilesThatMayBeAnothersAreNotStripped(t *testing.T) {
	each(t, func(t *testing.T, x *site) {
		x.swept(0, "")
		y := open(t, storetest.SQLite(t), func(o *Options) { o.Disk = x.handler.Disk })
		y.stored("a", "image/png", told(exifOf(binary.BigEndian, 1))["image/png"])
		y.strip()
		if !y.tells("a") {
			t.Error("the file of another installation was changed")
		}
	})
}

package storage

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func TestLeftoversOfACrashAreSwept(t *testing.T) {
	each(t, func(t *testing.T, x *site) {
		x.put("a.png", logo)
		kept := x.files()
		for _, name := range []string{"ORPHAN", "HALF" + unfinished} {
			if err := x.handler.disk.Put(t.Context(), name, logo[:20]); err != nil {
				t.Fatal(err)
			}
		}
		if n, err := x.handler.Sweep(t.Context()); n != 0 || err != nil {
			t.Errorf("an upload may still be under way: swept %d, %v", n, err)
		}
		x.now = x.now.Add(2 * orphanAge)
		if n, err := x.handler.Sweep(t.Context()); n != 2 || err != nil {
			t.Errorf("swept %d, %v", n, err)
		}
		if got := x.files(); !slices.Equal(got, kept) {
			t.Errorf("on disk: %v, want %v", got, kept)
		}
		if !bytes.Equal(x.public("a.png").body, logo) {
			t.Error("the upload is gone")
		}
	})
}

func TestAFileIsThereWholeOrNotAtAll(t *testing.T) {
	dir := t.TempDir()
	disk, err := OpenFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer disk.Close()
	if err := disk.Put(t.Context(), "f", []byte("one")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "g"+unfinished), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := disk.Put(t.Context(), "g", []byte("two")); err == nil {
		t.Error("a write joined an unfinished one")
	}
	if _, err := disk.Open(t.Context(), "../"+filepath.Base(dir)+"/f"); err == nil {
		t.Error("a path led out of the folder")
	}
	if err := disk.Remove(t.Context(), "never"); err != nil {
		t.Errorf("removing what is gone: %v", err)
	}
}

func TestTheRowOfALostFileIsNotServed(t *testing.T) {
	each(t, func(t *testing.T, x *site) {
		x.put("a.png", logo)
		if err := x.handler.disk.Remove(t.Context(), x.files()[0]); err != nil {
			t.Fatal(err)
		}
		x.wantError(x.public("a.png"), 404, "NoSuchKey")
	})
}

package storage

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

func (x *site) add(names ...string) {
	x.t.Helper()
	for _, name := range names {
		if err := x.handler.Disk.Put(x.t.Context(), name, logo[:20]); err != nil {
			x.t.Fatal(err)
		}
	}
}

// swept sweeps and wants to hear how many files went, and whether some stay.
func (x *site) swept(n int, doubt string) {
	x.t.Helper()
	got, why, err := x.handler.Sweep(x.t.Context())
	if got != n || err != nil || !strings.Contains(why, doubt) || (why == "") != (doubt == "") {
		x.t.Errorf("swept %d and not %d, because %q, %v", got, n, why, err)
	}
}

func TestLeftoversOfACrashAreSwept(t *testing.T) {
	each(t, func(t *testing.T, x *site) {
		x.put("a.png", logo)
		kept := x.files()
		x.add("ORPHAN", "HALF"+unfinished)
		x.swept(0, "") // an upload may still be under way
		x.now = x.now.Add(2 * partAge)
		x.swept(1, "")
		if got := x.files(); !slices.Contains(got, "ORPHAN") || len(got) != 2 {
			t.Errorf("after a while: %v", got)
		}
		x.now = x.now.Add(orphanAge)
		x.swept(1, "")
		if got := x.files(); !slices.Equal(got, kept) {
			t.Errorf("on disk: %v, want %v", got, kept)
		}
		if !bytes.Equal(x.public("a.png").body, logo) {
			t.Error("the upload is gone")
		}
	})
}

// TestTheSweepLeavesWhatMayBeAnothers starts with databases that do not belong
// to the files.
func TestTheSweepLeavesWhatMayBeAnothers(t *testing.T) {
	each(t, func(t *testing.T, x *site) {
		x.swept(0, "") // takes the empty place
		for _, name := range []string{"a.png", "b.png", "c.png"} {
			x.put(name, logo)
		}
		x.add("ORPHAN", "HALF"+unfinished)
		all := x.files()
		x.now = x.now.Add(2 * orphanAge)
		fresh := func() *site {
			y := open(t, storetest.SQLite(t), func(o *Options) { o.Disk = x.handler.Disk })
			y.now = x.now
			return y
		}
		empty := fresh()
		empty.swept(1, "another installation") // the half of a file is nobody's
		staging := fresh()
		for i := range 9 {
			staging.put(fmt.Sprintf("%d.png", i), logo)
		}
		staging.swept(0, "another installation")
		for _, file := range all {
			if !strings.HasSuffix(file, unfinished) && !slices.Contains(x.files(), file) {
				t.Errorf("%s is gone", file)
			}
		}
	})
}

func TestAStorageThatNobodyMarkedIsTakenOnlyByWhoKnowsIt(t *testing.T) {
	each(t, func(t *testing.T, x *site) {
		x.add("OLD1", "OLD2", "OLD3")
		x.put("a.png", logo)
		x.now = x.now.Add(2 * orphanAge)
		x.swept(0, "held files before")
		x.put("b.png", logo)
		x.put("c.png", logo)
		x.swept(3, "")
		if got := x.files(); len(got) != 3 {
			t.Errorf("left: %v", got)
		}
	})
}

func TestADatabaseThatLostItsRowsSweepsNothing(t *testing.T) {
	each(t, func(t *testing.T, x *site) {
		x.put("a.png", logo)
		x.put("b.png", logo)
		x.swept(0, "")
		x.now = x.now.Add(2 * orphanAge)
		if _, err := x.handler.Store.AsSystem().Delete(t.Context(), &schema.StorageObjects, store.Eq("name", "a.png")); err != nil {
			t.Fatal(err)
		}
		for i := range fewOrphans {
			x.add(fmt.Sprintf("NEWER%d", i))
		}
		x.swept(0, "names 1 of 12 files only")
		if _, err := x.handler.Store.AsSystem().Delete(t.Context(), &schema.StorageObjects, store.Eq("name", "b.png")); err != nil {
			t.Fatal(err)
		}
		x.swept(0, "names no file")
		if got := x.files(); len(got) != 12 {
			t.Errorf("left: %v", got)
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
		if err := x.handler.Disk.Remove(t.Context(), x.files()[0]); err != nil {
			t.Fatal(err)
		}
		x.wantError(x.public("a.png"), 404, "NoSuchKey")
	})
}

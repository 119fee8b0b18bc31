package main_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"hash/crc32"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// TestPicturesFromBeforeAreStripped: those that are stored, and those that come
// back with a backup or in from elsewhere.
func TestPicturesFromBeforeAreStripped(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	data := filepath.Join(dir, "data")
	env := settings(data)
	start(t, env).stop()
	plain, chunk, sum := picture(t, 1), []byte("tEXtComment\x00SECRET"), crc32.NewIEEE()
	sum.Write(chunk)
	t.Run("before", func(t *testing.T) { // and the database is closed again
		asBefore(t, data)
		addPictures(t, data, slices.Concat(plain[:33], []byte{0, 0, 0, byte(len(chunk) - len("tEXt"))}, sum.Sum(chunk), plain[33:]))
	})

	backup, site, bare := made(works(t, env, "backup")), filepath.Join(dir, "site.zip"), filepath.Join(dir, "bare.db")
	works(t, env, "export", site)
	must(t, "cp", filepath.Join(data, "vitrine.db"), bare)
	stripped := func() {
		t.Helper()
		s := start(t, env)
		defer s.stop()
		s.eventually("the picture is stripped", func() bool {
			a := s.ask("GET", "/storage/v1/object/public/portfolio-logos/logo_0.png", "", nil)
			sum := sha256.Sum256([]byte(a.body))
			return a.status == 200 && a.body == string(plain) && a.header.Get("ETag") == fmt.Sprintf("%q", fmt.Sprintf("%x", sum[:16]))
		})
	}
	if !tells(t, data) {
		t.Fatal("there is nothing to take out")
	}
	stripped()
	for _, from := range []string{backup, site} {
		works(t, env, "restore", "--force", from)
		if !tells(t, data) {
			t.Errorf("%s did not bring its picture", from)
		}
		stripped()
	}
	works(t, env, "restore", "--force", bare) // the picture is stripped, its row does not know
	stripped()

	fresh := filepath.Join(dir, "fresh")
	works(t, settings(fresh), "import", site)
	if tells(t, fresh) {
		t.Error("an import stored what the camera wrote")
	}
}

// asBefore makes a site forget that its pictures were looked through.
func asBefore(t testing.TB, dir string) {
	t.Helper()
	s := storetest.Open(t, store.Options{Dir: dir, Log: slog.New(slog.DiscardHandler)})
	if _, err := s.AsSystem().Delete(t.Context(), &schema.Settings, store.Eq("name", "stripped_uploads")); err != nil {
		t.Fatal(err)
	}
}

// tells looks into the files of the uploads.
func tells(t testing.TB, dir string) (told bool) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "uploads", "*"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no uploads (%v)", err)
	}
	for _, path := range files {
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		told = told || bytes.Contains(raw, []byte("SECRET"))
	}
	return told
}

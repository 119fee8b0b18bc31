package main_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vitrine/internal/archive/archivetest"
	"vitrine/internal/store/storetest"
)

// TestAnImportKeepsTheSecretThatItReplaces goes back to the old site with what
// the import left of it.
func TestAnImportKeepsTheSecretThatItReplaces(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	site := filepath.Join(dir, "site.zip")
	source := settings(filepath.Join(dir, "source"))
	works(t, source, "seed", "--jobs", "2")
	works(t, source, "export", "--with-secret", site)
	for engine, place := range map[string]string{"sqlite": "", "postgres": storetest.PostgresURL(t)} {
		data, before, after := filepath.Join(dir, engine), filepath.Join(dir, engine+"-before.zip"), filepath.Join(dir, engine+"-after.zip")
		env := settings(data, "VITRINE_DATABASE_URL="+place)
		works(t, env, "seed", "--jobs", "3")
		works(t, env, "export", "--with-secret", before)
		_, old, _ := strings.Cut(works(t, env, "import", "--force", site), "the site that was there is kept in ")
		old, _, _ = strings.Cut(old, "\n")
		works(t, env, "import", "--force", site) // the same secret again
		kept, err := filepath.Glob(filepath.Join(data, "secret.before-*"))
		if err != nil || len(kept) != 1 {
			t.Fatalf("%s: kept %v (%v)", engine, kept, err)
		}
		secret, err := os.ReadFile(kept[0])
		if err != nil || string(secret) != archivetest.Members(t, before)["secret"] {
			t.Errorf("%s: %s is not the secret that was there (%v)", engine, kept[0], err)
		}
		if info, err := os.Stat(kept[0]); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: others may read it: %v (%v)", engine, info.Mode(), err)
		}
		back := append(env, "VITRINE_JWT_SECRET="+string(secret))
		works(t, back, "restore", "--force", old)
		works(t, back, "export", "--with-secret", after)
		archivetest.Same(t, engine, archivetest.Members(t, after), archivetest.Members(t, before))
	}
}

package archive

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"filippo.io/age"

	"vitrine/internal/archive/archivetest"
	"vitrine/internal/store"
	"vitrine/internal/store/sqlite"
	"vitrine/internal/store/storetest"
)

func key(t testing.TB, text string) *Key {
	t.Helper()
	k, err := ParseKey(text)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func TestABackupWithAKeyIsReadableWithItAlone(t *testing.T) {
	first, err := age.GenerateX25519Identity()
	if err != nil {
		t.Fatal(err)
	}
	second, err := age.GenerateX25519Identity()
	if err != nil {
		t.Fatal(err)
	}
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		disk := newShelf()
		fill(t, s, disk, volume{jobs: 2, subscribers: 50, logos: 2})
		for name, k := range map[string]struct {
			with   string
			opens  []string
			refuse []string
		}{
			"a secret key": {first.String(), []string{first.String()}, []string{second.String(), "", first.Recipient().String(), "a long enough passphrase"}},
			"a public key": {first.Recipient().String(), []string{first.String()}, []string{second.String(), first.Recipient().String()}},
			"two of them":  {first.Recipient().String() + ", " + second.Recipient().String(), []string{first.String(), second.String()}, []string{""}},
			"a passphrase": {"a long enough passphrase", []string{"a long enough passphrase"}, []string{"another long passphrase", first.String()}},
		} {
			o := quiet
			o.Key, o.Scratch = key(t, k.with), t.TempDir()
			path, m, err := Backup(t.Context(), s, disk, t.TempDir(), "vitrine", o)
			if err != nil || !strings.HasSuffix(path, ".zip.age") || !sealedFile(t, path) || m.Uploads() != 2 {
				t.Fatalf("%s: %s (%v)", name, path, err)
			}
			if raw, err := os.ReadFile(path); err != nil || bytes.Contains(raw, []byte("PK\x03\x04")) || bytes.Contains(raw, []byte("picture 1")) {
				t.Errorf("%s: it can be read (%v)", name, err)
			}
			if left, _ := os.ReadDir(o.Scratch); len(left) > 0 {
				t.Errorf("%s: left behind: %v", name, left)
			}
			for _, text := range k.opens {
				r, err := Open(path, key(t, text))
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				if err := r.Verify(t.Context(), nil); err != nil {
					t.Errorf("%s: %v", name, err)
				}
				r.Close()
			}
			for _, text := range k.refuse {
				if r, err := Open(path, key(t, text)); err == nil || !strings.Contains(err.Error(), "VITRINE_BACKUP_KEY") {
					t.Errorf("%s: opened %v with %.20s (%v)", name, r, text, err)
				}
			}
			if name == "a secret key" { // the content is sealed in the same way for all
				spoil(t, name, path, key(t, first.String()))
			}
		}
	})
}

// spoil cuts an encrypted file and turns bits in it: nothing of that is read.
func spoil(t *testing.T, name, path string, k *Key) {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for at := 200; at < len(raw); at += len(raw) / 7 {
		turned := bytes.Clone(raw)
		turned[at] ^= 1
		for _, spoiled := range [][]byte{turned, raw[:at]} {
			if err := check(t.Context(), write(t, spoiled), k, quiet); err == nil {
				t.Errorf("%s: spoiled at %d of %d it is read", name, at, len(raw))
			}
		}
	}
}

func TestAKeyThatIsNoneIsRefusedWithoutRepeatingIt(t *testing.T) {
	for _, text := range []string{"hush", "AGE-SECRET-KEY-1HUSH", "age1hush", "age1hush,"} {
		if k, err := ParseKey(text); err == nil || k != nil || strings.Contains(strings.ToLower(err.Error()), "hush") {
			t.Errorf("%s: %v (%v)", text, k, err)
		}
	}
	if k, err := ParseKey(""); k.seals() || k.opens() || err != nil {
		t.Errorf("no key: %v (%v)", k, err)
	}
}

func TestARestoreTakesAnEncryptedBackup(t *testing.T) {
	s, disk, dir := storetest.SQLite(t), newShelf(), t.TempDir()
	fill(t, s, disk, volume{jobs: 1, logos: 1})
	o := quiet
	o.Key = newKey(t)
	path, _, err := Backup(t.Context(), s, disk, t.TempDir(), "vitrine", o)
	if err != nil {
		t.Fatal(err)
	}
	r, err := Open(path, o.Key)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	release, err := sqlite.LockFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Restore(t.Context(), dir, disk, quiet); err != nil {
		t.Fatal(err)
	}
	release()
	archivetest.Same(t, "restored", state(t, storetest.Open(t, store.Options{Dir: dir}), disk), state(t, s, disk))
	if left, _ := filepath.Glob(filepath.Join(dir, "*.part")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

func sealedFile(t *testing.T, path string) bool {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	return isSealed(f)
}

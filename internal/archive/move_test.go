package archive

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vitrine/internal/archive/archivetest"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

func TestASiteMovesToPostgreSQLAndBackUnchanged(t *testing.T) {
	first, shelf1 := storetest.SQLite(t), newShelf()
	fill(t, first, shelf1, volume{jobs: 9, subscribers: 1100, messages: 220, logos: 6})
	second, shelf2 := storetest.Postgres(t), newShelf()
	third, shelf3 := storetest.SQLite(t), newShelf()

	start := export(t, first, shelf1)
	if err := load(t, start, second, shelf2, false); err != nil {
		t.Fatal(err)
	}
	middle := export(t, second, shelf2)
	archivetest.Same(t, "on PostgreSQL", archivetest.Members(t, middle), archivetest.Members(t, start))
	if err := load(t, middle, third, shelf3, false); err != nil {
		t.Fatal(err)
	}
	archivetest.Same(t, "back on SQLite", state(t, third, shelf3), archivetest.Members(t, start))

	for _, s := range []*store.Store{second, third} {
		row, err := s.AsSystem().Insert(t.Context(), &schema.TeamMembers, store.Row{"name": "next"})
		if err != nil || row[0].Int("id") != 3 {
			t.Errorf("%s: the next member is %v (%v); 2 was given once", s.Engine(), row, err)
		}
		for table, want := range map[*schema.Table]int64{&schema.Sessions: 0, &schema.Challenges: 0, &schema.Factors: 1, &schema.RecoveryCodes: 1, &schema.Users: 1, &schema.Mails: 2, &schema.StorageObjects: 6} {
			if n, err := s.AsSystem().Count(t.Context(), table); n != want || err != nil {
				t.Errorf("%s: %d rows in %s (%v)", s.Engine(), n, table.Name, err)
			}
		}
	}
	if strings.Contains(archivetest.Members(t, start)[tableMember("settings")], "jwt_secret") {
		t.Error("the signing secret is in the archive")
	}
}

func TestAnArchiveIsPrivateAndReplacesNothing(t *testing.T) {
	s, disk := storetest.SQLite(t), newShelf()
	path := export(t, s, disk)
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the archive is %v (%v)", info.Mode(), err)
	}
	if _, err := Export(t.Context(), s, disk, path, quiet); err == nil || !strings.Contains(err.Error(), "is there already") {
		t.Errorf("a second export says %v", err)
	}
	if left, _ := os.ReadDir(filepath.Dir(path)); len(left) != 1 {
		t.Errorf("left behind: %v", left)
	}
}

func TestAnImportReplacesASiteOnlyWhenForced(t *testing.T) {
	source, disk := storetest.SQLite(t), newShelf()
	fill(t, source, disk, volume{jobs: 3, subscribers: 3, messages: 1, logos: 2})
	path := export(t, source, disk)
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		other := newShelf()
		fill(t, s, other, volume{jobs: 4, subscribers: 210, logos: 1})
		before := state(t, s, other)
		if err := load(t, path, s, other, false); !errors.Is(err, errNotEmpty) {
			t.Fatalf("not forced: %v", err)
		}
		archivetest.Same(t, "after the refusal", state(t, s, other), before)
		if err := load(t, path, s, other, true); err != nil {
			t.Fatal(err)
		}
		archivetest.Same(t, "after the import", state(t, s, other), archivetest.Members(t, path))
		secret, err := s.AsSystem().One(t.Context(), &schema.Settings, store.Eq("name", "jwt_secret"))
		if err != nil || secret.Text("value") != "of "+s.Engine() {
			t.Errorf("the installation's own secret is %v (%v)", secret, err)
		}
		// A second time, over itself.
		if err := load(t, path, s, other, true); err != nil {
			t.Fatal(err)
		}
		archivetest.Same(t, "after the second import", state(t, s, other), archivetest.Members(t, path))
	})
}

func TestADamagedArchiveChangesNothing(t *testing.T) {
	source, disk := storetest.SQLite(t), newShelf()
	fill(t, source, disk, volume{jobs: 3, subscribers: 20, logos: 2})
	raw, err := os.ReadFile(export(t, source, disk))
	if err != nil {
		t.Fatal(err)
	}
	target, other := storetest.SQLite(t), newShelf()
	fill(t, target, other, volume{jobs: 1})
	before, good := state(t, target, other), archivetest.Members(t, write(t, raw))
	for name, spoiled := range map[string][]byte{
		"empty":     {},
		"text":      []byte("not an archive"),
		"cut":       raw[:len(raw)/2],
		"cut short": raw[:len(raw)-1],
	} {
		if err := load(t, write(t, spoiled), target, other, true); err == nil {
			t.Errorf("%s was imported", name)
		}
	}
	archivetest.Same(t, "after damaged archives", state(t, target, other), before)
	for at := 0; at < len(raw); at += len(raw) / 50 {
		spoiled := bytes.Clone(raw)
		spoiled[at] ^= 0x10
		if err := load(t, write(t, spoiled), target, other, true); err != nil {
			continue
		}
		// A bit that says nothing, such as a time of the zip format.
		archivetest.Same(t, "an archive with a bit changed", state(t, target, other), good)
		if err := load(t, write(t, raw), target, other, true); err != nil {
			t.Fatal(err)
		}
	}
}

// rewrite changes the files of an archive; sums and counts follow when heal
// is set.
func rewrite(t *testing.T, path string, heal bool, change func(name string, raw []byte, m *Manifest) []byte) string {
	t.Helper()
	z, err := zip.OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	w, err := create(filepath.Join(t.TempDir(), "rewritten.zip"), nil)
	if err != nil {
		t.Fatal(err)
	}
	var m Manifest
	for _, f := range z.File {
		content, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		raw, err := io.ReadAll(content)
		if err != nil {
			t.Fatal(err)
		}
		if f.Name == manifestName {
			if err := json.Unmarshal(raw, &m); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if raw = change(f.Name, raw, nil); raw == nil {
			continue
		}
		if err := w.add(f.Name, zip.Store, func(out io.Writer) error { _, err := out.Write(raw); return err }); err != nil {
			t.Fatal(err)
		}
	}
	if heal {
		m.Members = w.Members
	}
	change("", nil, &m)
	raw, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	part, err := w.zip.Create(manifestName)
	if err == nil {
		_, err = part.Write(raw)
	}
	if err := errors.Join(err, w.zip.Close(), w.file.Close(), os.Rename(w.file.Name(), w.path)); err != nil {
		t.Fatal(err)
	}
	return w.path
}

func TestATamperedArchiveChangesNothing(t *testing.T) {
	source, disk := storetest.SQLite(t), newShelf()
	fill(t, source, disk, volume{jobs: 3, subscribers: 20, logos: 2})
	path := export(t, source, disk)
	subscribers := tableMember("newsletter_subscriptions")
	replace := func(member, old, now string) func(string, []byte, *Manifest) []byte {
		return func(name string, raw []byte, _ *Manifest) []byte {
			if name == member {
				return bytes.Replace(raw, []byte(old), []byte(now), 1)
			}
			return raw
		}
	}
	manifest := func(f func(m *Manifest)) func(string, []byte, *Manifest) []byte {
		return func(_ string, raw []byte, m *Manifest) []byte {
			if m != nil {
				f(m)
			}
			return raw
		}
	}
	drop := func(prefix string) func(string, []byte, *Manifest) []byte {
		return func(name string, raw []byte, _ *Manifest) []byte {
			if strings.HasPrefix(name, prefix) && name != "" {
				return nil
			}
			return raw
		}
	}
	cases := []struct {
		what   string
		heal   bool
		change func(string, []byte, *Manifest) []byte
		says   string
	}{
		{"a changed row", false, replace(subscribers, "Reader7", "Reader8"), "sum"},
		{"a row more", true, replace(subscribers, "\n", "\n{}\n"), "rows"},
		{"a row that is none", true, replace(subscribers, `{"id"`, `{"ib"`), "damaged"},
		{"an address twice", true, replace(subscribers, "Reader7@", "reader8@"), "duplicate"},
		{"a value of another type", true, replace(subscribers, `"id":3`, `"id":"x"`), "damaged"},
		{"an unknown column", true, replace(subscribers, `"id":3`, `"id":3,"x":1`), "x is no column"},
		{"a table less", true, drop(subscribers), "newsletter_subscriptions is missing"},
		{"no uploads", true, drop(uploadPrefix), "file of the upload"},
		{"a newer format", true, manifest(func(m *Manifest) { m.Format++ }), "use a newer vitrine"},
		{"a newer schema", true, manifest(func(m *Manifest) { m.Schema = 900 }), "schema 900 and this vitrine knows"},
		{"no kind", true, manifest(func(m *Manifest) { m.Kind = "" }), "no archive"},
		{"an unlisted file", false, manifest(func(m *Manifest) { m.Members = m.Members[1:] }), "does not name"},
		{"a path for a name", false, manifest(func(m *Manifest) { m.Members[0].Name = "uploads/../../x" }), "damaged"},
		{"a job less than its lists", true, func(name string, raw []byte, m *Manifest) []byte {
			if name == tableMember("job_listings") {
				_, raw, _ = bytes.Cut(raw, []byte("\n"))
			}
			if m != nil {
				for i := range m.Tables {
					if m.Tables[i].Name == "job_listings" {
						m.Tables[i].Rows--
					}
				}
			}
			return raw
		}, "foreign key"},
	}
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		other := newShelf()
		fill(t, s, other, volume{jobs: 1, subscribers: 1})
		before := state(t, s, other)
		for _, c := range cases {
			err := load(t, rewrite(t, path, c.heal, c.change), s, other, true)
			if err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("%s: the import says %v", c.what, err)
			}
		}
		archivetest.Same(t, "after tampered archives", state(t, s, other), before)
	})
}

func TestAnArchiveOfAnOlderSchemaGetsDefaults(t *testing.T) {
	row, err := decodeRow(&schema.TeamMembers, []byte(`{"id":4,"name":"Ada","gone":1}`), Manifest{Schema: store.Known() - 1, MadeAt: quiet.now()})
	if err != nil || row.Int("version") != 1 || row.Time("updated_at").IsZero() || row["image_url"] != nil {
		t.Errorf("decoded %v (%v)", row, err)
	}
}

func TestAnImportThatIsInterruptedLeavesTheOldSite(t *testing.T) {
	source, disk := storetest.SQLite(t), newShelf()
	fill(t, source, disk, volume{jobs: 3, subscribers: 450, logos: 1})
	path := export(t, source, disk)
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		other := newShelf()
		fill(t, s, other, volume{jobs: 2, subscribers: 5})
		before := state(t, s, other)
		for _, step := range []string{"check", "uploads", "job_listings", "newsletter_subscriptions", "settings"} {
			ctx, cancel := context.WithCancel(t.Context())
			r, err := Open(path, nil)
			if err != nil {
				t.Fatal(err)
			}
			o := quiet
			o.Force, o.Progress = true, func(at string, _, _ int64) {
				if at == step {
					cancel()
				}
			}
			if err := r.Import(ctx, s, other, o); err == nil {
				t.Errorf("the import went on after %s", step)
			}
			cancel()
			r.Close()
			archivetest.Same(t, "interrupted at "+step, state(t, s, other), before)
		}
	})
}

func TestALostLogoDoesNotStopAnExport(t *testing.T) {
	s, disk := storetest.SQLite(t), newShelf()
	fill(t, s, disk, volume{logos: 3})
	n := 0
	for file := range disk.files {
		if n++; n == 1 {
			delete(disk.files, file)
		} else if n == 2 {
			disk.files[file] = []byte("cut")
		}
	}
	path := export(t, s, disk)
	target, other := storetest.SQLite(t), newShelf()
	if err := load(t, path, target, other, false); err != nil {
		t.Fatal(err)
	}
	if rows, err := target.AsSystem().Count(t.Context(), &schema.StorageObjects); rows != 1 || len(other.files) != 1 || err != nil {
		t.Errorf("%d rows and %d files (%v)", rows, len(other.files), err)
	}
}

func TestWhatIsNoPictureIsNotImported(t *testing.T) {
	s, disk := storetest.SQLite(t), newShelf()
	fill(t, s, disk, volume{logos: 1})
	r, err := Open(export(t, s, disk), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	o := quiet
	o.Judge = func([]byte) (string, error) { return "", errors.New("no picture") }
	if err := r.Import(t.Context(), storetest.SQLite(t), newShelf(), o); err == nil || !strings.Contains(err.Error(), "no picture") {
		t.Errorf("the import says %v", err)
	}
}

func TestNumbersAreSpelledAsPostgreSQLKeepsThem(t *testing.T) {
	db := storetest.Postgres(t)
	for _, n := range []string{"0", "-0", "1", "-12.50", "1e0", "1E+3", "1.5e3", "1.50e1", "-1.25e-3", "12e-1", "0.001e2", "0e5", "1e21", "123.456e2", "5e-7", "100"} {
		id := "11111111-1111-4111-8111-111111111111"
		if _, err := db.AsSystem().Delete(t.Context(), &schema.Users, store.Eq("id", id)); err != nil {
			t.Fatal(err)
		}
		rows, err := db.AsSystem().Insert(t.Context(), &schema.Users, store.Row{"id": id, "email": "a@mail.example", "user_metadata": json.RawMessage(`{"n":` + n + `}`)})
		if err != nil {
			t.Fatal(err)
		}
		kept := strings.TrimSuffix(strings.TrimPrefix(string(rows[0]["user_metadata"].(json.RawMessage)), `{"n": `), "}")
		if got := string(spellNumber(json.Number(n))); got != kept {
			t.Errorf("%s is spelled %s and kept as %s", n, got, kept)
		}
	}
}

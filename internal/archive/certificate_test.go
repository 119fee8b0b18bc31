package archive

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"vitrine/internal/archive/archivetest"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// withSettings is an archive of a program that did not know whose they are.
func withSettings(t *testing.T, path string, names ...string) string {
	t.Helper()
	return rewrite(t, path, true, func(member string, raw []byte, m *Manifest) []byte {
		if member == tableMember("settings") {
			line, _, _ := bytes.Cut(raw, []byte("\n"))
			for _, name := range names {
				raw = append(raw, append(bytes.Replace(line, []byte(`"seeded"`), []byte(`"`+name+`"`), 1), '\n')...)
			}
		}
		if m != nil {
			for i := range m.Tables {
				if m.Tables[i].Name == "settings" {
					m.Tables[i].Rows += int64(len(names))
				}
			}
		}
		return raw
	})
}

func TestSettingsOfAnInstallationArePassedOver(t *testing.T) {
	source, disk := storetest.SQLite(t), newShelf()
	fill(t, source, disk, volume{jobs: 1, logos: 1})
	names := append(slices.Clone(ownSettings), CertificateMark+"studio.example")
	path := withSettings(t, export(t, source, disk), names...)
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		if err := load(t, path, s, newShelf(), true); err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			if n, err := s.AsSystem().Count(t.Context(), &schema.Settings, store.Eq("name", name)); err != nil || n > 0 {
				t.Errorf("%s is stored (%v)", name, err)
			}
		}
	})
	r, err := Open(path, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if err := r.trial(t.Context(), filepath.Join(t.TempDir(), "site")); err != nil {
		t.Errorf("a trial says %v", err)
	}
}

func TestCertificatesStayWithTheInstallation(t *testing.T) {
	source, disk := storetest.SQLite(t), newShelf()
	fill(t, source, disk, volume{jobs: 1})
	certificate := func(s *store.Store, value string) {
		t.Helper()
		if _, err := s.AsSystem().Insert(t.Context(), &schema.Settings, store.Row{"name": CertificateMark + "studio.example", "value": value}); err != nil {
			t.Fatal(err)
		}
	}
	certificate(source, "of the source")
	path := export(t, source, disk)
	if strings.Contains(archivetest.Members(t, path)[tableMember("settings")], "of the source") {
		t.Error("a private key is in the archive")
	}
	older := withSettings(t, path, CertificateMark+"studio.example")
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		certificate(s, "of the target")
		for _, one := range []string{path, older} {
			if err := load(t, one, s, newShelf(), true); err != nil {
				t.Fatal(err)
			}
			row, err := s.AsSystem().One(t.Context(), &schema.Settings, store.Eq("name", CertificateMark+"studio.example"))
			if err != nil || row.Text("value") != "of the target" {
				t.Errorf("the certificate is %v (%v)", row, err)
			}
		}
	})
}

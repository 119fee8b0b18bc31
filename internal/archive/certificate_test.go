package archive

import (
	"bytes"
	"strings"
	"testing"

	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

func TestCertificatesStayWithTheInstallation(t *testing.T) {
	source, disk := storetest.SQLite(t), newShelf()
	fill(t, source, disk, volume{jobs: 1})
	certificate := func(s *store.Store, value string) {
		t.Helper()
		if _, err := s.Itself().Insert(t.Context(), &schema.Settings, store.Row{"name": CertificateMark + "studio.example", "value": value}); err != nil {
			t.Fatal(err)
		}
	}
	certificate(source, "of the source")
	path := export(t, source, disk)
	if strings.Contains(members(t, path)[tableMember("settings")], "of the source") {
		t.Error("a private key is in the archive")
	}
	older := rewrite(t, path, true, func(name string, raw []byte, m *Manifest) []byte {
		if name == tableMember("settings") {
			line, _, _ := bytes.Cut(raw, []byte("\n"))
			raw = append(raw, append(bytes.Replace(line, []byte(`"seeded"`), []byte(`"certificate studio.example"`), 1), '\n')...)
		}
		if m != nil {
			for i := range m.Tables {
				if m.Tables[i].Name == "settings" {
					m.Tables[i].Rows++
				}
			}
		}
		return raw
	})
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		certificate(s, "of the target")
		for _, one := range []string{path, older} {
			if err := load(t, one, s, newShelf(), true); err != nil {
				t.Fatal(err)
			}
			row, err := s.Itself().One(t.Context(), &schema.Settings, store.Eq("name", CertificateMark+"studio.example"))
			if err != nil || row.Text("value") != "of the target" {
				t.Errorf("the certificate is %v (%v)", row, err)
			}
		}
	})
}

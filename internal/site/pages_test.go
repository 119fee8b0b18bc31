package site

import (
	"slices"
	"testing"
)

func TestWhatChangesAPageChangesTheSitemap(t *testing.T) {
	for _, k := range []*kind{homeKind, aboutKind, careersKind, contactKind} {
		for _, table := range k.tables {
			if !slices.Contains(sitemapKind.tables, table) {
				t.Errorf("%s shows %s, and the sitemap does not hear of it", k.name, table)
			}
		}
	}
}

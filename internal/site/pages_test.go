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

func TestTagsWithinASentencePartNoWords(t *testing.T) {
	if got := plainText(`<p><strong>Bold</strong>, <a href="/x">R&amp;D</a>.<br>Next</p><ul><li>one</li><li>two</li></ul>`); got != "Bold, R&D. Next one two" {
		t.Errorf("%q", got)
	}
}

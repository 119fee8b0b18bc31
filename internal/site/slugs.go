package site

import (
	"context"
	"fmt"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// knownSlugs are those that lead to a page, as of a version of its kind.
type knownSlugs struct {
	version uint64
	slugs   map[string]bool
}

// leadsNowhere tells that a path surely has no page. The slugs are read once per
// version, so that a flood of made-up ones costs the database nothing.
func (s *Site) leadsNowhere(ctx context.Context, k *kind, path string) bool {
	version := s.pages.version(k)
	if known, ok := s.slugs.Load(k); ok && known.(*knownSlugs).version == version {
		return !known.(*knownSlugs).slugs[slugOf(path)]
	}
	made, err, _ := s.misses.Do(fmt.Sprint(version, " slugs of ", k.name), func() (any, error) {
		var rows any
		err := fault.Guard(s.Log, "read the slugs", func() (err error) {
			ctx, cancel := context.WithTimeout(ctx, patience)
			defer cancel()
			rows, err = k.slugs.read(ctx, s.db, path)
			return err
		})
		if err != nil {
			return nil, err
		}
		fresh := &knownSlugs{version, map[string]bool{}}
		for _, row := range rows.([]store.Row) {
			fresh.slugs[row.Text("slug")] = true
		}
		s.slugs.Store(k, fresh)
		return fresh, nil
	})
	return err == nil && !made.(*knownSlugs).slugs[slugOf(path)]
}

var ownSlugs = listOf(&schema.Pages, "slug")

// ownPage is the page of the studio that the path names.
var ownPage = &piece{
	key:    "own_page",
	tables: []*schema.Table{&schema.Pages},
	read: func(ctx context.Context, db store.Session, path string) (any, error) {
		rows, err := db.Select(ctx, &schema.Pages, store.Query{Fields: store.Fields("title", "body"), Where: store.All{store.Eq("slug", slugOf(path))}})
		if err == nil && len(rows) == 0 {
			err = errNoPage
		}
		if err != nil {
			return nil, err
		}
		return shown(&schema.Pages, rows)[0], nil
	},
}

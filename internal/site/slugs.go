package site

import (
	"context"
	"fmt"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/studio"
)

// knownSlugs are those that lead to a page, as of a version of its kind.
type knownSlugs struct {
	version uint64
	slugs   map[string]bool
}

// leadsNowhere tells that a path surely has no page.
func (s *Site) leadsNowhere(ctx context.Context, k *kind, path string) bool {
	slugs, err := s.slugsOf(ctx, k, path)
	return err == nil && !slugs[slugOf(path)]
}

// Shows tells whether a path surely leads to a page.
func (s *Site) Shows(ctx context.Context, path string) bool {
	k, ok := route(path)
	if !ok || k.name == "" || k == notFoundKind {
		return false
	}
	if k == lettersKind {
		who, err := s.studio(ctx)
		return err == nil && who.ShowsLetters
	}
	if k.slugs == nil {
		return true
	}
	slugs, err := s.slugsOf(ctx, k, path)
	return err == nil && slugs[slugOf(path)]
}

// slugsOf are the slugs that lead to a page of the kind. They are read once per
// version, so that a flood of made-up ones costs the database nothing.
func (s *Site) slugsOf(ctx context.Context, k *kind, path string) (map[string]bool, error) {
	version := s.pages.version(k)
	if known, ok := s.slugs.Load(k); ok && known.(*knownSlugs).version == version {
		return known.(*knownSlugs).slugs, nil
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
	if err != nil {
		return nil, err
	}
	return made.(*knownSlugs).slugs, nil
}

var ownSlugs = listOf(&schema.Pages, "slug")

// ownPage is the page of the studio that the path names.
var ownPage = &piece{
	key:    "own_page",
	byPath: true,
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

var letterSlugs = listOf(&schema.Letters, "slug")

// oneLetter is the letter that the path names, if the studio shows those that
// were sent.
var oneLetter = &piece{
	key:    "letter",
	byPath: true,
	tables: []*schema.Table{&schema.Letters},
	read: func(ctx context.Context, db store.Session, path string) (any, error) {
		rows, err := db.Select(ctx, &schema.Letters, store.Query{Fields: store.Fields("subject", "preheader", "body", "sent_at"), Where: store.All{store.Eq("slug", slugOf(path))}})
		if err == nil && len(rows) == 0 {
			err = errNoPage
		}
		if err != nil {
			return nil, err
		}
		return shown(&schema.Letters, rows)[0], nil
	},
}

// maxLetters are listed: ten years of one each week.
const maxLetters = 520

// sentLetters are all of them, newest first. A studio that does not show them has
// no such page.
var sentLetters = &piece{
	key:    "letters",
	tables: []*schema.Table{&schema.Letters, &schema.SiteSettings},
	read: func(ctx context.Context, db store.Session, _ string) (any, error) {
		who, err := studio.Read(ctx, db)
		if err == nil && !who.ShowsLetters {
			err = errNoPage
		}
		if err != nil {
			return nil, err
		}
		rows, err := db.Select(ctx, &schema.Letters, store.Query{
			Fields: store.Fields("slug", "subject", "preheader", "sent_at"),
			Order:  []store.Order{store.Desc("sent_at"), store.Desc("id")}, Limit: store.Limit(maxLetters),
		})
		return shown(&schema.Letters, rows), err
	},
}

// lastLetter is where the newest of them is; nil where there is none to show.
var lastLetter = &piece{
	key:    "last_letter",
	tables: []*schema.Table{&schema.Letters},
	read: func(ctx context.Context, db store.Session, _ string) (any, error) {
		rows, err := db.Select(ctx, &schema.Letters, store.Query{Fields: store.Fields("slug"), Order: []store.Order{store.Desc("sent_at")}, Limit: store.Limit(1)})
		if err != nil || len(rows) == 0 {
			return nil, err
		}
		return lettersPath + "/" + rows[0].Text("slug"), nil
	},
}

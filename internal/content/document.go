package content

import (
	"context"
	"encoding/json"

	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// document is a row with one list that is saved with it.
type document struct {
	procedure string
	table     *schema.Table
	columns   []string
	list      *schema.Table
	items     []string // columns of an item
}

var (
	hero = document{"save_hero", &schema.HeroContent,
		[]string{"title", "subtitle", "cta_primary_text", "cta_secondary_text"},
		&schema.FeaturedAreas, []string{"title", "description"}}
	about = document{"save_about", &schema.AboutContent,
		[]string{"intro_text", "approach_text", "why_ecommerce"},
		&schema.FocusAreas, []string{"title", "description"}}
	contact = document{"save_contact", &schema.ContactInfo,
		[]string{"email", "location", "description"},
		&schema.SocialLinks, []string{"platform", "url"}}
)

// save writes what the caller named: columns that are absent stay, and so
// does the list when it is absent.
func (d document) save(ctx context.Context, db store.Session, raw json.RawMessage) (any, error) {
	a, err := read(d.procedure, raw, append([]string{"id", "version", d.list.Name}, d.columns...)...)
	if err != nil {
		return nil, err
	}
	id, err := a.number("id")
	if err != nil {
		return nil, err
	}
	version, err := a.number("version")
	if err != nil {
		return nil, err
	}
	var out json.RawMessage
	err = db.Tx(ctx, func(tx store.Session) error {
		if err := claim(ctx, tx, d.table, id, version, a.pick(d.columns...)); err != nil {
			return err
		}
		if _, given := a[d.list.Name]; given {
			items, err := a.objects(d.list.Name, d.items...)
			if err != nil {
				return err
			}
			if err := replace(ctx, tx, d.list, id, items); err != nil {
				return err
			}
		}
		out, err = answer(ctx, tx, d.table, id, list(d.list.Name, d.list))
		return err
	})
	return out, err
}

// replace makes the items the list of the document.
func replace(ctx context.Context, tx store.Session, t *schema.Table, id int64, items []store.Row) error {
	_, ref := t.Parent()
	if _, err := tx.Delete(ctx, t, store.Eq(ref.Name, id)); err != nil {
		return err
	}
	if len(items) == 0 {
		return nil
	}
	for _, item := range items {
		item[ref.Name] = id
	}
	_, err := tx.Insert(ctx, t, items...)
	return err
}

package people

import (
	"context"
	"strings"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// pageSize is how many people one answer holds.
const pageSize = 50

type asked struct {
	Search *string `json:"search"`
	Kind   *string `json:"kind"`  // a table: only those who are in it
	After  *string `json:"after"` // the last address of the page before
}

// Page is a part of the list, by address.
type Page struct {
	People []Person `json:"people"`
	Next   *string  `json:"next"`   // what after is for the page that follows
	Counts []Count  `json:"counts"` // people by table and in all, whatever is searched for; with the first page
}

// Person is an address, and what is stored about it.
type Person struct {
	Email  string  `json:"email"`
	Name   string  `json:"name"` // as the person last gave it
	LastAt *string `json:"last_at"`
	About  []About `json:"about"`
}

// About are the rows of a table about a person.
type About struct {
	Table  string `json:"table"`
	Rows   int64  `json:"rows"`
	Status string `json:"status"` // of the last of them, where they have one
}

// everybody is counted under this name.
const everybody = "all"

// listed are the tables that make somebody one of the people. Mails do not: they
// follow messages, and most go to staff.
func listed() (out []*schema.Table) {
	for _, t := range about() {
		if !t.Internal {
			out = append(out, t)
		}
	}
	return out
}

// list gives a page of those whom rows are about.
func (p *People) list(ctx context.Context, db store.Session, a asked) (out Page, err error) {
	text := func(s *string) string {
		if s == nil {
			return ""
		}
		return strings.TrimSpace(*s)
	}
	tables := listed()
	want := store.Addresses{Of: tables, Search: text(a.Search), After: text(a.After), Limit: pageSize + 1}
	if kind := text(a.Kind); kind != "" {
		for _, t := range tables {
			if t.Name == kind {
				want.Among = t
			}
		}
		if want.Among == nil {
			return out, fault.New(fault.BadValue, "no people are known by %q", kind)
		}
	}
	db = db.AsSystem()
	addresses, err := db.Addresses(ctx, want)
	if err != nil {
		return out, err
	}
	if len(addresses) > pageSize {
		addresses = addresses[:pageSize]
		out.Next = &addresses[pageSize-1]
	}
	if out.People, err = known(ctx, db, tables, addresses); err != nil {
		return out, err
	}
	out.Counts = []Count{}
	if want.After == "" {
		out.Counts, err = p.count(ctx, db, tables)
	}
	return out, err
}

func (p *People) count(ctx context.Context, db store.Session, tables []*schema.Table) (out []Count, err error) {
	out, generation, known := p.counts.Get(everybody)
	if known {
		return out, nil
	}
	n, err := db.CountAddresses(ctx, tables...)
	out = append(out, Count{everybody, n})
	for _, t := range tables {
		if err == nil {
			n, err = db.CountAddresses(ctx, t)
			out = append(out, Count{t.Name, n})
		}
	}
	if err == nil {
		p.counts.Put(everybody, out, generation)
	}
	return out, err
}

// known tells of each address what the tables have about it.
func known(ctx context.Context, db store.Session, tables []*schema.Table, addresses []string) ([]Person, error) {
	out, latest := make([]Person, len(addresses)), make([]time.Time, len(addresses))
	for i, email := range addresses {
		out[i] = Person{Email: email, About: []About{}}
	}
	if len(addresses) == 0 {
		return out, nil
	}
	for _, t := range tables {
		rows, err := db.RowsAbout(ctx, t, addresses)
		if err != nil {
			return nil, err
		}
		last, err := lastRows(ctx, db, t, rows)
		if err != nil {
			return nil, err
		}
		for i := range out {
			some, has := rows[out[i].Email]
			if !has {
				continue
			}
			row := last[some.Last]
			out[i].About = append(out[i].About, About{t.Name, some.Rows, row.Text("status")})
			if name := row.Text("name"); name != "" {
				out[i].Name = name
			}
			if at := whenOf(t, row); at.After(latest[i]) {
				latest[i] = at
				text := schema.FormatTime(at)
				out[i].LastAt = &text
			}
		}
	}
	return out, nil
}

func lastRows(ctx context.Context, db store.Session, t *schema.Table, of map[string]store.Mentioned) (map[int64]store.Row, error) {
	var keys []int64
	for _, some := range of {
		keys = append(keys, some.Last)
	}
	rows, err := db.Select(ctx, t, store.Query{Where: store.All{store.In(t.Key().Name, keys...)}})
	out := map[int64]store.Row{}
	for _, row := range rows {
		out[row.Int(t.Key().Name)] = row
	}
	return out, err
}

// whenOf is the first moment that a row tells of.
func whenOf(t *schema.Table, row store.Row) time.Time {
	for c := range t.Columns.All() {
		if c.Type == schema.Timestamp {
			return row.Time(c.Name)
		}
	}
	return time.Time{}
}

package content

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"html"
	"maps"
	"slices"
	"strings"

	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/studio"
)

// Builtin is the content that comes with the program.
type Builtin struct {
	// Fallback is what a page shows whose content cannot be read, whoever's site it is.
	Fallback map[string]json.RawMessage `json:"fallback"`
	// Seed is what a fresh site has in the place of parts of it.
	Seed map[string]json.RawMessage `json:"seed"`
	Demo struct {
		Jobs []struct {
			Title, Location, About string
			Rank                   int
			Responsibilities       []string
			Qualifications         []string
			Preferred              []string
		} `json:"job_listings"`
		Companies []map[string]any `json:"portfolio_companies"`
		Sections  []map[string]any `json:"homepage_sections"`
	} `json:"seed_demo"`
}

// seeded is the setting that names the tables of single documents that were
// filled. Before it did so it was "1".
const seeded = "seeded"

// Seed fills an empty database, once: with the built-in content, and with
// sample jobs and companies when demo is set. A site whose editors removed
// everything stays as they left it; it only gets the row of a document that a
// newer version of the program has one of.
func Seed(ctx context.Context, db store.Session, raw []byte, demo bool) error {
	b, err := readBuiltin(raw)
	if err != nil {
		return fmt.Errorf("read the built-in content: %w", err)
	}
	return db.Tx(ctx, func(tx store.Session) error {
		if err := tx.Lock(ctx, seeded); err != nil {
			return err
		}
		done, err := tx.Setting(ctx, seeded)
		all := strings.Join(singles(), " ")
		switch {
		case err != nil || done == all:
			return err
		case done == "":
			err = seedSite(ctx, tx, b, demo)
		default:
			err = seedAdded(ctx, tx, b, strings.Fields(done))
		}
		if err != nil {
			return err
		}
		return tx.SetSetting(ctx, seeded, all)
	})
}

// singles are the tables of the documents that there is one of.
func singles() (names []string) {
	for _, d := range schema.Documents {
		if isSingle(d) {
			names = append(names, d.Table.Name)
		}
	}
	return names
}

func isSingle(d *schema.Document) bool { return d.Table != nil && !d.Many }

func seedSite(ctx context.Context, tx store.Session, b Builtin, demo bool) error {
	if err := seedPages(ctx, tx, b); err != nil {
		return fmt.Errorf("seed the pages: %w", err)
	}
	if demo {
		if err := seedDemo(ctx, tx, b); err != nil {
			return fmt.Errorf("seed the samples: %w", err)
		}
	}
	return nil
}

// seedAdded fills the single documents that were not there at the last start:
// their screens have nothing to edit without the row.
func seedAdded(ctx context.Context, tx store.Session, b Builtin, done []string) error {
	for _, d := range schema.Documents {
		if !isSingle(d) || slices.Contains(done, d.Table.Name) {
			continue
		}
		n, err := tx.Count(ctx, d.Table)
		if err == nil && n == 0 {
			err = seedDocument(ctx, tx, b, d)
		}
		if err != nil {
			return fmt.Errorf("seed what is new: %w", err)
		}
	}
	return nil
}

// readBuiltin is the content of a fresh site, in its name.
func readBuiltin(raw []byte) (b Builtin, err error) {
	if err := json.Unmarshal(bytes.ReplaceAll(raw, []byte("{studio}"), []byte(studio.Fresh().Name)), &b); err != nil {
		return b, err
	}
	for table, own := range b.Seed {
		var row, more map[string]json.RawMessage
		if json.Unmarshal(b.Fallback[table], &row) == nil && json.Unmarshal(own, &more) == nil {
			maps.Copy(row, more)
			if own, err = json.Marshal(row); err != nil {
				return b, err
			}
		}
		b.Fallback[table] = own
	}
	return b, nil
}

// seedPages fills the documents of the pages: those that there is one of, and
// the rows of the others that come with the program.
func seedPages(ctx context.Context, tx store.Session, b Builtin) error {
	for _, d := range schema.Documents {
		if err := seedDocument(ctx, tx, b, d); err != nil {
			return err
		}
	}
	for _, row := range b.Demo.Sections {
		if _, err := tx.Insert(ctx, &schema.HomepageSections, row); err != nil {
			return err
		}
	}
	return nil
}

func seedDocument(ctx context.Context, tx store.Session, b Builtin, d *schema.Document) error {
	var id int64
	if isSingle(d) {
		var row store.Row
		if err := json.Unmarshal(b.Fallback[d.Table.Name], &row); err != nil {
			return fmt.Errorf("%s: %w", d.Table.Name, err)
		}
		stored, err := tx.Insert(ctx, d.Table, row)
		if err != nil {
			return err
		}
		id = stored[0].Int("id")
	} else if err := seedRows(ctx, tx, b, d.Table, 0); err != nil {
		return err
	}
	for i := range d.Lists {
		if err := seedRows(ctx, tx, b, d.Lists[i].Table, id); err != nil {
			return err
		}
	}
	return nil
}

// seedRows leaves a table alone that has rows: they are the editors'.
func seedRows(ctx context.Context, tx store.Session, b Builtin, t *schema.Table, parent int64) error {
	if t == nil || b.Fallback[t.Name] == nil {
		return nil
	}
	if n, err := tx.Count(ctx, t); err != nil || n > 0 {
		return err
	}
	var rows []store.Row
	if err := json.Unmarshal(b.Fallback[t.Name], &rows); err != nil {
		return fmt.Errorf("%s: %w", t.Name, err)
	}
	if _, ref := t.Parent(); ref != nil {
		for _, row := range rows {
			row[ref.Name] = parent
		}
	}
	_, err := tx.Insert(ctx, t, rows...)
	return err
}

func seedDemo(ctx context.Context, tx store.Session, b Builtin) error {
	howToApply, err := b.howToApply()
	if err != nil {
		return err
	}
	for _, job := range b.Demo.Jobs {
		stored, err := tx.Insert(ctx, &schema.JobListings, store.Row{
			"title": job.Title, "location": job.Location, "about": job.About, "how_to_apply": howToApply, "rank": job.Rank,
		})
		if err != nil {
			return err
		}
		for i, texts := range [][]string{job.Responsibilities, job.Qualifications, job.Preferred} {
			l := list{&schema.Job.Lists[i]}
			if err := l.replace(ctx, tx, stored[0].Int("id"), l.rows(texts)); err != nil {
				return err
			}
		}
	}
	for _, company := range b.Demo.Companies {
		if _, err := tx.Insert(ctx, &schema.PortfolioCompanies, company); err != nil {
			return err
		}
	}
	return nil
}

// howToApply sends applicants to the contact email.
func (b Builtin) howToApply() (string, error) {
	var text string
	var contact struct{ Email string }
	if err := json.Unmarshal(b.Fallback["default_how_to_apply"], &text); err != nil {
		return "", err
	}
	if err := json.Unmarshal(b.Fallback[schema.ContactInfo.Name], &contact); err != nil {
		return "", err
	}
	return strings.ReplaceAll(text, "{email}", html.EscapeString(contact.Email)), nil
}

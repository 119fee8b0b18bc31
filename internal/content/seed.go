package content

import (
	"context"
	"encoding/json"
	"fmt"
	"html"
	"strings"

	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// Builtin is the content that comes with the program.
type Builtin struct {
	Fallback map[string]json.RawMessage `json:"fallback"`
	Demo     struct {
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

const seeded = "seeded"

// Seed fills an empty database, once: with the built-in content, and with
// sample jobs and companies when demo is set. A site whose editors removed
// everything stays as they left it.
func Seed(ctx context.Context, db store.Session, raw []byte, demo bool) error {
	var b Builtin
	if err := json.Unmarshal(raw, &b); err != nil {
		return fmt.Errorf("read the built-in content: %w", err)
	}
	return db.Tx(ctx, func(tx store.Session) error {
		if err := tx.Lock(ctx, seeded); err != nil {
			return err
		}
		done, err := tx.Count(ctx, &schema.Settings, store.Eq("name", seeded))
		if err != nil || done > 0 {
			return err
		}
		if err := seedPages(ctx, tx, b); err != nil {
			return fmt.Errorf("seed the pages: %w", err)
		}
		if demo {
			if err := seedDemo(ctx, tx, b); err != nil {
				return fmt.Errorf("seed the samples: %w", err)
			}
		}
		_, err = tx.Insert(ctx, &schema.Settings, store.Row{"name": seeded, "value": "1"})
		return err
	})
}

func seedPages(ctx context.Context, tx store.Session, b Builtin) error {
	for _, doc := range []struct {
		table, list *schema.Table
	}{
		{&schema.HeroContent, &schema.FeaturedAreas},
		{&schema.AboutContent, &schema.FocusAreas},
		{&schema.ContactInfo, &schema.SocialLinks},
		{&schema.ProcessContent, nil},
		{&schema.FooterContent, nil},
	} {
		var row store.Row
		if err := json.Unmarshal(b.Fallback[doc.table.Name], &row); err != nil {
			return fmt.Errorf("%s: %w", doc.table.Name, err)
		}
		stored, err := tx.Insert(ctx, doc.table, row)
		if err != nil {
			return err
		}
		if doc.list == nil {
			continue
		}
		if err := seedRows(ctx, tx, b, doc.list, stored[0].Int("id")); err != nil {
			return err
		}
	}
	for _, t := range []*schema.Table{&schema.ProcessSteps, &schema.TeamMembers, &schema.FooterLinks, &schema.NavigationLinks} {
		if err := seedRows(ctx, tx, b, t, 0); err != nil {
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

func seedRows(ctx context.Context, tx store.Session, b Builtin, t *schema.Table, parent int64) error {
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
			if err := saveJobList(ctx, tx, jobLists[i].table, stored[0].Int("id"), texts); err != nil {
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

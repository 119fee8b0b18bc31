// Package rules holds those that look at more than one value. They stand beneath
// every caller: whoever opens the store has them checked before each commit.
package rules

import (
	"context"
	"net/url"
	"slices"
	"strings"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/words"
)

// Add has the rules checked from now on.
func Add(s *store.Store) {
	s.BeforeCommit(checkWords, &schema.SiteWords)
	s.BeforeCommit(checkPages, &schema.Pages)
	s.BeforeCommit(checkRedirects, &schema.Redirects)
	s.BeforeCommit(checkJobs, &schema.JobListings)
	s.BeforeCommit(checkLetters, &schema.Letters)
	s.BeforeCommit(showLetters, &schema.SiteSettings)
	s.BeforeCommit(unassign, &schema.UserProfiles)
}

func refuse(sentence string) error { return fault.New(fault.Invalid, "%s", sentence).Hinting(sentence) }

func checkWords(_ context.Context, _ store.Session, changed []store.Event) error {
	for _, e := range changed {
		if e.New == nil {
			continue
		}
		if wrong := words.Check(e.New.Text("key"), e.New.Text("text")); wrong != "" {
			return refuse(wrong)
		}
	}
	return nil
}

// checkPages keeps the studio's pages away from addresses that are taken. A
// page that moves leaves a redirect behind, and one that comes to a redirected
// address takes its place.
func checkPages(ctx context.Context, tx store.Session, changed []store.Event) error {
	for _, e := range changed {
		if e.New == nil {
			continue
		}
		slug := e.New.Text("slug")
		if slices.Contains(schema.Reserved, slug) {
			return refuse("The address /" + slug + " belongs to the site itself.")
		}
		if err := release(ctx, tx, "/"+slug); err != nil {
			return err
		}
		if was := e.Was.Text("slug"); e.Was != nil && was != slug {
			if err := redirect(ctx, tx, "/"+was, "/"+slug); err != nil {
				return err
			}
		}
	}
	return nil
}

// release has no redirect lead away from a path, however it is written.
func release(ctx context.Context, tx store.Session, path string) error {
	rows, err := tx.Select(ctx, &schema.Redirects, store.Query{})
	for _, row := range rows {
		if schema.PathOf(row.Text("from_path")) != path {
			continue
		}
		if _, err := tx.Delete(ctx, &schema.Redirects, store.Eq("id", row.Int("id"))); err != nil {
			return err
		}
	}
	return err
}

// redirect leads from one path to another, instead of where it led before.
func redirect(ctx context.Context, tx store.Session, from, to string) error {
	if err := release(ctx, tx, from); err != nil {
		return err
	}
	rows, err := tx.Insert(ctx, &schema.Redirects, store.Row{"from_path": from, "to_path": to})
	if err != nil {
		return err
	}
	return collapse(ctx, tx, rows[0])
}

// checkRedirects refuses what leads round in a circle or away from an address
// that is there, and shortens chains to one step.
func checkRedirects(ctx context.Context, tx store.Session, changed []store.Event) error {
	for _, e := range changed {
		if e.New == nil {
			continue
		}
		for _, column := range []string{"from_path", "to_path"} {
			if _, err := url.Parse(e.New.Text(column)); err != nil {
				return refuse("In an address % stands before two digits, as in %20.")
			}
		}
		from := schema.PathOf(e.New.Text("from_path"))
		first, _, _ := strings.Cut(strings.TrimPrefix(from, "/"), "/")
		pages, err := tx.Count(ctx, &schema.Pages, store.Eq("slug", first))
		if err != nil {
			return err
		}
		jobs := int64(0)
		slug, isJob := jobAt(from)
		if isJob {
			if jobs, err = tx.Count(ctx, &schema.JobListings, store.Eq("slug", slug)); err != nil {
				return err
			}
		}
		if from == "/" || slices.Contains(schema.Reserved, first) && !isJob || jobs > 0 || pages > 0 && from == "/"+first {
			return refuse("There is something at " + from + " already.")
		}
		if err := collapse(ctx, tx, e.New); err != nil {
			return err
		}
	}
	return nil
}

// jobAt tells of an address below /careers. That of a job that is gone may lead
// elsewhere; one that comes back is shown all the same.
func jobAt(path string) (slug string, ok bool) {
	slug, ok = strings.CutPrefix(path, "/careers/")
	return slug, ok && slug != "" && !strings.Contains(slug, "/")
}

// collapse follows a redirect to its end, and has those that lead to it go there
// too. Addresses are compared as browsers understand them, however they are
// written.
func collapse(ctx context.Context, tx store.Session, row store.Row) error {
	from, to := schema.PathOf(row.Text("from_path")), row.Text("to_path")
	if schema.PathOf(to) == from {
		return refuse("A redirect cannot lead to itself.")
	}
	others, err := tx.Select(ctx, &schema.Redirects, store.Query{Where: store.All{store.Neq("id", row.Int("id"))}})
	if err != nil {
		return err
	}
	leads := make(map[string]string, len(others))
	for _, other := range others {
		leads[schema.PathOf(other.Text("from_path"))] = other.Text("to_path")
	}
	if _, taken := leads[from]; taken {
		return refuse(schema.Redirects.DuplicateHint)
	}
	for steps := 0; leads[schema.PathOf(to)] != ""; steps++ {
		if to = leads[schema.PathOf(to)]; schema.PathOf(to) == from || steps > len(leads) {
			return refuse("These redirects would lead round in a circle.")
		}
	}
	for _, other := range append(others, row) {
		isThis := other.Int("id") == row.Int("id")
		if other.Text("to_path") == to || !isThis && schema.PathOf(other.Text("to_path")) != from {
			continue
		}
		if _, err := tx.Update(ctx, &schema.Redirects, store.Eq("id", other.Int("id")), store.Row{"to_path": to}); err != nil {
			return err
		}
	}
	return nil
}

// checkLetters keeps a letter that is on its way from being deleted.
func checkLetters(_ context.Context, _ store.Session, changed []store.Event) error {
	for _, e := range changed {
		if e.Type != store.Deleted {
			continue
		}
		switch e.Old.Text("status") {
		case schema.LetterScheduled, schema.LetterSending, schema.LetterPaused:
			return refuse("This letter is on its way. Stop it first.")
		}
	}
	return nil
}

// showLetters has visitors see the letters that were sent, or not, as the
// settings say.
func showLetters(ctx context.Context, tx store.Session, changed []store.Event) error {
	for _, e := range changed {
		if e.New == nil {
			continue
		}
		shown := e.New["letters_public"] == true
		rows, err := tx.Select(ctx, &schema.Letters, store.Query{Where: store.All{store.Eq("status", schema.LetterSent), store.Eq("is_public", !shown)}})
		if err != nil {
			return err
		}
		for _, row := range rows {
			row["is_public"] = shown
			if _, err := tx.Rewrite(ctx, &schema.Letters, row, "is_public"); err != nil {
				return err
			}
		}
	}
	return nil
}

func checkJobs(_ context.Context, _ store.Session, changed []store.Event) error {
	for _, e := range changed {
		if e.New == nil {
			continue
		}
		from, to := e.New["salary_min"], e.New["salary_max"]
		if from != nil && to != nil && e.New.Int("salary_max") < e.New.Int("salary_min") {
			return refuse("The salary ends below where it starts.")
		}
		if (from != nil || to != nil) && e.New.Text("salary_currency") == "" {
			return refuse("A salary needs its currency.")
		}
		if day := e.New.Text("closes_on"); day != "" {
			if _, err := time.Parse(time.DateOnly, day); err != nil {
				return refuse("There is no day " + day + ".")
			}
		}
	}
	return nil
}

// unassign takes messages from who is no longer of the staff, so that none waits
// for somebody who does not come.
func unassign(ctx context.Context, tx store.Session, changed []store.Event) error {
	var left []string
	for _, e := range changed {
		switch {
		case e.Type == store.Deleted:
			left = append(left, e.Old.Text("user_id"))
		case e.New.Text("role") == string(schema.Viewer):
			left = append(left, e.New.Text("user_id"))
		}
	}
	if len(left) == 0 {
		return nil
	}
	_, err := tx.Update(ctx, &schema.ContactFormSubmissions, store.In("assigned_to", left...), store.Row{"assigned_to": nil})
	return err
}

package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"vitrine/internal/config"
	"vitrine/internal/content"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	builtin "vitrine/web/src/content"
)

type seedCommand struct {
	config.Place
	Jobs        int `help:"Job listings to add." placeholder:"N"`
	Companies   int `help:"Portfolio companies to add." placeholder:"N"`
	Subscribers int `help:"Newsletter subscribers to add." placeholder:"N"`
	Messages    int `help:"Contact messages to add." placeholder:"N"`
	Versions    int `help:"Versions of the hero to add." placeholder:"N"`
}

// chunk is how many rows one transaction adds.
const chunk = 1000

func (c *seedCommand) Run(ctx context.Context) error {
	for name, n := range map[string]int{"--jobs": c.Jobs, "--companies": c.Companies, "--subscribers": c.Subscribers, "--messages": c.Messages, "--versions": c.Versions} {
		if n < 0 {
			return fmt.Errorf("%s is negative", name)
		}
	}
	s, _, err := open(ctx, c.Place)
	if err != nil {
		return err
	}
	defer s.Close()
	if err := content.Seed(ctx, s.AsSystem(), builtin.JSON, false); err != nil {
		return err
	}
	g := &generator{rand: rand.New(rand.NewPCG(1, 2)), now: time.Now().UTC(), mark: time.Now().UnixNano()}
	for _, part := range []struct {
		table *schema.Table
		count int
		row   func(int) store.Row
	}{
		{&schema.PortfolioCompanies, c.Companies, g.company},
		{&schema.NewsletterSubscriptions, c.Subscribers, g.subscriber},
		{&schema.ContactFormSubmissions, c.Messages, g.message},
	} {
		if err := fill(ctx, s.AsSystem(), part.table, part.count, part.row); err != nil {
			return err
		}
	}
	if err := g.versions(ctx, s.AsSystem(), c.Versions); err != nil {
		return err
	}
	return g.jobs(ctx, s.AsSystem(), c.Jobs)
}

// versions saves the hero again and again.
func (g *generator) versions(ctx context.Context, db store.Session, count int) error {
	for range count {
		saves := db.Doing(store.Doing{Whole: true})
		if _, err := saves.Update(ctx, &schema.HeroContent, store.Gt("id", int64(0)), store.Row{"subtitle": "<p>" + g.sentence(4) + "</p>"}); err != nil {
			return err
		}
	}
	if count > 0 {
		fmt.Println("saved the hero", count, "times")
	}
	return nil
}

func fill(ctx context.Context, db store.Session, t *schema.Table, count int, row func(int) store.Row) error {
	for start := 0; start < count; start += chunk {
		var rows []store.Row
		for i := start; i < min(start+chunk, count); i++ {
			rows = append(rows, row(i))
		}
		if _, err := db.Insert(ctx, t, rows...); err != nil {
			return err
		}
	}
	if count > 0 {
		fmt.Println("added", count, "rows to", t.Name)
	}
	return nil
}

// generator makes rows that look like a real site's and are the same each
// time, but for the addresses, which must be new.
type generator struct {
	rand *rand.Rand
	now  time.Time
	mark int64
}

var (
	firstNames = strings.Fields("Aarav Diya Kabir Meera Rohan Ananya Vikram Isha Arjun Priya Dev Nisha Zoë Farid Leela Omar Tara Neel Asha Ravi")
	lastNames  = strings.Fields("Sharma Gupta Iyer Khan Mehta Nair Reddy Singh Das Bose Menon Kapoor Rao Joshi Patel Verma Malik Ghosh Chandra Sethi")
	roles      = strings.Fields("Engineer Designer Analyst Researcher Writer Operator Producer Strategist Architect Lead")
	areas      = strings.Fields("Checkout Catalogue Payments Logistics Search Pricing Returns Trust Support Growth")
	places     = []string{"Delhi, India", "Bengaluru, India", "Remote, India", "Mumbai, India", "Delhi, India or remote"}
	nouns      = strings.Fields("shop counter shelf order price basket window receipt market parcel supplier invoice")
	verbs      = strings.Fields("build measure ship repair explain price sort test write open close review")
)

func pick[T any](g *generator, list []T) T { return list[g.rand.IntN(len(list))] }

func (g *generator) sentence(words int) string {
	out := []string{"We"}
	for range words {
		out = append(out, pick(g, verbs), "the", pick(g, nouns), "and")
	}
	return strings.Join(out[:len(out)-1], " ") + "."
}

func (g *generator) past(days int) time.Time {
	return g.now.Add(-time.Duration(g.rand.IntN(days*24*60)) * time.Minute)
}

func (g *generator) company(i int) store.Row {
	name := fmt.Sprintf("%s%s %d", pick(g, lastNames), pick(g, nouns), i+1)
	return store.Row{"name": name, "description": g.sentence(3), "website_url": fmt.Sprintf("https://c%d.example", i+1), "display_order": i + 10}
}

func (g *generator) subscriber(i int) store.Row {
	first, last := pick(g, firstNames), pick(g, lastNames)
	address := strings.ToLower(fmt.Sprintf("%s.%s.%d.%x@mail.example", strings.ReplaceAll(first, "ë", "e"), last, i+1, g.mark))
	return store.Row{"email": address, "created_at": g.past(720)}
}

func (g *generator) message(i int) store.Row {
	first, last := pick(g, firstNames), pick(g, lastNames)
	return store.Row{
		"name": first + " " + last, "email": fmt.Sprintf("%s%d@mail.example", strings.ToLower(last), i+1),
		"subject": "About the " + pick(g, nouns) + " and the " + pick(g, nouns), "message": g.sentence(12), "created_at": g.past(365),
	}
}

func (g *generator) jobs(ctx context.Context, db store.Session, count int) error {
	for start := 0; start < count; start += 50 {
		err := db.Tx(ctx, func(tx store.Session) error {
			for i := start; i < min(start+50, count); i++ {
				if err := g.job(ctx, tx, i); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	if count > 0 {
		fmt.Println("added", count, "jobs with their lists")
	}
	return nil
}

func (g *generator) job(ctx context.Context, tx store.Session, i int) error {
	rows, err := tx.Insert(ctx, &schema.JobListings, store.Row{
		"title": fmt.Sprintf("%s, %s %d", pick(g, roles), pick(g, areas), i+1), "location": pick(g, places),
		"about": "<p>" + g.sentence(8) + "</p>", "how_to_apply": "<p>Write to us.</p>", "rank": i + 10,
	})
	if err != nil {
		return err
	}
	for _, t := range []*schema.Table{&schema.JobResponsibilities, &schema.JobQualifications, &schema.JobPreferred} {
		var items []store.Row
		for range 3 + g.rand.IntN(3) {
			items = append(items, store.Row{"job_id": rows[0]["id"], "description": g.sentence(2)})
		}
		if _, err := tx.Insert(ctx, t, items...); err != nil {
			return err
		}
	}
	return nil
}

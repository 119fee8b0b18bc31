package letters

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/revisions"
)

const (
	maxImport     = 100_000
	importAtOnce  = 200  // so that others who write wait for a moment only
	siftAtOnce    = 1000 // which locks nothing
	maxImportText = 8 << 20
)

// usualImportTime is how long one call imports: a request has half a minute.
const usualImportTime = 8 * time.Second

type importing struct {
	CSV    string `json:"csv"`
	Note   string `json:"note"` // where they agreed to get letters
	Ask    bool   `json:"ask"`  // each to confirm, by mail
	DryRun bool   `json:"dry_run"`
}

// imported is what becomes of the rows, or would.
type imported struct {
	Rows         int       `json:"rows"`
	Fresh        int       `json:"fresh"`
	Known        int       `json:"known"`
	Unsubscribed int       `json:"unsubscribed"` // or bounced: they stay so
	Erased       int       `json:"erased"`       // which rows is not told
	Twice        int       `json:"twice"`
	Invalid      int       `json:"invalid"`
	Left         int       `json:"left"` // fresh ones for which the time was too short: the same list again goes on
	LeftOut      []leftOut `json:"left_out"`
}

type leftOut struct {
	Row   int    `json:"row"`
	Email string `json:"email"`
	Why   string `json:"why"`
}

// importSubscribers takes a list of addresses. The first run changes nothing and
// says what the second would. A run takes so many as it has time for, in steps
// that others can write between; after a failure, too, the same list goes on
// where it stopped.
func (l *Letters) importSubscribers(ctx context.Context, db store.Session, a importing) (out imported, err error) {
	note := strings.TrimSpace(a.Note)
	if note == "" && !a.DryRun {
		return out, refuse("Say where they agreed to get letters.")
	}
	if len([]rune(note)) > 1000 {
		return out, refuse("Where they agreed must be at most 1000 characters.")
	}
	emails, err := readAddresses(a.CSV, &out)
	if err != nil {
		return out, err
	}
	end := time.Now().Add(l.importTime)
	fresh, err := l.sift(ctx, db, emails, &out)
	if err != nil || a.DryRun {
		return out, err
	}
	out.Fresh = 0
	for len(fresh) > 0 && err == nil {
		some := fresh[:min(importAtOnce, len(fresh))]
		fresh = fresh[len(some):]
		added := 0
		err = db.AsSystem().Large().Tx(ctx, func(tx store.Session) error {
			consent := record(schema.Consent{Source: schema.ByImport, At: schema.FormatTime(tx.Now()), Note: schema.OneLine(note), By: db.Actor().UserID})
			rows := make([]store.Row, len(some))
			for i, email := range some {
				rows[i] = store.Row{"email": email, "status": schema.Confirmed, "consent": consent}
				if a.Ask {
					rows[i]["status"], rows[i][schema.MailDue] = schema.Pending, tx.Now()
				}
			}
			var err error
			_, added, err = tx.Upsert(ctx, &schema.NewsletterSubscriptions, store.Conflict{On: "email", Ignore: true}, rows...)
			return err
		})
		if err == nil {
			out.Fresh += added
		}
		if time.Now().After(end) {
			out.Left = len(fresh)
			break
		}
	}
	if out.Fresh > 0 {
		err = errors.Join(err, revisions.Note(ctx, db, schema.Imported, schema.Trashed[&schema.NewsletterSubscriptions], "", fmt.Sprint(out.Fresh)))
	}
	if err != nil && out.Fresh > 0 {
		stopped := *fault.From(err)
		err = stopped.Hinting(fmt.Sprintf("%d people came in before it failed. Import the list again to go on with the rest.", out.Fresh))
	}
	return out, err
}

// readAddresses finds the column with the addresses: the one that is called so,
// or else the first. A list without commas is a column too.
func readAddresses(text string, out *imported) ([]string, error) {
	if len(text) > maxImportText {
		return nil, refuse("The file is larger than 8 MB.")
	}
	r := csv.NewReader(strings.NewReader(strings.TrimPrefix(text, "\ufeff")))
	r.FieldsPerRecord, r.LazyQuotes, r.TrimLeadingSpace = -1, true, true
	if first, _, _ := strings.Cut(text, "\n"); strings.Count(first, ";") > strings.Count(first, ",") {
		r.Comma = ';'
	}
	column, seen := 0, map[string]bool{}
	var emails []string
	for row := 1; ; row++ {
		fields, err := r.Read()
		if errors.Is(err, io.EOF) {
			return emails, nil
		}
		if err != nil {
			return nil, refuse(fmt.Sprintf("Row %d cannot be read.", row))
		}
		if row == 1 {
			at := slices.IndexFunc(fields, func(name string) bool {
				name = strings.ToLower(strings.TrimSpace(name))
				return name == "email" || name == "e-mail" || name == "email address" || name == "mail"
			})
			if at >= 0 {
				column = at
				continue
			}
		}
		out.Rows++
		if out.Rows > maxImport {
			return nil, refuse(fmt.Sprintf("A list has at most %d rows.", maxImport))
		}
		email := ""
		if column < len(fields) {
			// Our own export defuses what a spreadsheet would run.
			email = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(fields[column]), "'"))
		}
		key := strings.ToLower(email)
		switch {
		case !schema.ValidEmail(email):
			out.Invalid++
			out.LeftOut = append(out.LeftOut, leftOut{row, email, "invalid"})
		case seen[key]:
			out.Twice++
			out.LeftOut = append(out.LeftOut, leftOut{row, email, "twice"})
		default:
			seen[key] = true
			emails = append(emails, email)
		}
	}
}

// sift leaves out who is here, who left and who was erased.
func (l *Letters) sift(ctx context.Context, db store.Session, emails []string, out *imported) (fresh []string, err error) {
	if out.LeftOut == nil {
		out.LeftOut = []leftOut{}
	}
	for some := range slices.Chunk(emails, siftAtOnce) {
		erased := map[string]bool{}
		if l.Erased != nil {
			if erased, err = l.Erased(ctx, db, some); err != nil {
				return nil, err
			}
		}
		here, err := statusOf(ctx, db, some)
		if err != nil {
			return nil, err
		}
		for _, email := range some {
			status, known := here[inSmall(email)]
			switch {
			case erased[email]:
				out.Erased++
			case !known:
				out.Fresh++
				fresh = append(fresh, email)
			case status == schema.Unsubscribed || status == schema.Bounced:
				out.Unsubscribed++
				out.LeftOut = append(out.LeftOut, leftOut{0, email, status})
			default:
				out.Known++
				out.LeftOut = append(out.LeftOut, leftOut{0, email, "known"})
			}
		}
	}
	return fresh, nil
}

// statusOf tells how those of the addresses that are here stand, by address in small letters.
func statusOf(ctx context.Context, db store.Session, emails []string) (map[string]string, error) {
	table, small := &schema.NewsletterSubscriptions, make([]string, len(emails))
	for i, email := range emails {
		small[i] = inSmall(email)
	}
	about, err := db.AsSystem().RowsAbout(ctx, table, small)
	if err != nil || len(about) == 0 {
		return nil, err
	}
	var ids []int64
	for _, one := range about {
		ids = append(ids, one.Last)
	}
	rows, err := db.AsSystem().Select(ctx, table, store.Query{Fields: store.Fields("email", "status"), Where: store.All{store.In("id", ids...)}})
	out := make(map[string]string, len(rows))
	for _, row := range rows {
		out[inSmall(row.Text("email"))] = row.Text("status")
	}
	return out, err
}

// inSmall changes letters of ASCII alone, as the database compares addresses.
func inSmall(email string) string {
	return strings.Map(func(c rune) rune {
		if 'A' <= c && c <= 'Z' {
			return c - 'A' + 'a'
		}
		return c
	}, email)
}

package mail

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// Subject is a row that letters are about, and the column of theirs that refers
// to it: whoever deletes the row deletes its letters, files included.
type Subject struct {
	Table  *schema.Table
	Column string
}

// Subjects go by the word that the reasons and the files of their letters carry.
var Subjects = map[string]Subject{
	"contact":    {&schema.ContactFormSubmissions, "message_id"},
	"newsletter": {&schema.NewsletterSubscriptions, "subscription_id"},
	"reply":      {&schema.MessageReplies, "reply_id"},

	"application": {&schema.JobApplications, "application_id"},
}

// itself is the word of a letter that is about none of them: its file goes with
// its own row.
const itself = "letter"

func aboutOf(letter store.Row) string {
	for word, s := range Subjects {
		if letter[s.Column] != nil {
			return fmt.Sprintf("%s-%d", word, letter.Int(s.Column))
		}
	}
	return fmt.Sprintf("%s-%d", itself, letter.Int("id"))
}

// tables are those whose rows the files of letters go with, by the word in their names.
func tables() map[string]*schema.Table {
	all := map[string]*schema.Table{itself: &schema.Mails}
	for word, s := range Subjects {
		all[word] = s.Table
	}
	return all
}

// removeOrphans removes the letters in this server's folder about rows that are
// gone, whoever deleted them.
func (o *Outbox) removeOrphans(ctx context.Context) error {
	about, err := o.sender.About()
	if err != nil {
		return err
	}
	var gone []string
	for some := range slices.Chunk(about, batch) {
		missing, err := o.missing(ctx, some)
		if err != nil {
			return fmt.Errorf("find what letters are about: %w", err)
		}
		gone = append(gone, missing...)
	}
	if len(gone) == 0 {
		return nil
	}
	return o.sender.Forget(gone...)
}

// batch is how many rows are looked for at a time.
const batch = 200

// missing are those of which there is no row.
func (o *Outbox) missing(ctx context.Context, about []string) (gone []string, err error) {
	for word, table := range tables() {
		of := map[int64]string{}
		for _, a := range about {
			if number, ok := strings.CutPrefix(a, word+"-"); ok {
				if id, err := strconv.ParseInt(number, 10, 64); err == nil {
					of[id] = a
				}
			}
		}
		if len(of) == 0 {
			continue
		}
		rows, err := o.store.AsSystem().Select(ctx, table, store.Query{
			Fields: []store.Field{{As: "id", Column: "id"}}, Where: store.All{store.In("id", slices.Collect(maps.Keys(of))...)},
		})
		if err != nil {
			return nil, err
		}
		for _, row := range rows {
			delete(of, row.Int("id"))
		}
		gone = slices.AppendSeq(gone, maps.Values(of))
	}
	return gone, nil
}

// onImport looks for files to remove after an import, which may have dropped any row.
func (o *Outbox) onImport(tables []string) {
	if len(tables) == 0 {
		o.orphaned()
	}
}

// onDeleted looks for files to remove when a row that letters are about is
// deleted, here or on another server. With a profile the letters to its person go.
func (o *Outbox) onDeleted(events []store.Event) {
	for _, e := range events {
		about := e.Table == &schema.UserProfiles
		for _, s := range Subjects {
			about = about || e.Table == s.Table
		}
		if about && e.Type == store.Deleted {
			o.orphaned()
		}
	}
}

// orphaned has the folder looked through for letters about what is gone.
func (o *Outbox) orphaned() {
	select {
	case o.orphans <- struct{}{}:
	default:
	}
}

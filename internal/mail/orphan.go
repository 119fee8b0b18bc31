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

// subjects are the words that the files of letters carry, with the rows that
// they are about: whoever deletes a row deletes its letters, files included.
var subjects = map[string]*schema.Table{"contact": &schema.ContactFormSubmissions, "newsletter": &schema.NewsletterSubscriptions}

func aboutOf(row store.Row) string {
	switch {
	case row["message_id"] != nil:
		return fmt.Sprintf("contact-%d", row.Int("message_id"))
	case row["subscription_id"] != nil:
		return fmt.Sprintf("newsletter-%d", row.Int("subscription_id"))
	}
	return ""
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
	for word, table := range subjects {
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
		rows, err := o.store.Itself().Select(ctx, table, store.Query{
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
// deleted, here or on another server.
func (o *Outbox) onDeleted(events []store.Event) {
	for _, e := range events {
		if e.Type == store.Deleted && slices.Contains(slices.Collect(maps.Values(subjects)), e.Table) {
			o.orphaned()
			return
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

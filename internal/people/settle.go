package people

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// dueName is the file with the hashes that a database which replaces another has
// yet to hear of. It outlives a crash in between.
const dueName = "erasures.due"

// Carry writes down who was erased from a database that is about to be replaced.
func Carry(ctx context.Context, s *store.Store, dir string) error {
	var hashes []string
	err := s.Snapshot(ctx, func(v store.Snapshot) error {
		if has, err := v.Has(ctx, &schema.Erasures); err != nil || !has {
			return err
		}
		return v.Each(ctx, &schema.Erasures, func(row store.Row) error {
			hashes = append(hashes, row.Text("hash"))
			return nil
		})
	})
	if err != nil {
		return fmt.Errorf("read who was erased: %w", err)
	}
	f, err := os.OpenFile(filepath.Join(dir, dueName), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	for _, hash := range hashes {
		if _, err = fmt.Fprintln(f, hash); err != nil {
			break
		}
	}
	return errors.Join(err, f.Sync(), f.Close())
}

// Settle erases again whom a database that came here brings back: those that
// Carry wrote down, and those that it knows of itself.
func (p *People) Settle(ctx context.Context, dir string) error {
	path := filepath.Join(dir, dueName)
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	var due []store.Row
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if lines.Text() != "" {
			due = append(due, store.Row{"hash": lines.Text()})
		}
	}
	err = p.store.AsSystem().Doing(store.Doing{Forget: true}).Large().Tx(ctx, func(tx store.Session) error {
		for some := range slices.Chunk(due, page) {
			if _, _, err := tx.Upsert(ctx, &schema.Erasures, store.Conflict{Ignore: true}, some...); err != nil {
				return err
			}
		}
		return p.eraseAgain(ctx, tx)
	})
	if err != nil {
		return fmt.Errorf("erase again who was erased: %w", err)
	}
	return os.Remove(path)
}

// eraseAgain removes everybody who is known to be erased.
func (p *People) eraseAgain(ctx context.Context, tx store.Session) error {
	rows, err := tx.Select(ctx, &schema.Erasures, store.Query{})
	if err != nil || len(rows) == 0 {
		return err
	}
	erased := map[string]bool{}
	for _, row := range rows {
		erased[row.Text("hash")] = true
	}
	found := map[string]bool{}
	look := func(email string) {
		if email = fold(email); email != "" && erased[p.hash(email)] {
			found[email] = true
		}
	}
	for _, t := range about() {
		rows, err := tx.Select(ctx, t, store.Query{Fields: store.Fields(t.Person...)})
		if err != nil {
			return err
		}
		for _, row := range rows {
			for _, column := range t.Person {
				look(row.Text(column))
			}
		}
	}
	err = eachTrashed(ctx, tx, func(t *schema.Table, _ store.Row, was map[string]any) {
		for _, column := range t.Person {
			text, _ := was[column].(string)
			look(text)
		}
	})
	for email := range found {
		if err == nil {
			_, err = remove(ctx, tx, email)
		}
	}
	return err
}

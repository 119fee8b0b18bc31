package archive

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"time"

	"vitrine/internal/schema"
	"vitrine/internal/store"
)

const (
	lastTrial  = "last_restore_trial"
	trialEvery = 7 * 24 * time.Hour
	trialRetry = time.Hour
	trialSpare = 64 << 20
)

// Trials restore the newest backup once a week, where nobody sees it, and
// remove it again. Of several instances one does each.
type Trials struct {
	Dir  string                           // on this machine, for what is restored
	Free func(dir string) (uint64, error) // how much may be written there
	Done func(error)                      // hears how each went

	retry time.Time
}

// try makes a trial if one is due. Its failure is no failure of the backups.
func (s *Schedule) try(ctx context.Context) {
	began := time.Now()
	m, err := s.TryRestore(ctx)
	switch {
	case ctx.Err() != nil || err == nil && m.Kind == "":
		return
	case err != nil:
		s.Log.ErrorContext(ctx, "the trial restore failed", "error", err, "again_in", trialRetry)
	default:
		s.Log.InfoContext(ctx, "the newest backup restores", "made_at", m.MadeAt, "rows", m.Rows(), "uploads", m.Uploads(), "took", time.Since(began))
	}
	if s.Trials.Done != nil {
		s.Trials.Done(err)
	}
}

// TryRestore makes a trial if one is due, and tells what was restored: nothing
// when none was.
func (s *Schedule) TryRestore(ctx context.Context) (m Manifest, err error) {
	if s.Trials == nil || s.now().Before(s.Trials.retry) {
		return m, nil
	}
	_, err = s.Store.Alone(ctx, "restore trial", func(ctx context.Context) error {
		last, err := s.LastTrial(ctx)
		if err != nil || !s.over(last, trialEvery) {
			return err
		}
		newest, err := s.newest(ctx)
		if err != nil || newest == "" {
			return err
		}
		if m, err = s.trial(ctx, newest); err != nil {
			return fmt.Errorf("restore %s: %w", newest, err)
		}
		return s.note(ctx, lastTrial)
	})
	s.Trials.retry = time.Time{}
	if err != nil {
		s.Trials.retry = s.now().Add(trialRetry)
	}
	return m, err
}

// LastTrial is when a backup was last restored; zero when none ever was.
func (s *Schedule) LastTrial(ctx context.Context) (time.Time, error) { return s.moment(ctx, lastTrial) }

// newest names the newest scheduled backup where they are kept; "" when there
// is none.
func (s *Schedule) newest(ctx context.Context) (newest string, err error) {
	var names []string
	if s.Vault != nil {
		names, err = s.Vault.Names(ctx)
	} else {
		names, err = namesOf(s.Dir)
	}
	for _, name := range names {
		if at, ours := madeAt(name, autoLabel); ours && !at.After(s.now()) { // a wrong clock made the others
			newest = max(newest, name)
		}
	}
	return newest, err
}

func (s *Schedule) trial(ctx context.Context, name string) (m Manifest, err error) {
	if err := os.MkdirAll(s.Trials.Dir, 0o700); err != nil {
		return m, err
	}
	dir, err := os.MkdirTemp(s.Trials.Dir, "restore-") // what a crash leaves is swept by this name
	if err != nil {
		return m, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(s.Dir, name)
	switch {
	case s.Key.seals() && !s.Key.opens(): // this machine cannot read what it keeps, so a copy stands in for it
		path, _, err = Backup(ctx, s.Store, s.Disk, dir, "vitrine-trial", Options{Log: s.Log})
	case s.Vault != nil:
		path = filepath.Join(dir, name)
		err = s.Vault.Fetch(ctx, name, path)
	}
	if err != nil {
		return m, err
	}
	r, err := Open(path, s.Key)
	if err != nil {
		return m, err
	}
	defer r.Close()
	if err := s.Trials.room(r.Manifest); err != nil {
		return m, err
	}
	return r.Manifest, r.trial(ctx, filepath.Join(dir, "site"))
}

// room refuses a trial that would take room from the site. A database is up to
// twice as large as its rows in an archive, and is there twice for a while.
func (t *Trials) room(m Manifest) error {
	need := uint64(trialSpare)
	for _, one := range m.Members {
		if _, is := uploadOf(one); !is {
			need += 5 * uint64(one.Bytes)
		}
	}
	free, err := t.Free(t.Dir)
	if err == nil && free < need {
		err = fmt.Errorf("it needs %d MB in %s, and %d are free; make room, or set VITRINE_BACKUP_TRIAL=off", need>>20, t.Dir, free>>20)
	}
	return err
}

// trial restores into a new folder and compares what came out of the archive
// with what is in it.
func (r *Reader) trial(ctx context.Context, dir string) error {
	disk, log := tally{}, slog.New(slog.DiscardHandler)
	if err := os.Mkdir(dir, 0o700); err != nil {
		return err
	}
	here := store.Options{Dir: dir, Once: true, Log: log}
	var err error
	if r.Kind == KindSQLite {
		_, err = r.Restore(ctx, dir, disk, Options{Log: log})
	} else {
		var s *store.Store
		if s, err = store.Open(ctx, here); err == nil {
			err = errors.Join(r.Import(ctx, s, disk, Options{Log: log}), s.Close())
		}
	}
	if err != nil {
		return err
	}
	s, err := store.Open(ctx, here)
	if err != nil {
		return err
	}
	defer s.Close()
	return s.Snapshot(ctx, func(v store.Snapshot) error {
		return errors.Join(r.sameTables(ctx, v), r.sameUploads(ctx, v, disk))
	})
}

// sameTables compares all rows, or for a copy of a database, whose sum was
// compared, their number. A migration in between may have changed them.
func (r *Reader) sameTables(ctx context.Context, v store.Snapshot) error {
	if r.Schema != store.Known() {
		return nil
	}
	for _, t := range r.known() {
		var kept, restored imprint
		var err error
		if r.Kind == KindSQLite {
			kept.rows = r.Tables[slices.IndexFunc(r.Tables, func(e Table) bool { return e.Name == t.Name })].Rows
			restored.rows, err = v.Count(ctx, t)
		} else {
			err = errors.Join(r.each(ctx, t, func(row store.Row) error { return kept.add(t, row) }),
				v.Each(ctx, t, func(row store.Row) error { return restored.add(t, row) }))
		}
		if err != nil {
			return err
		}
		if kept != restored {
			return damaged("of %d rows of %s came back %d, or others", kept.rows, t.Name, restored.rows)
		}
	}
	return nil
}

// sameUploads looks for the file of every upload that was restored.
func (r *Reader) sameUploads(ctx context.Context, v store.Snapshot, disk tally) error {
	for _, m := range r.Members {
		if file, is := uploadOf(m); is && disk[file] != m.SHA256 {
			return damaged("the upload %s did not come back", file)
		}
	}
	lost := 0
	err := v.Each(ctx, &uploadRows, func(row store.Row) error {
		if disk[row.Text("file")] == "" {
			lost++
		}
		return nil
	})
	if err == nil && lost > r.Lost {
		err = damaged("%d uploads have no file", lost)
	}
	return err
}

// imprint tells tables apart by their rows, in whatever order they come.
type imprint struct {
	rows int64
	sum  uint64
}

func (p *imprint) add(t *schema.Table, row store.Row) error {
	line, err := encodeRow(nil, t, row)
	sum := sha256.Sum256(line)
	p.rows++
	p.sum += binary.BigEndian.Uint64(sum[:])
	return err
}

// tally is a disk that keeps the sums of its files alone.
type tally map[string]string

func (d tally) Put(_ context.Context, file string, content []byte) error {
	sum := sha256.Sum256(content)
	d[file] = hex.EncodeToString(sum[:])
	return nil
}

func (d tally) Open(context.Context, string) (io.ReadSeekCloser, error) { return nil, fs.ErrNotExist }

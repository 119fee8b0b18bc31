package archive

import (
	"cmp"
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
	"regexp"
	"slices"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/engines"
)

const (
	lastTrial  = "last_restore_trial"
	lastTry    = "last_restore_try" // of any outcome, or none
	trialEvery = 7 * 24 * time.Hour
	trialRetry = 24 * time.Hour
	trialLimit = time.Hour
	trialSpare = 64 << 20
	trialAlone = "restore trial"
)

// Trials restore the newest backup once a week, where nobody sees it, and
// remove it again. Of several instances one does each.
type Trials struct {
	Dir  string                           // on this machine, for what is restored
	Free func(dir string) (uint64, error) // how much may be written there
	Done func(error)                      // hears how each went

	limit time.Duration // 0 means trialLimit
	retry time.Time
}

// RunTrials makes trials until ctx ends. It runs beside Run, so that no backup
// waits for a trial.
func (s *Schedule) RunTrials(ctx context.Context) {
	for fault.Sleep(ctx, s.pause(0)) {
		s.try(ctx)
	}
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
	// A server that stalls must not hold the lock for ever.
	ctx, cancel := context.WithTimeout(ctx, cmp.Or(s.Trials.limit, trialLimit))
	defer cancel()
	_, err = s.Store.RunExclusive(ctx, trialAlone, func(ctx context.Context) error {
		if err := sweepTrials(s.Trials.Dir); err != nil {
			return err
		}
		if due, err := s.trialDue(ctx); err != nil || !due {
			return err
		}
		newest, size, err := s.newest(ctx)
		if err == nil && newest == "" {
			return nil
		}
		// Noted first: a process that dies of its trial must not begin another at each start.
		if err := errors.Join(err, s.note(ctx, lastTry)); err != nil {
			return err
		}
		if m, err = s.trial(ctx, newest, size); err != nil {
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

func (s *Schedule) trialDue(ctx context.Context) (bool, error) {
	last, err := s.LastTrial(ctx)
	if err != nil || !s.over(last, trialEvery) {
		return false, err
	}
	tried, err := s.moment(ctx, lastTry)
	return s.over(tried, trialRetry), err
}

// newest names the newest scheduled backup and tells its size; "" when there is
// none, or when another instance has it.
func (s *Schedule) newest(ctx context.Context) (newest string, size int64, err error) {
	if s.Vault == nil {
		newest, err = s.Store.AsSystem().Setting(ctx, lastName)
		if err != nil || newest == "" {
			return "", 0, err
		}
		info, err := os.Stat(filepath.Join(s.Dir, newest))
		if errors.Is(err, fs.ErrNotExist) {
			return "", 0, nil
		}
		if err != nil {
			return "", 0, err
		}
		return newest, info.Size(), nil
	}
	names, err := s.Vault.Names(ctx)
	for _, name := range names {
		if at, ours := madeAt(name, autoLabel); ours && !at.After(s.now()) { // a wrong clock made the others
			newest = max(newest, name)
		}
	}
	if err == nil && newest != "" {
		size, err = s.Vault.Size(ctx, newest)
	}
	return newest, size, err
}

// trialForm is what os.MkdirTemp makes of the prefix that we give it.
var trialForm = regexp.MustCompile(`^trial-\d+$`)

// SweepTrials removes what trials that were killed left in dir: copies of the
// site that nothing encrypts.
func SweepTrials(ctx context.Context, s *store.Store, dir string) error {
	_, err := s.RunExclusive(ctx, trialAlone, func(context.Context) error { return sweepTrials(dir) })
	return err
}

// sweepTrials wants that no trial is running.
func sweepTrials(dir string) (err error) {
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if e.IsDir() && trialForm.MatchString(e.Name()) {
			err = errors.Join(err, os.RemoveAll(filepath.Join(dir, e.Name())))
		}
	}
	return err
}

func (s *Schedule) trial(ctx context.Context, name string, size int64) (m Manifest, err error) {
	if err := os.MkdirAll(s.Trials.Dir, 0o700); err != nil {
		return m, err
	}
	blind := s.Key.seals() && !s.Key.opens()
	if s.Vault != nil || blind {
		database, err := s.Store.FileSize()
		if err == nil {
			err = s.Trials.room(size + trialTimes*database)
		}
		if err != nil {
			return m, err
		}
	}
	dir, err := os.MkdirTemp(s.Trials.Dir, "trial-")
	if err != nil {
		return m, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(s.Dir, name)
	switch {
	case blind: // this machine cannot read what it keeps, so a copy stands in for it
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
	if err := s.Trials.room(trialTimes * r.rowBytes()); err != nil {
		return m, err
	}
	return r.Manifest, r.trial(ctx, filepath.Join(dir, "site"))
}

// trialTimes is for a database that is up to twice as large as its rows in an
// archive, and is there twice for a while.
const trialTimes = 5

// rowBytes counts all but the uploads, of which a trial keeps the sums alone.
func (m Manifest) rowBytes() (n int64) {
	for _, one := range m.Members {
		if _, is := uploadOf(one); !is {
			n += one.Bytes
		}
	}
	return n
}

// room refuses a trial that would take room from the site.
func (t *Trials) room(bytes int64) error {
	need := trialSpare + uint64(bytes)
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
		if s, err = engines.Open(ctx, here); err == nil {
			err = errors.Join(r.Import(ctx, s, disk, Options{Log: log}), s.Close())
		}
	}
	if err != nil {
		return err
	}
	s, err := engines.Open(ctx, here)
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

// imprint tells tables apart by their rows, in whatever order they come, but
// for those that no import takes over.
type imprint struct {
	rows int64
	sum  uint64
}

func (p *imprint) add(t *schema.Table, row store.Row) error {
	if stays(t, row) {
		return nil
	}
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

package archive

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

const (
	lastBackup = store.LastBackup // a setting, so that all instances know it
	lastName   = "last_backup_name"
	lastStored = "last_backup_kept"
	autoLabel  = "vitrine-auto"
	keepHours  = 24
	keepDays   = 14
	keepBefore = 3
	keepAhead  = time.Hour // by which clocks may differ
	lookEvery  = 5 * time.Minute
	firstRetry = time.Minute
	lastRetry  = time.Hour
	turnLimit  = 6 * time.Hour // a turn that hangs would keep the others from theirs
)

// Vault keeps backups away from this machine.
type Vault interface {
	// Keep takes a copy of a file, under its own name.
	Keep(ctx context.Context, path string) error
	Names(ctx context.Context) ([]string, error)
	Remove(ctx context.Context, name string) error
	// Size is how many bytes Fetch would copy.
	Size(ctx context.Context, name string) (int64, error)
	// Fetch copies a backup into a new file.
	Fetch(ctx context.Context, name, path string) error
}

// Schedule makes backups at an interval and removes old ones. Of several
// instances on one database, one makes each backup.
type Schedule struct {
	Store *store.Store
	Disk  Disk
	Dir   string
	Vault Vault // where backups go from Dir; nil means that they stay
	Every time.Duration
	Options
	// Done hears how each backup went.
	Done func(error)
	// Trials restore what was kept; nil means none.
	Trials *Trials

	look    time.Duration // 0 means lookEvery
	limit   time.Duration // 0 means turnLimit
	changed atomic.Bool
	lost    atomic.Int64
}

// Run makes backups until ctx ends. A failure is logged, and tried again after
// a while that doubles each time.
func (s *Schedule) Run(ctx context.Context) {
	s.Watch()
	for failed := 0; fault.Sleep(ctx, s.pause(failed)); {
		path, err := s.Turn(ctx)
		if err != nil && ctx.Err() == nil {
			failed++
			s.Log.ErrorContext(ctx, "the scheduled backup failed", "error", err, "failures", failed, "again_in", s.pause(failed))
		} else {
			failed = 0
		}
		if path != "" && err == nil {
			s.Log.InfoContext(ctx, "backed up", "file", path)
		}
		if s.Done != nil && (path != "" || err != nil) && ctx.Err() == nil {
			s.Done(err)
		}
	}
}

// pause is how long to wait for the next look.
func (s *Schedule) pause(failed int) time.Duration {
	if failed == 0 {
		return cmp.Or(s.look, lookEvery)
	}
	return min(cmp.Or(s.look, firstRetry)<<min(failed-1, 10), lastRetry)
}

// Watch notes whether anything changed: an unchanged site needs no new backup.
func (s *Schedule) Watch() {
	s.changed.Store(true) // nobody knows what happened before
	s.Store.OnChange(func(tables []string) {
		if !slices.Equal(tables, []string{schema.Settings.Name}) {
			s.changed.Store(true)
		}
	})
}

// Turn makes a backup if one is due, takes what lies here to the vault, and
// returns the path of the backup; "" means that none was due.
func (s *Schedule) Turn(ctx context.Context) (path string, err error) {
	limit := cmp.Or(s.limit, turnLimit)
	ctx, cancel := context.WithTimeoutCause(ctx, limit, fmt.Errorf("it was given up after %v", limit))
	defer cancel()
	_, err = s.Store.RunExclusive(ctx, "backup", func(ctx context.Context) error {
		due, err := s.due(ctx)
		if err != nil {
			return err
		}
		// Asked before the copy begins, so that a change during it counts for the next.
		if due && s.changed.Swap(false) {
			if path, err = s.make(ctx); err != nil {
				s.changed.Store(true)
				return err
			}
		}
		moved, err := s.moveToVault(ctx)
		// Also while the vault is away, or the disk would fill.
		if err := errors.Join(err, s.prune(path != "")); err != nil {
			return err
		}
		return s.recordBackup(ctx, moved || path != "", due)
	})
	if err != nil && errors.Is(ctx.Err(), context.DeadlineExceeded) {
		err = fmt.Errorf("%w: %w", context.Cause(ctx), err)
	}
	return path, err
}

func (s *Schedule) prune(made bool) error {
	if !made {
		return nil
	}
	if s.Scratch != "" {
		removeHalves(s.Scratch)
	}
	return Prune(s.Dir, s.now())
}

// recordBackup also counts a site that did not change, which is as safe as if it
// had been backed up now.
func (s *Schedule) recordBackup(ctx context.Context, now, due bool) error {
	if !now && due {
		kept, err := s.LastBackup(ctx)
		if err != nil {
			return err
		}
		now = s.now().Sub(kept) >= s.Every
	}
	if !now {
		return nil
	}
	return s.note(ctx, lastStored)
}

func (s *Schedule) due(ctx context.Context) (bool, error) {
	last, err := s.moment(ctx, lastBackup)
	return s.over(last, s.Every), err
}

// over also ends a wait that a wrong clock began.
func (s *Schedule) over(last time.Time, wait time.Duration) bool {
	return s.now().Sub(last) >= wait || last.After(s.now())
}

func (s *Schedule) make(ctx context.Context) (string, error) {
	path, m, err := Backup(ctx, s.Store, s.Disk, s.Dir, autoLabel, s.Options)
	if err != nil {
		return "", err
	}
	s.lost.Store(int64(m.Lost))
	if m.Lost > 0 {
		s.warn(ctx, "files of uploads are not in this instance's storage, nor in the backup", "missing", m.Lost, "uploads", m.Uploads()+m.Lost)
	}
	return path, errors.Join(s.Store.AsSystem().SetSetting(ctx, lastName, filepath.Base(path)), s.note(ctx, lastBackup))
}

// moveToVault takes the scheduled backups that lie here to the vault, also those of
// a time when it was away, and from the vault what is old. What is not
// encrypted stays.
func (s *Schedule) moveToVault(ctx context.Context) (moved bool, err error) {
	if s.Vault == nil {
		return false, nil
	}
	here, err := namesOf(s.Dir)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return false, err
	}
	for _, name := range here {
		if _, ours := madeAt(name, autoLabel); !ours || !strings.HasSuffix(name, sealedSuffix) {
			continue
		}
		path := filepath.Join(s.Dir, name)
		if err := s.Vault.Keep(ctx, path); err != nil {
			return moved, fmt.Errorf("%w; it lies in %s", err, path)
		}
		if err := os.Remove(path); err != nil {
			return moved, err
		}
		moved = true
	}
	if !moved {
		return false, nil
	}
	names, err := s.Vault.Names(ctx)
	if err != nil {
		return moved, err
	}
	for _, name := range expired(names, s.now()) {
		if err := s.Vault.Remove(ctx, name); err != nil {
			return moved, err
		}
	}
	return moved, nil
}

// LastBackup is when all that there was had last reached the place where backups
// are kept; zero when it never has.
func (s *Schedule) LastBackup(ctx context.Context) (time.Time, error) {
	return s.moment(ctx, lastStored)
}

// LostUploads counts the uploads whose files were missing from the last backup.
func (s *Schedule) LostUploads() int64 { return s.lost.Load() }

func (s *Schedule) moment(ctx context.Context, name string) (time.Time, error) {
	value, err := s.Store.AsSystem().Setting(ctx, name)
	// An unreadable moment means that a backup is due.
	at, _ := time.Parse(time.RFC3339, value)
	return at, err
}

func (s *Schedule) note(ctx context.Context, name string) error {
	return s.Store.AsSystem().SetSetting(ctx, name, s.now().Format(time.RFC3339))
}

// Prune removes scheduled backups that are not kept any longer from a folder.
func Prune(dir string, now time.Time) error {
	names, err := namesOf(dir)
	if err != nil {
		return err
	}
	removeHalves(dir)
	for _, name := range expired(names, now) {
		if err := os.Remove(filepath.Join(dir, name)); err != nil {
			return fmt.Errorf("remove an old backup: %w", err)
		}
	}
	return nil
}

func namesOf(dir string) (names []string, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("read the backup folder: %w", err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names, nil
}

// Kept is how long a backup stays; 0 where none are made.
func (s *Schedule) Kept() time.Duration {
	if s == nil {
		return 0
	}
	return keepDays * max(s.Every, 24*time.Hour)
}

// expired keeps the newest scheduled backup of each of the last 24 hours and
// of the last 14 days that have one, and the newest copies from before
// migrations. Other backups are nobody's to remove. What a clock that was ahead
// named is counted apart, so that it takes no place from the others; were this
// clock behind instead, all that was kept before stays.
func expired(names []string, now time.Time) []string {
	var due, ahead []string
	for _, name := range names {
		if at, _ := MadeAt(name); at.After(now.Add(keepAhead)) {
			ahead = append(ahead, name)
		} else {
			due = append(due, name)
		}
	}
	return append(overRetention(due), overRetention(ahead)...)
}

// overRetention are the names that have no place among all of them.
func overRetention(names []string) (out []string) {
	before := slices.DeleteFunc(InOrder(names, func(name string) string { return name }), func(name string) bool {
		return !strings.HasPrefix(name, beforeLabel)
	})
	out = append(out, before[:max(0, len(before)-keepBefore)]...)
	names = slices.Sorted(slices.Values(names))
	slices.Reverse(names) // newest first
	hours, days := map[time.Time]bool{}, map[time.Time]bool{}
	for _, name := range names {
		at, ours := madeAt(name, autoLabel)
		if !ours {
			continue
		}
		hour, day := at.Truncate(time.Hour), at.Truncate(24*time.Hour)
		keep := !hours[hour] && len(hours) < keepHours || !days[day] && len(days) < keepDays
		if len(hours) < keepHours {
			hours[hour] = true
		}
		if len(days) < keepDays {
			days[day] = true
		}
		if !keep {
			out = append(out, name)
		}
	}
	return out
}

// removeHalves removes what crashes left of backups. No backup takes a day.
func removeHalves(dir string) {
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		info, err := e.Info()
		if err == nil && halfForm.MatchString(e.Name()) && info.Mode().IsRegular() && time.Since(info.ModTime()) > 24*time.Hour {
			os.Remove(filepath.Join(dir, e.Name()))
		}
	}
}

var halfForm = regexp.MustCompile(`^\.?vitrine.*\.part(\.db(-journal)?)?$`)

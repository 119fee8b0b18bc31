package archive

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

const (
	lastBackup = "last_backup" // a setting, so that all instances know it
	autoLabel  = "vitrine-auto"
	keepHours  = 24
	keepDays   = 14
	lookEvery  = 5 * time.Minute
)

// Vault keeps backups away from this machine.
type Vault interface {
	// Keep takes a copy of a file, under its own name.
	Keep(ctx context.Context, path string) error
	Names(ctx context.Context) ([]string, error)
	Remove(ctx context.Context, name string) error
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

	look    time.Duration // 0 means lookEvery
	changed atomic.Bool
}

// Run makes backups until ctx ends. A failure is logged and tried again at the
// next look.
func (s *Schedule) Run(ctx context.Context) {
	s.Watch()
	every := time.NewTicker(cmp.Or(s.look, lookEvery))
	defer every.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-every.C:
		}
		path, err := s.Turn(ctx)
		switch {
		case err != nil && ctx.Err() == nil:
			s.Log.ErrorContext(ctx, "the scheduled backup failed", "error", err)
		case path != "":
			s.Log.InfoContext(ctx, "backed up", "file", path)
		}
	}
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

// Turn makes a backup if one is due, and returns its path; "" means that none
// was due.
func (s *Schedule) Turn(ctx context.Context) (path string, err error) {
	_, err = s.Store.Alone(ctx, "backup", func(ctx context.Context) error {
		last, err := s.last(ctx)
		if err != nil || s.now().Sub(last) < s.Every && !last.After(s.now()) {
			return err
		}
		// Asked before the copy begins, so that a change during it counts for the next.
		if !s.changed.Swap(false) {
			return nil
		}
		if path, _, err = Backup(ctx, s.Store, s.Disk, s.Dir, autoLabel, s.Options); err != nil {
			s.changed.Store(true)
			return err
		}
		if err := s.note(ctx); err != nil {
			return err
		}
		// A vault that is away leaves the backup here until the next one.
		return errors.Join(s.shelve(ctx, path), Prune(s.Dir))
	})
	return path, err
}

// shelve takes a backup to the vault, and from the vault what is old.
func (s *Schedule) shelve(ctx context.Context, path string) error {
	if s.Vault == nil {
		return nil
	}
	if err := s.Vault.Keep(ctx, path); err != nil {
		return fmt.Errorf("%w; it lies in %s", err, path)
	}
	if err := os.Remove(path); err != nil {
		return err
	}
	names, err := s.Vault.Names(ctx)
	if err != nil {
		return err
	}
	for _, name := range expired(names) {
		if err := s.Vault.Remove(ctx, name); err != nil {
			return err
		}
	}
	return nil
}

func (s *Schedule) last(ctx context.Context) (time.Time, error) {
	row, err := s.Store.Itself().One(ctx, &schema.Settings, store.Eq("name", lastBackup))
	if fault.Is(err, fault.NotOne) {
		return time.Time{}, nil
	}
	if err != nil {
		return time.Time{}, err
	}
	// An unreadable moment means that a backup is due.
	at, _ := time.Parse(time.RFC3339, row.Text("value"))
	return at, nil
}

func (s *Schedule) note(ctx context.Context) error {
	_, _, err := s.Store.Itself().Upsert(ctx, &schema.Settings, store.Conflict{},
		store.Row{"name": lastBackup, "value": s.now().Format(time.RFC3339)})
	return err
}

// Prune removes scheduled backups that are not kept any longer from a folder.
func Prune(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return fmt.Errorf("read the backup folder: %w", err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
		removeHalf(dir, e)
	}
	for _, name := range expired(names) {
		if err := os.Remove(filepath.Join(dir, name)); err != nil {
			return fmt.Errorf("remove an old backup: %w", err)
		}
	}
	return nil
}

// expired keeps the newest scheduled backup of each of the last 24 hours and
// of the last 14 days that have one. Other backups are nobody's to remove.
func expired(names []string) (out []string) {
	names = slices.Sorted(slices.Values(names))
	slices.Reverse(names) // newest first
	hours, days := map[time.Time]bool{}, map[time.Time]bool{}
	for _, name := range names {
		at, ours := age(name, autoLabel)
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

// removeHalf removes what a crash left of a scheduled backup. No backup takes
// a day.
func removeHalf(dir string, e os.DirEntry) {
	info, err := e.Info()
	if err == nil && strings.HasPrefix(e.Name(), "."+autoLabel) && time.Since(info.ModTime()) > 24*time.Hour {
		os.Remove(filepath.Join(dir, e.Name()))
	}
}

package store

import (
	"context"
	"time"
)

// LastCheck names the setting that says when a database file was last found
// sound, so that a server which is restarted every day is checked too.
const LastCheck = "last_check"

// LastBackup names the setting that says when the site was last backed up.
const LastBackup = "last_backup"

// File is the database file; nil where a database server has the files.
func (s *Store) File() File { return s.engine.File() }

// FileSize is how large the database file is; 0 where there is none.
func (s *Store) FileSize() (int64, error) {
	if f := s.File(); f != nil {
		return f.Size()
	}
	return 0, nil
}

// UncleanShutdown tells whether the last server on a database file ended without
// closing it, as one does that is killed, and no check has found it sound since.
func (s *Store) UncleanShutdown() bool { f := s.File(); return f != nil && f.UncleanShutdown() }

// CheckDaily checks all of a database file, unless that found nothing within the
// last day and the file was closed since; done tells whether it looked.
func (s *Store) CheckDaily(ctx context.Context) (done bool, err error) {
	f := s.File()
	if f == nil {
		return false, nil
	}
	x := s.AsSystem()
	text, err := x.Setting(ctx, LastCheck)
	if err != nil {
		return false, err
	}
	if !f.UncleanShutdown() {
		last, err := time.Parse(time.RFC3339, text)
		if age := x.Now().Sub(last); err == nil && age >= 0 && age < 24*time.Hour {
			return false, nil
		}
	}
	if err := f.Check(ctx); err != nil {
		return true, err
	}
	return true, x.SetSetting(ctx, LastCheck, x.Now().Format(time.RFC3339))
}

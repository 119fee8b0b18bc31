package store

import "database/sql"

// Stats is how busy the database is. What the engine does not have is zero.
type Stats struct {
	Pool    sql.DBStats // of reads; on PostgreSQL of everything
	Waiting int         // units of work that wait for the SQLite writer
	Commits uint64      // of the SQLite writer
	Works   uint64      // units of work in those commits
}

// Stats costs next to nothing.
func (s *Store) Stats() Stats {
	out := Stats{Pool: s.read.Stats()}
	if w := s.writer; w != nil {
		out.Waiting, out.Commits, out.Works = w.waiting(), w.groups.Load(), w.works.Load()
	}
	return out
}

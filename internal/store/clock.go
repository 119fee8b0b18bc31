package store

import "time"

// Clock is the time that all instances on one database agree on: on PostgreSQL
// the database's, as the feed last read it.
func (s *Store) Clock() time.Time { return s.now().Add(time.Duration(s.ahead.Load())) }

func (s *Store) setClock(now time.Time) { s.ahead.Store(int64(now.Sub(s.now()))) }

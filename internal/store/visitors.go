package store

import "context"

// Visitors is where the instances on one database note for a day who came, as
// hashes under the day's salt. It is in no backup and no export.
type Visitors interface {
	// Salt is that of the day, made when there is none yet.
	Salt(ctx context.Context, day string) ([]byte, error)
	// Add notes visitors and returns those that nobody had noted.
	Add(ctx context.Context, day string, hashes []int64) (fresh []int64, err error)
	// Forget drops the salts and visitors of all days before one.
	Forget(ctx context.Context, before string) error
}

// Visitors is nil where there is one server only, which has them in memory.
func (s *Store) Visitors() Visitors { return s.engine.Visitors() }

// Package engines picks the engine of a store: PostgreSQL where an address is given,
// otherwise SQLite in a folder.
package engines

import (
	"context"

	"vitrine/internal/store"
	"vitrine/internal/store/postgres"
	"vitrine/internal/store/revisions"
	"vitrine/internal/store/rules"
	"vitrine/internal/store/sqlite"
)

// Open connects, checks that the data is sound, and brings the tables up to
// date. From then on the rules hold, and changes are recorded.
func Open(ctx context.Context, o store.Options) (*store.Store, error) {
	e, err := connect(ctx, o)
	if err != nil {
		return nil, err
	}
	s, err := store.Open(ctx, e, o)
	if err != nil {
		return nil, err
	}
	rules.Add(s)
	revisions.Add(s)
	return s, nil
}

func connect(ctx context.Context, o store.Options) (store.Engine, error) {
	if o.URL != "" {
		return postgres.Connect(ctx, o)
	}
	return sqlite.Connect(ctx, o)
}

// OpenOlder opens a database that an older program made as it is, for reading alone.
// Where there is none, or one that Open does not migrate, found is false.
func OpenOlder(ctx context.Context, o store.Options) (s *store.Store, found bool, err error) {
	if o.URL != "" {
		return postgres.OpenOlder(ctx, o)
	}
	return sqlite.OpenOlder(ctx, o.Dir)
}

// ExamineReplica looks at the replica that visitors read from.
func ExamineReplica(ctx context.Context, o store.Options) (store.ReplicaFinding, error) {
	return postgres.ExamineReplica(ctx, o.URL, o.ReadURL)
}

// Examine looks at a database without changing it, beside whatever uses it.
// fs.ErrNotExist means that there is none yet.
func Examine(ctx context.Context, o store.Options) (store.Finding, error) {
	if o.URL != "" {
		return postgres.Examine(ctx, o.URL)
	}
	return sqlite.Examine(ctx, o.Dir)
}

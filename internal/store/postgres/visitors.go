package postgres

import (
	"context"
	"crypto/rand"
	"database/sql"
	"fmt"
	"slices"
	"time"

	"vitrine/internal/store"
)

const visitorsTimeout = 3 * time.Second

// visitors are in unlogged tables, which neither an archive of ours nor a copy
// of the database server's files holds.
type visitors struct{ db *sql.DB }

// Visitors are those of the day, of all instances together.
func (e *Engine) Visitors() store.Visitors { return visitors{e.db} }

func (v visitors) Salt(ctx context.Context, day string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, visitorsTimeout)
	defer cancel()
	fresh := make([]byte, 32)
	rand.Read(fresh)
	if _, err := v.db.ExecContext(ctx, "INSERT INTO visit_salts (day, salt) VALUES ($1, $2) ON CONFLICT DO NOTHING", day, fresh); err != nil {
		return nil, fmt.Errorf("make the day's salt: %w", err)
	}
	var salt []byte
	if err := v.db.QueryRowContext(ctx, "SELECT salt FROM visit_salts WHERE day = $1", day).Scan(&salt); err != nil {
		return nil, fmt.Errorf("read the day's salt: %w", err)
	}
	return salt, nil
}

func (v visitors) Add(ctx context.Context, day string, hashes []int64) (fresh []int64, err error) {
	ctx, cancel := context.WithTimeout(ctx, visitorsTimeout)
	defer cancel()
	hashes = slices.Sorted(slices.Values(hashes)) // in one order, so that instances never wait for each other in a circle
	rows, err := v.db.QueryContext(ctx, "INSERT INTO visitors (day, hash) SELECT $1::text, unnest($2::bigint[]) ON CONFLICT DO NOTHING RETURNING hash", day, hashes)
	if err != nil {
		return nil, fmt.Errorf("note who came: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var hash int64
		if err := rows.Scan(&hash); err != nil {
			return nil, fmt.Errorf("note who came: %w", err)
		}
		fresh = append(fresh, hash)
	}
	return fresh, rows.Err()
}

func (v visitors) Forget(ctx context.Context, before string) error {
	ctx, cancel := context.WithTimeout(ctx, visitorsTimeout)
	defer cancel()
	for _, table := range []string{"visit_salts", "visitors"} {
		if _, err := v.db.ExecContext(ctx, "DELETE FROM "+table+" WHERE day < $1", before); err != nil {
			return fmt.Errorf("forget who came: %w", err)
		}
	}
	return nil
}

package postgres

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/base64"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/limit"
)

const (
	limitsTimeout = 500 * time.Millisecond
	maxLimitRows  = 100_000
)

// sharedLimits count on the database's clock and hold hashes, so that nobody's
// address is in them.
type sharedLimits struct {
	db      *sql.DB
	timeout time.Duration // limitsTimeout, but in tests
}

// refilled is what is in a bucket now: $2 is its size and $3 the refill.
const refilled = "least($2::float8, l.remaining + greatest(0, extract(epoch FROM clock_timestamp() - l.at)::float8) * $3::float8)"

const (
	look = "SELECT " + refilled + " FROM limits l WHERE key = $1"
	take = `INSERT INTO limits AS l (key, remaining, at, full_at, allowed)
		VALUES ($1, $2::float8 - 1, clock_timestamp(), clock_timestamp() + make_interval(secs => 1 / $3::float8), true)
		ON CONFLICT (key) DO UPDATE SET (remaining, at, full_at, allowed) = (
			SELECT b.now - b.cost, clock_timestamp(), clock_timestamp() + make_interval(secs => ($2::float8 - b.now + b.cost) / $3::float8), b.cost = 1
			FROM (SELECT r.now, CASE WHEN r.now >= 1 THEN 1 ELSE 0 END AS cost FROM (SELECT ` + refilled + ` AS now) r) b)
		RETURNING remaining, allowed`
)

// Take counts one event, or with n = 0 none.
func (l sharedLimits) Take(r limit.Rate, who string, n float64) (time.Duration, error) {
	ctx, cancel := context.WithTimeout(context.Background(), l.timeout)
	defer cancel()
	sum := sha256.Sum256([]byte(r.Name + "\x00" + who))
	key := base64.RawURLEncoding.EncodeToString(sum[:16])
	left, allowed := 0.0, true
	var err error
	if n == 0 {
		err = l.db.QueryRowContext(ctx, look, key, r.Size(), r.PerSecond()).Scan(&left)
		if errors.Is(err, sql.ErrNoRows) {
			return 0, nil
		}
		allowed = left >= 1
	} else {
		err = l.db.QueryRowContext(ctx, take, key, r.Size(), r.PerSecond()).Scan(&left, &allowed)
	}
	if err != nil {
		return 0, fmt.Errorf("count %s: %w", r.Name, err)
	}
	if allowed {
		return 0, nil
	}
	return r.Wait(left), nil
}

// evictLimits forgets full buckets, which say nothing, and in need the ones
// that are nearly full.
func evictLimits(ctx context.Context, conn *pgx.Conn) error {
	if _, err := conn.Exec(ctx, "DELETE FROM limits WHERE full_at < clock_timestamp()"); err != nil {
		return err
	}
	_, err := conn.Exec(ctx, "DELETE FROM limits WHERE key IN (SELECT key FROM limits ORDER BY full_at LIMIT greatest(0, (SELECT count(*) FROM limits) - $1::bigint))", maxLimitRows)
	return err
}

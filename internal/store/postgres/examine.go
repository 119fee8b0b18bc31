package postgres

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"vitrine/internal/store"
)

// Examine looks at a database without changing it, beside whatever uses it.
func Examine(ctx context.Context, url string) (f store.Finding, err error) {
	config, err := parseConfig(url)
	if err != nil {
		return f, err
	}
	db, err := openPool(ctx, config)
	if err != nil {
		return f, err
	}
	defer db.Close()
	began := time.Now()
	var standby bool
	if err := db.QueryRowContext(ctx, "SELECT 'PostgreSQL ' || current_setting('server_version'), clock_timestamp(), pg_is_in_recovery()").Scan(&f.Engine, &f.Clock, &standby); err != nil {
		return f, err
	}
	f.Took = time.Since(began)
	if standby {
		return f, errors.New("this PostgreSQL is a standby and takes no writes")
	}
	there, err := servers(ctx, db)
	if err != nil {
		return f, err
	}
	f.Served = len(there)
	checksums := false
	if f.Risks, checksums, err = riskySettings(ctx, db, config); err != nil {
		return f, err
	}
	f.NoChecksums = !checksums
	if made, err := isMigrated(ctx, db); err != nil || !made {
		return f, err
	}
	f.Schema, err = store.Applied(ctx, db)
	return f, err
}

// isMigrated tells whether a database has tables of ours.
func isMigrated(ctx context.Context, db *sql.DB) (made bool, err error) {
	err = db.QueryRowContext(ctx, "SELECT to_regclass('goose_db_version') IS NOT NULL").Scan(&made)
	return made, err
}

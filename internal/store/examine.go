package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"time"
)

// Finding is what Examine saw.
type Finding struct {
	Engine      string        // with its version
	Schema      int64         // newest migration that was applied; 0 when there are no tables
	Took        time.Duration // of one read
	Clock       time.Time     // of a database server; zero on SQLite
	Risks       []string      // settings of a database server that deserve a look
	NoChecksums bool          // a database server without data checksums
	Served      int           // by how many servers now; 0 on SQLite
}

// Examine looks at a database without changing it, beside whatever uses it.
// fs.ErrNotExist means that there is none yet.
func Examine(ctx context.Context, o Options) (Finding, error) {
	if o.URL != "" {
		return examinePostgres(ctx, o.URL)
	}
	return examineSQLite(ctx, o.Dir)
}

func examinePostgres(ctx context.Context, url string) (f Finding, err error) {
	db, err := openPostgres(ctx, url)
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
	config, err := postgresConfig(url)
	if err != nil {
		return f, err
	}
	checksums := false
	if f.Risks, checksums, err = riskySettings(ctx, db, config); err != nil {
		return f, err
	}
	f.NoChecksums = !checksums
	var made bool
	if err := db.QueryRowContext(ctx, "SELECT to_regclass('goose_db_version') IS NOT NULL").Scan(&made); err != nil || !made {
		return f, err
	}
	f.Schema, err = applied(ctx, db)
	return f, err
}

func examineSQLite(ctx context.Context, dir string) (f Finding, err error) {
	path := filepath.Join(dir, "vitrine.db")
	if err := refuseEmptyFile(dir, path); err != nil {
		return f, err
	}
	if info, err := os.Stat(path); err != nil {
		return f, err
	} else if info.Size() == 0 {
		return f, fs.ErrNotExist
	}
	db, err := sql.Open("sqlite", "file:"+(&url.URL{Path: path}).EscapedPath()+"?mode=ro&_pragma=busy_timeout(5000)")
	if err != nil {
		return f, err
	}
	defer db.Close()
	began := time.Now()
	if err := db.QueryRowContext(ctx, "SELECT 'SQLite ' || sqlite_version(), count(*) FROM sqlite_master").Scan(&f.Engine, new(int)); err != nil {
		return f, fmt.Errorf("read %s: %w", path, err)
	}
	f.Took = time.Since(began)
	if err := sound(ctx, db); err != nil {
		return f, err
	}
	if bare, err := hasNoTables(ctx, db); err != nil {
		return f, err
	} else if bare {
		return f, cmp.Or(missingIn(dir, path), fs.ErrNotExist)
	}
	f.Schema, err = applied(ctx, db)
	return f, err
}

func applied(ctx context.Context, db *sql.DB) (n int64, err error) {
	err = db.QueryRowContext(ctx, "SELECT coalesce(max(version_id), 0) FROM goose_db_version WHERE is_applied").Scan(&n)
	return n, err
}

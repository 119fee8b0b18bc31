package postgres

import (
	"context"
	"crypto/tls"
	"database/sql"
	"errors"
	"fmt"
	"net"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"vitrine/internal/store"
)

// enforceSync makes a connection answer a COMMIT only when it is on disk. What
// waits for a standby too is left as it is.
func enforceSync(ctx context.Context, conn *pgconn.PgConn) error {
	_, err := conn.Exec(ctx, "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'").ReadAll()
	return err
}

// riskySettings are the settings of a server under which what it acknowledged may be
// lost or read by others; checksums tells whether it notices damaged pages.
func riskySettings(ctx context.Context, db *sql.DB, config *pgx.ConnConfig, pooled bool) (out []string, checksums bool, err error) {
	var off string
	err = db.QueryRowContext(ctx, `SELECT coalesce((SELECT string_agg(name || ' is off', ', ' ORDER BY name) FROM pg_settings
		WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit') AND setting = 'off'), ''), current_setting('data_checksums') = 'on'`).Scan(&off, &checksums)
	if err != nil {
		return nil, false, fmt.Errorf("read the settings of PostgreSQL: %w", err)
	}
	if off != "" {
		out = append(out, off+": what was stored can be lost in a power cut")
	}
	if host := unverified(config); host != "" {
		out = append(out, "the connection to "+host+" is not verified: use sslmode=verify-full")
	}
	if pooled {
		out = append(out, poolerRisk)
	}
	return out, checksums, nil
}

// unverified is a server on another machine that could be an impostor.
func unverified(config *pgx.ConnConfig) string {
	check := func(host string, t *tls.Config) bool {
		ip := net.ParseIP(host)
		local := strings.HasPrefix(host, "/") || host == "localhost" || ip != nil && ip.IsLoopback()
		return !local && (t == nil || t.InsecureSkipVerify && t.VerifyPeerCertificate == nil)
	}
	if check(config.Host, config.TLSConfig) {
		return config.Host
	}
	for _, f := range config.Fallbacks {
		if check(f.Host, f.TLSConfig) {
			return f.Host
		}
	}
	return ""
}

func (e *Engine) warnOfRisks(ctx context.Context) error {
	found, checksums, err := riskySettings(ctx, e.db, e.config, e.pooled)
	for _, doubt := range found {
		e.log.Warn("PostgreSQL", "doubt", doubt)
	}
	if err == nil && !checksums {
		e.log.Info("PostgreSQL has no data checksums: damage on its disk is noticed late")
	}
	return err
}

// Examine looks at a database without changing it, beside whatever uses it.
func Examine(ctx context.Context, url string) (f store.Finding, err error) {
	config, err := parseConfig(url)
	if err != nil {
		return f, err
	}
	db, pooled, err := openPool(ctx, config)
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
	if f.Risks, checksums, err = riskySettings(ctx, db, config, pooled); err != nil {
		return f, err
	}
	f.NoChecksums = !checksums
	if made, err := isMigrated(ctx, db); err != nil || !made {
		return f, err
	}
	f.Schema, err = store.Applied(ctx, db)
	return f, err
}

// isSynchronous tells whether a commit waits for a standby.
func isSynchronous(ctx context.Context, db *sql.DB) (waits bool, err error) {
	err = db.QueryRowContext(ctx, "SELECT current_setting('synchronous_standby_names') <> '' AND current_setting('synchronous_commit') NOT IN ('off', 'local')").Scan(&waits)
	return waits, err
}

// ExamineReplica looks at the replica of a database.
func ExamineReplica(ctx context.Context, url, readURL string) (f store.ReplicaFinding, err error) {
	config, err := parseConfig(url)
	if err != nil {
		return f, err
	}
	primary, _, err := openPool(ctx, config)
	if err != nil {
		return f, err
	}
	defer primary.Close()
	r := &replica{}
	if r.config, err = parseReadConfig(readURL); err != nil {
		return f, err
	}
	var server string
	if r.of, server, err = identifyPrimary(ctx, primary); err != nil {
		return f, err
	}
	if f.Waited, err = isSynchronous(ctx, primary); err != nil {
		return f, err
	}
	conn, there, err := r.connect(ctx)
	if err != nil {
		return f, err
	}
	defer hangUp(ctx, conn)
	began := time.Now()
	at, err := askPosition(ctx, conn)
	if err != nil {
		return f, err
	}
	f.Took, f.IsPrimary = time.Since(began), there == server
	var now position
	if err := primary.QueryRowContext(ctx, "SELECT "+primaryTimeline+", "+primaryLSN).Scan(&now.timeline, &now.lsn); err != nil {
		return f, err
	}
	f.Follows, f.Behind = at.timeline == now.timeline, max(0, now.lsn-at.lsn)
	return f, nil
}

// isMigrated tells whether a database has tables of ours.
func isMigrated(ctx context.Context, db *sql.DB) (made bool, err error) {
	err = db.QueryRowContext(ctx, "SELECT to_regclass('goose_db_version') IS NOT NULL").Scan(&made)
	return made, err
}

package postgres

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// How often an instance looks whether an trigram index is missing, and how
// long it waits at most after it could not make one.
const (
	trigramCheckEvery = time.Minute
	trigramMaxBackoff = time.Hour
)

// missingTrigramIndexes asks which of the tables have no sound trigram index, though we
// may make it. A build that was cut short leaves one that is not valid, and an older
// version one over all rows where the second list wants it partial.
const missingTrigramIndexes = `SELECT n.nspname::text, c.relname::text FROM unnest($1::text[]) name JOIN pg_class c ON c.oid = to_regclass(name) JOIN pg_namespace n ON n.oid = c.relnamespace
	WHERE pg_has_role(c.relowner, 'USAGE') AND NOT EXISTS (
		SELECT FROM pg_index i JOIN pg_class x ON x.oid = i.indexrelid WHERE i.indrelid = c.oid AND x.relname = c.relname || '_search' AND i.indisvalid
			AND (i.indpred IS NOT NULL OR NOT c.relname = ANY($2::text[])))`

// trigramSchema asks for the schema of the extension that the index needs.
const trigramSchema = "SELECT n.nspname::text FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'pg_trgm'"

// mayCreateTrigrams tells whether making the extension is worth a try.
const mayCreateTrigrams = `SELECT has_database_privilege(current_database(), 'CREATE') AND EXISTS (SELECT FROM pg_available_extensions WHERE name = 'pg_trgm')`

// buildTrigramsLoop makes the trigram indexes that a migration left out, since
// the tables had rows, or that became possible later. Searches work without
// them, and take longer.
func (f *feed) buildTrigramsLoop(ctx context.Context) {
	for wait := trigramCheckEvery; ctx.Err() == nil; fault.Sleep(ctx, wait) {
		err := f.buildTrigrams(ctx)
		switch {
		case ctx.Err() != nil:
			return
		case err == nil:
			wait = trigramCheckEvery
		default:
			f.engine.log.Warn("build an index for searches", "error", err)
			wait = min(2*wait, trigramMaxBackoff)
		}
	}
}

// buildTrigrams is for one instance at a time, and holds up no writer. The lock is
// on the connection that builds: when the instance is killed, PostgreSQL goes on
// building, and nobody may take that for a leftover.
func (f *feed) buildTrigrams(ctx context.Context) error {
	if f.engine.pooled {
		return nil // the lock and the build would be on different servers
	}
	var some bool
	if err := f.engine.db.QueryRowContext(ctx, "SELECT EXISTS ("+missingTrigramIndexes+")", searchedTables(), tablesWhere(f.engine.leavesOut)).Scan(&some); err != nil || !some {
		return err
	}
	config := f.engine.config.Copy()
	setTimeout(config, "statement_timeout", "0")
	setTimeout(config, "lock_timeout", "0")
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return err
	}
	defer hangUp(ctx, conn)
	var alone bool
	if err := conn.QueryRow(ctx, "SELECT pg_try_advisory_lock(hashtext('vitrine alone ' || current_schema() || ' index of parts'))").Scan(&alone); err != nil || !alone {
		return err
	}
	place, possible, err := schemaOfTrigrams(ctx, conn)
	if err != nil || !possible {
		return err
	}
	rows, err := conn.Query(ctx, missingTrigramIndexes, searchedTables(), tablesWhere(f.engine.leavesOut))
	if err != nil {
		return err
	}
	tables, err := pgx.CollectRows(rows, pgx.RowToStructByPos[placed])
	if err != nil {
		return err
	}
	for _, table := range tables {
		if err := f.buildTrigramIndex(ctx, conn, table, place); err != nil {
			return fmt.Errorf("%s: %w", table.Name, err)
		}
	}
	return nil
}

// placed is a table with its schema, which keeps us from the tables of another
// site further on in the search_path.
type placed struct{ Schema, Name string }

func (p placed) at(suffix string) string {
	return pgx.Identifier{p.Schema, p.Name + suffix}.Sanitize()
}

func (f *feed) buildTrigramIndex(ctx context.Context, conn *pgx.Conn, table placed, place string) error {
	t, err := schema.Lookup(table.Name)
	if err != nil {
		return err
	}
	began := time.Now()
	// The one that is there answers searches until the new one does.
	for _, text := range []string{
		"DROP INDEX CONCURRENTLY IF EXISTS " + table.at("_search_new"),
		f.engine.createTrigramIndex(t, table, place),
		"DROP INDEX CONCURRENTLY IF EXISTS " + table.at("_search"),
		"ALTER INDEX " + table.at("_search_new") + " RENAME TO " + store.Quote(t.Name+"_search"),
	} {
		if _, err := conn.Exec(ctx, text); err != nil {
			return err
		}
	}
	f.engine.log.Info("built an index for searches", "table", t.Name, "took", time.Since(began))
	return nil
}

// createTrigramIndex is as a migration makes it in an empty table.
func (e *Engine) createTrigramIndex(t *schema.Table, table placed, place string) string {
	columns := make([]string, len(t.Search))
	for i, column := range t.Search {
		columns[i] = foldUnicode(store.Quote(column)) + " " + pgx.Identifier{place, "gin_trgm_ops"}.Sanitize()
	}
	text := "CREATE INDEX CONCURRENTLY " + store.Quote(t.Name+"_search_new") + " ON " + table.at("") + " USING gin (" + strings.Join(columns, ", ") + ")"
	if t.SearchLater {
		text += " WITH (gin_pending_list_limit = 8192)"
	}
	if pending := e.Unsearched(t); pending != "" {
		text += " WHERE " + pending + " IS NULL"
	}
	return text
}

// schemaOfTrigrams is the schema of pg_trgm, which is made if that is allowed.
func schemaOfTrigrams(ctx context.Context, conn *pgx.Conn) (place string, possible bool, err error) {
	err = conn.QueryRow(ctx, trigramSchema).Scan(&place)
	if !errors.Is(err, pgx.ErrNoRows) {
		return place, err == nil, err
	}
	if err := conn.QueryRow(ctx, mayCreateTrigrams).Scan(&possible); err != nil || !possible {
		return "", false, err
	}
	if _, err := conn.Exec(ctx, "CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA public"); err != nil {
		return "", false, err
	}
	return "public", true, nil
}

func searchedTables() []string {
	return tablesWhere(func(t *schema.Table) bool { return t.Search != nil })
}

// Unsearched rows come into the trigram index when nothing waits for them any more:
// trigrams were half of what a visitor's message cost.
func (*Engine) Unsearched(t *schema.Table) string {
	if t.SearchLater {
		return t.Pending
	}
	return ""
}

func (e *Engine) leavesOut(t *schema.Table) bool { return e.Unsearched(t) != "" }

func tablesWhere(fits func(*schema.Table) bool) (names []string) {
	for _, t := range schema.Tables {
		if fits(t) {
			names = append(names, t.Name)
		}
	}
	return names
}

// flushPendingEvery is how often the trigrams of new messages are moved from the
// GIN index's pending list into the index, so that no visitor's insert has to do
// it for many at once.
const flushPendingEvery = 20 * time.Second

// Only the owner may; a vacuum does it for the others.
const flushPendingNow = `SELECT gin_clean_pending_list(c.oid::regclass) FROM pg_class c JOIN pg_index i ON i.indexrelid = c.oid
	WHERE c.oid IN (SELECT to_regclass(name || '_search') FROM unnest($1::text[]) name) AND i.indisvalid AND pg_has_role(c.relowner, 'USAGE')`

func (f *feed) flushPendingLoop(ctx context.Context) {
	for fault.Sleep(ctx, flushPendingEvery) {
		if err := f.engine.flushPending(ctx); err != nil && ctx.Err() == nil {
			f.engine.log.Warn("flush the pending list of the trigram index", "error", err)
		}
	}
}

// flushPending is for one instance at a time, and takes the time it takes.
func (e *Engine) flushPending(ctx context.Context) error {
	_, err := e.RunExclusive(ctx, "flush the pending list", func(ctx context.Context) error {
		tx, err := e.db.BeginTx(ctx, nil)
		if err != nil {
			return err
		}
		defer tx.Rollback()
		if err := e.NoTimeouts(ctx, tx); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, flushPendingNow, tablesWhere(func(t *schema.Table) bool { return t.SearchLater })); err != nil {
			return fmt.Errorf("clean the list: %w", err)
		}
		return tx.Commit()
	})
	return err
}

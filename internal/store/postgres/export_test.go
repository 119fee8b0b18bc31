package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"vitrine/internal/limit"
)

// Unverified names the server of an address that could be an impostor.
func Unverified(url string) (string, error) {
	config, err := parseConfig(url)
	if err != nil {
		return "", err
	}
	return unverified(config), nil
}

// FlushPending moves new messages from the pending list into their index.
func (e *Engine) FlushPending(ctx context.Context) error { return e.flushPending(ctx) }

// BuildTrigrams makes the indexes for searches that are missing.
func (e *Engine) BuildTrigrams(ctx context.Context) error { return e.feed.buildTrigrams(ctx) }

// PurgeChanges removes old changes, as the feed does now and then.
func (e *Engine) PurgeChanges(ctx context.Context) error {
	conn, err := pgx.ConnectConfig(ctx, e.config.Copy())
	if err != nil {
		return err
	}
	defer hangUp(ctx, conn)
	return purgeChanges(ctx, conn)
}

// PatientLimits are the shared limits of a database that may take its time.
func (e *Engine) PatientLimits() limit.Shared { return sharedLimits{e.db, time.Minute} }

// InsertWorkers is how many groups of inserts are under way at a time.
const InsertWorkers = insertWorkers

// Queued is how many rows wait to be inserted, and how many other units of work wait.
func (e *Engine) Queued() (inserts, works int) { return len(e.group.inserts), len(e.group.works) }

// EndGroups has each unit of work end its group.
func (e *Engine) EndGroups() { e.group.time = 0 }

// HasJudgedReplica tells whether it is known how far the replica is, and has to be.
func (e *Engine) HasJudgedReplica() bool {
	e.replica.mu.Lock()
	defer e.replica.mu.Unlock()
	return e.replica.reached.lsn > 0 && e.replica.located == e.replica.announced
}

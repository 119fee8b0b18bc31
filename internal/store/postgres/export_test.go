package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"
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

// GroupWorkers is how many groups of inserts are under way at a time.
const GroupWorkers = groupWorkers

// Queued is how many rows wait to be inserted.
func (e *Engine) Queued() int { return len(e.group.queue) }

package main

import (
	"context"
	"time"

	"vitrine/internal/store/revisions"
)

func (p *parts) sweepSessions(ctx context.Context) {
	again(ctx, time.Hour, func() {
		if _, err := p.store.RunExclusive(ctx, "sweep sessions", p.auth.Sweep); err != nil {
			p.log.Warn("sweep old sessions", "error", err)
		}
	})
}

func (p *parts) sweepHistory(ctx context.Context) {
	revisions.Run(ctx, p.store, p.keep, func(err error) { p.log.Warn("sweep the history", "error", err) })
}

// apart is what is wrong with several servers whose uploads are in folders.
const apart = "what is uploaded to one is missing on the others and from their backups, unless all share the folder; set VITRINE_STORAGE_URL"

func (p *parts) lookBeside(ctx context.Context) {
	look := func() {
		if others, err := p.store.OtherServers(ctx); err == nil && len(others) > 0 && p.folder {
			p.log.Warn("uploads are in a folder, and other servers use the database: "+apart, "others", others)
		}
	}
	look()
	again(ctx, time.Hour, look)
}

// checkAfter leaves the first seconds to the pages that are made ready.
const checkAfter = 3 * time.Second

// checkDatabase finds damage while there still are backups from before it. A
// file that was not closed is looked at soon: the check of the start sees each
// table alone.
func (p *parts) checkDatabase(ctx context.Context) {
	check := func() {
		began, left := time.Now(), p.store.UncleanShutdown()
		done, err := p.store.CheckDaily(ctx)
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			p.log.Error("check the database", "error", err)
		case left:
			p.log.Info("the database, which its last server did not close, is sound", "took", time.Since(began))
		}
		if done {
			p.checked(err)
		}
	}
	if p.store.UncleanShutdown() {
		select {
		case <-ctx.Done():
			return
		case <-time.After(checkAfter):
			check()
		}
	}
	again(ctx, time.Hour, check)
}

func again(ctx context.Context, after time.Duration, do func()) {
	every := time.NewTicker(after)
	defer every.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-every.C:
			do()
		}
	}
}

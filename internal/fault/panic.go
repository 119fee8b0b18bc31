package fault

import (
	"context"
	"fmt"
	"log/slog"
	"runtime/debug"
	"time"
)

const (
	firstRest   = time.Second
	longestRest = 5 * time.Minute
)

// Guard turns a panic of work into its error. Outside of a request, where
// nothing else catches it, a panic would end the server.
func Guard(log *slog.Logger, what string, work func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			log.Error("panic", "in", what, "panic", p, "stack", string(debug.Stack()))
			err = fmt.Errorf("panic in %s: %v", what, p)
		}
	}()
	return work()
}

// KeepRunning runs a task until it returns by itself. After a panic it is
// started again, after a rest that doubles while it does not last.
func KeepRunning(ctx context.Context, log *slog.Logger, what string, task func(context.Context)) {
	for rest := firstRest; ; rest = min(2*rest, longestRest) {
		began := time.Now()
		if Guard(log, what, func() error { task(ctx); return nil }) == nil {
			return
		}
		if time.Since(began) > longestRest {
			rest = firstRest
		}
		if !Sleep(ctx, rest) {
			return
		}
	}
}

// Sleep waits, and tells whether ctx has not ended meanwhile.
func Sleep(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}

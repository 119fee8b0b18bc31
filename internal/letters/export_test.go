package letters

import (
	"context"
	"time"
)

// Round is what the worker does again and again.
func (l *Letters) Round(ctx context.Context) error { return l.round(ctx) }

// Remind is what it does each hour.
func (l *Letters) Remind(ctx context.Context) error { return l.remind(ctx) }

// GiveBack is what a line does that could not take a copy.
func (l *Letters) GiveBack(ctx context.Context, letter, id int64) {
	(&run{Letters: l, letter: letter}).giveBack(ctx, copyOf{id: id, lease: "of another attempt"})
}

// ImportFor has a call import for so long.
func (l *Letters) ImportFor(d time.Duration) { l.importTime = d }

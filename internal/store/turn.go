package store

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"vitrine/internal/fault"
)

// Turn is the place of a unit of work in the queue for a group commit. Either a
// worker begins it or its caller leaves.
type Turn struct {
	state atomic.Int32
	done  chan struct{}
}

const (
	waits int32 = iota
	begun
	left
)

func NewTurn() *Turn { return &Turn{done: make(chan struct{})} }

// Begin holds once more for work whose transaction was lost.
func (t *Turn) Begin() bool {
	return t.state.CompareAndSwap(waits, begun) || t.state.Load() == begun
}

func (t *Turn) Leave() bool   { return t.state.CompareAndSwap(waits, left) }
func (t *Turn) HasLeft() bool { return t.state.Load() == left }
func (t *Turn) Finish()       { close(t.done) }

// Wait is nil when the work is done. Work that has not begun when the caller leaves,
// loses patience or sees the queue closed is never done; once it has begun, the
// caller's going away does not take it back.
func (t *Turn) Wait(ctx context.Context, patience time.Duration, closed <-chan struct{}) error {
	if err := t.await(ctx, patience, closed); err != nil && t.Leave() {
		return err
	}
	<-t.done
	return nil
}

func (t *Turn) await(ctx context.Context, patience time.Duration, closed <-chan struct{}) error {
	late := time.NewTimer(patience)
	defer late.Stop()
	select {
	case <-t.done:
	case <-closed:
		return Unavailable(errors.New("the store is closing"))
	case <-ctx.Done():
		return NotWaiting(ctx.Err())
	case <-late.C:
		return Unavailable(errors.New("others held the database for too long"))
	}
	return nil
}

// NotWaiting tells of a caller who went away.
func NotWaiting(err error) error {
	return fault.New(fault.TimedOut, "the caller did not wait").Because(err)
}

package site

import (
	"context"
	"sync/atomic"

	"vitrine/internal/store"
)

// HoldAnswers renders as many answers to forms as may be at once, until free
// is called.
func (s *Site) HoldAnswers() (free func()) {
	var done []func()
	for {
		free, err := s.render.answering()
		if err != nil {
			break
		}
		s.render.turns <- struct{}{}
		done = append(done, func() { free(); <-s.render.turns })
	}
	return func() {
		for _, f := range done {
			f()
		}
	}
}

// BreakReading makes the read of the homepage's title panic until mend is
// called.
func BreakReading() (mend func()) {
	whole := heroContent.read
	heroContent.read = func(context.Context, store.Session, string) (any, error) { panic("a broken reader") }
	return func() { heroContent.read = whole }
}

// CountReads counts what pages of jobs read until stop is called.
func CountReads() (reads *atomic.Int64, stop func()) {
	reads = new(atomic.Int64)
	var undo []func()
	for _, p := range append([]*piece{jobSlugs}, jobKind.pieces...) {
		whole := p.read
		p.read = func(ctx context.Context, db store.Session, path string) (any, error) {
			reads.Add(1)
			return whole(ctx, db, path)
		}
		undo = append(undo, func() { p.read = whole })
	}
	return reads, func() {
		for _, u := range undo {
			u()
		}
	}
}

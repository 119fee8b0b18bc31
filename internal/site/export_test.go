package site

import (
	"context"

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

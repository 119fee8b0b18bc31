package site

import (
	"context"
	"encoding/json"
	"errors"
	"sync/atomic"
	"time"

	"vitrine/internal/store"
)

// HoldTurns renders as many pages as may be at once, and waits for no other,
// until free is called.
func (s *Site) HoldTurns() (free func()) {
	slow := s.slow
	s.slow = time.Millisecond
	for range cap(s.render.turns) {
		s.render.turns <- struct{}{}
	}
	return func() {
		s.slow = slow
		for range cap(s.render.turns) {
			<-s.render.turns
		}
	}
}

// HasDrawn tells whether a drawn file is ready as it is now.
func (s *Site) HasDrawn(path string) bool { return s.pages.fresh(drawn[path], path, s.Now()) }

// Refill makes an engine ready, if one may still be.
func (s *Site) Refill() { s.render.refill() }

// Spare is how many engines wait for a page.
func (s *Site) Spare() int { return len(s.render.ready) }

// ReturnedForm is the contact page as React renders it with a form given
// back, and as it is filled in.
func (s *Site) ReturnedForm(ctx context.Context, values map[string]string, message string) (whole, filled string, err error) {
	page, err := s.template(ctx, contactReturned)
	if err != nil {
		return "", "", err
	}
	wrong := page.wrong(values)
	content, _, err := s.load(ctx, contactKind, "/contact")
	if err != nil {
		return "", "", err
	}
	content["form"] = data{"values": values, "errors": wrong, "message": message}
	state, err := json.Marshal(content)
	if err != nil {
		return "", "", err
	}
	out, err := s.draw(ctx, contactKind.name, state)
	return out.Body, page.fillForm(values, wrong, message), err
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

// Bound makes other pages large, and keeps so many bytes of pages of jobs.
func (s *Site) Bound(large int, jobs int64) { s.pages.large, s.pages.most = large, jobs }

// JobBytes is how much memory the cached pages of jobs take, as it is counted
// and as it is.
func (s *Site) JobBytes() (counted, found int64) {
	s.pages.pages.Range(func(path, page any) bool {
		if slugOf(path.(string)) != "" {
			found += page.(*response).weight()
		}
		return true
	})
	return s.pages.jobs.Load(), found
}

// Shrink packs the cached pages as well as can be.
func (s *Site) Shrink(ctx context.Context) { s.pages.shrink(ctx) }

// Plain is how many bytes of a cached page are cached as they are.
func (s *Site) Plain(path string) int {
	page, _ := s.pages.pages.Load(path)
	return len(page.(*response).plain.Body)
}

// SaveSeen writes down the last content now.
func (s *Site) SaveSeen() error { return errors.Join(s.seen.save(), s.lastPages.save()) }

// ReturnedApply is the form for a job as React renders it when it is given back,
// and as it is filled in.
func (s *Site) ReturnedApply(ctx context.Context, path string, values, wrong map[string]string, message string) (whole, filled string, err error) {
	page, err := s.template(ctx, outcome(applyReturned+path))
	if err != nil {
		return "", "", err
	}
	content, _, err := s.load(ctx, applyKind, path)
	if err != nil {
		return "", "", err
	}
	content["form"] = data{"values": values, "errors": wrong, "message": message}
	state, err := json.Marshal(content)
	if err != nil {
		return "", "", err
	}
	out, err := s.draw(ctx, applyKind.name, state)
	return out.Body, page.fillForm(values, wrong, message), err
}

// ApplyForms is how many forms of jobs are ready to be given back.
func (s *Site) ApplyForms() (n int) {
	for o := range s.forms.made {
		if o.returned() == applyForm {
			n++
		}
	}
	return n
}

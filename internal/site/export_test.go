package site

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

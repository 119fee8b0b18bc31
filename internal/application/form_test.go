package application

import (
	"errors"
	"io"
	"net/http/httptest"
	"testing"
	"time"
)

// line sends a body in pieces, a second after each other.
type line struct {
	clock  *time.Time
	pieces []int
}

func (l *line) Read(b []byte) (int, error) {
	if len(l.pieces) == 0 {
		return 0, io.EOF
	}
	*l.clock = l.clock.Add(time.Second)
	n := min(l.pieces[0], len(b))
	l.pieces = l.pieces[1:]
	return n, nil
}

func pieces(count, size int) (out []int) {
	for range count {
		out = append(out, size)
	}
	return out
}

func TestABodyThatTricklesDoesNotHoldTheRoomOfOthers(t *testing.T) {
	for name, c := range map[string]struct {
		pieces []int
		isCut  bool
		after  time.Duration
	}{
		"a slow line":                       {pieces(200, 9<<10), false, 200 * time.Second},
		"a small form":                      {pieces(15, 1), false, 15 * time.Second},
		"a byte a second":                   {pieces(200, 1), true, pauseTime + 5*time.Second},
		"two seconds' worth, then trickles": {append(pieces(1, 16<<10), pieces(200, 1)...), true, pauseTime + 5*time.Second},
	} {
		began := time.Date(2026, 11, 17, 12, 0, 0, 0, time.UTC)
		clock := began
		body := newSteady(httptest.NewRecorder(), io.NopCloser(&line{&clock, c.pieces}), func() time.Time { return clock })
		_, err := io.CopyBuffer(struct{ io.Writer }{io.Discard}, body, make([]byte, 64<<10))
		if took := clock.Sub(began); errors.Is(err, errTooSlow) != c.isCut || took > c.after {
			t.Errorf("%s: %v after %v", name, err, took)
		}
	}
}

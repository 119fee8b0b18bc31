package fault_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"vitrine/internal/fault"
)

func TestAPanicIsAnErrorWithItsStackInTheLog(t *testing.T) {
	var text bytes.Buffer
	log := slog.New(slog.NewTextHandler(&text, nil))
	err := fault.Guard(log, "the cellar", func() error { panic("mice") })
	if err == nil || !strings.Contains(err.Error(), "the cellar: mice") || !strings.Contains(text.String(), "panic_test.go") {
		t.Errorf("%v, logged %s", err, text.String())
	}
	own := errors.New("its own")
	if err := fault.Guard(log, "", func() error { return own }); err != own {
		t.Error(err)
	}
}

func TestATaskThatPanicsIsStartedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		var starts []time.Duration
		fault.KeepRunning(t.Context(), slog.New(slog.DiscardHandler), "task", func(context.Context) {
			starts = append(starts, time.Since(began))
			if len(starts) == 3 {
				time.Sleep(time.Hour) // a task that lasted begins with a short rest again
			}
			if len(starts) < 5 {
				panic("no")
			}
		})
		want := []time.Duration{0, 1, 3, 3604, 3606}
		for i, at := range starts {
			if at != want[i]*time.Second {
				t.Errorf("start %d after %v", i, at)
			}
		}
		if len(starts) != 5 {
			t.Errorf("%d starts", len(starts))
		}
	})
}

func TestATaskThatPanicsEndsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithTimeout(t.Context(), time.Hour)
		defer stop()
		runs := 0
		fault.KeepRunning(ctx, slog.New(slog.DiscardHandler), "task", func(context.Context) { runs++; panic("no") })
		if runs < 10 || runs > 30 {
			t.Errorf("it ran %d times", runs)
		}
	})
}

package store

import (
	"testing"
	"time"
)

func TestTimesAreWrittenAsTheirLayoutSays(t *testing.T) {
	base := time.Date(2026, 11, 15, 7, 5, 9, 0, time.FixedZone("", 3600))
	for _, at := range []time.Time{
		base, base.Add(time.Microsecond), base.Add(120 * time.Millisecond), base.Add(999999 * time.Microsecond), base.Add(999 * time.Nanosecond), base.Add(10 * time.Microsecond),
		{}, time.Date(999, 1, 2, 3, 4, 5, 6000, time.UTC), time.Date(1000, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(9999, 12, 31, 23, 59, 59, 999999000, time.UTC), time.Date(12000, 1, 1, 0, 0, 0, 0, time.UTC),
	} {
		if got, want := string(appendValue(nil, at)), at.UTC().Format(`"2006-01-02T15:04:05.999999+00:00"`); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

package studio

import (
	"time"

	"vitrine/internal/store"
)

// IsOpen tells whether a job is open at a moment on the clock of the studio.
func IsOpen(job store.Row, at time.Time) bool {
	closes := job.Text("closes_on")
	return job["is_open"] != false && (closes == "" || closes >= at.Format(time.DateOnly))
}

// Closing is when a job closes by its date: at the end of that day. It is the
// zero time for one that has none.
func Closing(job store.Row, zone *time.Location) time.Time {
	day, err := time.ParseInLocation(time.DateOnly, job.Text("closes_on"), zone)
	if err != nil {
		return time.Time{}
	}
	return day.AddDate(0, 0, 1)
}

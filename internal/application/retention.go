package application

import (
	"encoding/json"
	"strconv"
	"time"

	"vitrine/internal/store"
	"vitrine/internal/studio"
)

// Keep is how long applications are kept. Applicants are told, so there is no "for
// ever".
type Keep struct {
	Closed time.Duration // after the job closed
	Agreed time.Duration // after it came, if the applicant agreed or the job never closes
}

// month is the twelfth of a year.
const month = 365 * 24 * time.Hour / 12

// UsualKeep is what a site has that says nothing else.
var UsualKeep = Keep{6 * month, 12 * month}

// OrUsual is what holds: the usual where nothing is said.
func (k Keep) OrUsual() Keep {
	if k == (Keep{}) {
		return UsualKeep
	}
	return k
}

// Until is when an application that comes at a moment is removed; nil means that
// the job has yet to close.
func (k Keep) Until(came time.Time, agreed bool, job store.Row, zone *time.Location) any {
	if agreed {
		return came.Add(k.Agreed)
	}
	if closes := studio.Closing(job, zone); !closes.IsZero() {
		return closes.Add(k.Closed)
	}
	return nil
}

// Told fills in the sentences that tell applicants how long that is.
func (k Keep) Told(who studio.Studio) []string {
	return []string{"after", inWords(who, k.Closed), "keep", inWords(who, k.Agreed)}
}

// inWords is a time of a week or more.
func inWords(who studio.Studio, kept time.Duration) string {
	if months := kept / month; kept%month == 0 && months > 1 {
		return who.Say("time_months", "n", strconv.Itoa(int(months)))
	}
	return who.Say("time_days", "n", strconv.Itoa(int(kept/(24*time.Hour))))
}

// Follow is until when an application is kept by its job as that is now; false
// means that it stays as it is.
func (k Keep) Follow(application, job store.Row, at time.Time) (until any, follows bool) {
	if agreedToKeep(application) {
		return nil, false
	}
	now := application["keep_until"]
	if job != nil && studio.IsOpen(job, at) {
		until = k.Until(time.Time{}, false, job, at.Location())
	} else {
		over := at.Add(k.Closed)
		if closes := studio.Closing(job, at.Location()); job != nil && !closes.IsZero() && closes.Before(at) {
			over = closes.Add(k.Closed)
		}
		if now != nil && !application.Time("keep_until").After(over) {
			return nil, false
		}
		until = over
	}
	if until == nil || now == nil {
		return until, until != now
	}
	moment := until.(time.Time).UTC().Truncate(time.Microsecond)
	return moment, !moment.Equal(application.Time("keep_until"))
}

func agreedToKeep(application store.Row) bool {
	var consent struct{ Keep bool }
	raw, _ := application["consent"].(json.RawMessage)
	return json.Unmarshal(raw, &consent) == nil && consent.Keep
}

package config

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Retention is how long things are kept; 0 is for ever.
type Retention struct {
	Every    time.Duration // all revisions
	Daily    time.Duration // then the last one of each day
	Trash    time.Duration
	Activity time.Duration
	HeldBack time.Duration // messages that look like spam
}

// Month is the twelfth of a year.
const Month = 365 * day / 12

// KeptApplications is how long applications are kept: after their job closed, and
// after they came where the applicant agreed or the job never closes.
func (c *Config) KeptApplications() (closed, agreed time.Duration) {
	return c.applications[0], c.applications[1]
}

// checkApplications takes no "forever" and no day or two: applicants are told.
func (c *Config) checkApplications() error {
	closed, agreed, _ := strings.Cut(c.KeepApplications, ",")
	for i, text := range []string{closed, agreed} {
		long, err := parseAge(text)
		if err != nil || long < 7*day {
			return fmt.Errorf("VITRINE_KEEP_APPLICATIONS %q is not two times of a week or more such as 6m,12m: after the job closed, and with consent", c.KeepApplications)
		}
		c.applications[i] = long
	}
	return nil
}

// Retention is what the VITRINE_KEEP_ knobs ask for, after Check.
func (c *Config) Retention() Retention { return c.retention }

func (c *Config) checkRetention() (err error) {
	all, daily, both := strings.Cut(c.KeepRevisions, ",")
	if !both {
		daily = all
	}
	keep := &c.retention
	for _, knob := range []struct {
		name, text string
		into       *time.Duration
	}{
		{"VITRINE_KEEP_REVISIONS", all, &keep.Every}, {"VITRINE_KEEP_REVISIONS", daily, &keep.Daily},
		{"VITRINE_KEEP_TRASH", c.KeepTrash, &keep.Trash}, {"VITRINE_KEEP_ACTIVITY", c.KeepActivity, &keep.Activity},
		{"VITRINE_KEEP_HELD_BACK", c.KeepHeldBack, &keep.HeldBack},
	} {
		if *knob.into, err = parseAge(knob.text); err != nil {
			return fmt.Errorf("%s %q is neither forever nor a time such as 30d or 1y", knob.name, knob.text)
		}
	}
	if err := c.checkApplications(); err != nil {
		return err
	}
	if keep.Daily > 0 && (keep.Daily < keep.Every || keep.Every == 0) {
		return fmt.Errorf("VITRINE_KEEP_REVISIONS %q ends before it begins to thin out; the second time is the longer one", c.KeepRevisions)
	}
	return nil
}

const day = 24 * time.Hour

// parseAge reads days, weeks, months and years.
func parseAge(text string) (time.Duration, error) {
	text = strings.TrimSpace(text)
	if text == "forever" {
		return 0, nil
	}
	if text == "" {
		return 0, strconv.ErrSyntax
	}
	unit, known := map[byte]time.Duration{'d': day, 'w': 7 * day, 'm': Month, 'y': 365 * day}[text[len(text)-1]]
	n, err := strconv.ParseUint(text[:len(text)-1], 10, 16)
	if !known || err != nil || n == 0 || n > uint64(100*365*day/unit) {
		return 0, strconv.ErrSyntax
	}
	return time.Duration(n) * unit, nil
}

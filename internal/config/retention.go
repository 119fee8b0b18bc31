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
	} {
		if *knob.into, err = parseAge(knob.text); err != nil {
			return fmt.Errorf("%s %q is neither forever nor a time such as 30d or 1y", knob.name, knob.text)
		}
	}
	if keep.Daily > 0 && (keep.Daily < keep.Every || keep.Every == 0) {
		return fmt.Errorf("VITRINE_KEEP_REVISIONS %q ends before it begins to thin out; the second time is the longer one", c.KeepRevisions)
	}
	return nil
}

const day = 24 * time.Hour

// parseAge reads days, weeks and years.
func parseAge(text string) (time.Duration, error) {
	text = strings.TrimSpace(text)
	if text == "forever" {
		return 0, nil
	}
	if text == "" {
		return 0, strconv.ErrSyntax
	}
	unit, known := map[byte]time.Duration{'d': day, 'w': 7 * day, 'y': 365 * day}[text[len(text)-1]]
	n, err := strconv.ParseUint(text[:len(text)-1], 10, 16)
	if !known || err != nil || n == 0 || n > uint64(100*365*day/unit) {
		return 0, strconv.ErrSyntax
	}
	return time.Duration(n) * unit, nil
}

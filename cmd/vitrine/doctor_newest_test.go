package main

import (
	"testing"
	"time"
)

func TestTheNewestBackupIsNotOneOfTheFuture(t *testing.T) {
	now := time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)
	for want, names := range map[string][]string{
		"20261115T110000Z": {"vitrine-20261114T110000Z.zip", "vitrine-auto-20261115T110000Z.zip.age", "vitrine-20271115T110000Z.zip", "vitrine-before-schema-2-20261115T113000Z.db"},
		"20261115T123000Z": {"vitrine-20261115T123000Z.zip"}, // the clock of another instance
		"00010101T000000Z": {"vitrine-20271115T110000Z.zip", "notes.zip"},
	} {
		if got := newestBackup(names, now).Format("20060102T150405Z"); got != want {
			t.Errorf("of %v the newest is of %s", names, got)
		}
	}
}

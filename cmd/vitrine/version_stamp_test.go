package main

import (
	"runtime/debug"
	"testing"
)

func TestABuildKnowsItsCommitFromMakeOrFromGo(t *testing.T) {
	noted := []debug.BuildSetting{{Key: "-trimpath", Value: "true"}, {Key: "vcs.revision", Value: "abc"}, {Key: "vcs.time", Value: "2026-11-15T04:00:00Z"}, {Key: "vcs.modified", Value: "false"}}
	changed := append(noted[:3:3], debug.BuildSetting{Key: "vcs.modified", Value: "true"})
	for _, c := range []struct {
		stamp string
		noted []debug.BuildSetting
		want  build
	}{
		{"", nil, build{}},
		{"", noted, build{"abc", "2026-11-15T04:00:00Z"}},
		{"", changed, build{"abc-dirty", "2026-11-15T04:00:00Z"}},
		{"def,2026-11-16T04:00:00Z", noted, build{"def", "2026-11-16T04:00:00Z"}},
		{"def", nil, build{commit: "def"}}, // as the container was built before
	} {
		if got := buildOf(c.stamp, c.noted); got != c.want {
			t.Errorf("%q %v: %+v", c.stamp, c.noted, got)
		}
	}
}

package main

import (
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
)

// release is the version of this program; CHANGELOG.md says what is in it.
const release = "0.1.0"

// stamp is "commit,date", from make or the container's build. Without it Go
// itself may have noted them.
var stamp string

// build is where a program comes from.
type build struct{ commit, date string }

func thisBuild() build {
	if info, ok := debug.ReadBuildInfo(); ok {
		return buildOf(stamp, info.Settings)
	}
	return buildOf(stamp, nil)
}

func buildOf(stamp string, noted []debug.BuildSetting) (b build) {
	if stamp != "" {
		b.commit, b.date, _ = strings.Cut(stamp, ",")
		return b
	}
	for _, s := range noted {
		switch {
		case s.Key == "vcs.revision":
			b.commit = s.Value
		case s.Key == "vcs.time":
			b.date = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			b.commit += "-dirty"
		}
	}
	return b
}

func (b build) String() string {
	return fmt.Sprintf("vitrine %s (commit %s, %s, %s %s/%s)", release, cmp.Or(b.commit, "unknown"), cmp.Or(b.date, "date unknown"), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

type versionCommand struct{}

func (versionCommand) Run() error {
	fmt.Println(thisBuild())
	return nil
}

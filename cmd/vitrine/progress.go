package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"vitrine/internal/archive"
)

// showProgress draws bars on a terminal and writes a line per finished step
// elsewhere. Standard output stays free for results.
func showProgress() archive.Progress {
	if term.IsTerminal(int(os.Stderr.Fd())) {
		return barsTo(os.Stderr)
	}
	return linesTo(os.Stderr)
}

func barsTo(out io.Writer) archive.Progress {
	var bar *progressbar.ProgressBar
	var current string
	return func(step string, done, total int64) {
		if step != current {
			if bar != nil {
				bar.Finish()
			}
			current = step
			bar = progressbar.NewOptions64(total, progressbar.OptionSetWriter(out), progressbar.OptionSetDescription(fmt.Sprintf("%-26s", words(step))),
				progressbar.OptionSetWidth(30), progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionShowBytes(step == "check"),
				progressbar.OptionShowCount(), progressbar.OptionSetPredictTime(false), progressbar.OptionOnCompletion(func() { fmt.Fprintln(out) }))
		}
		if total > 0 && bar.GetMax64() != total { // it was not known before
			bar.ChangeMax64(total)
		}
		bar.Set64(done)
	}
}

func linesTo(out io.Writer) archive.Progress {
	return func(step string, done, total int64) {
		if done != total {
			return
		}
		unit := ""
		if step == "check" {
			unit = " bytes"
		}
		fmt.Fprintf(out, "%-26s %d%s\n", words(step), done, unit)
	}
}

func words(step string) string { return strings.ReplaceAll(step, "_", " ") }

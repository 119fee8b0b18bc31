package main

import (
	"fmt"
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
	if !term.IsTerminal(int(os.Stderr.Fd())) {
		return plainProgress
	}
	var bar *progressbar.ProgressBar
	var current string
	return func(step string, done, total int64) {
		if step != current {
			if bar != nil {
				bar.Finish()
			}
			current = step
			bar = progressbar.NewOptions64(total, progressbar.OptionSetWriter(os.Stderr), progressbar.OptionSetDescription(fmt.Sprintf("%-26s", words(step))),
				progressbar.OptionSetWidth(30), progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionShowBytes(step == "check"),
				progressbar.OptionShowCount(), progressbar.OptionSetPredictTime(false), progressbar.OptionOnCompletion(func() { fmt.Fprintln(os.Stderr) }))
		}
		bar.Set64(done)
	}
}

func plainProgress(step string, done, total int64) {
	if done != total {
		return
	}
	if step == "check" {
		fmt.Fprintf(os.Stderr, "%-26s %d bytes\n", words(step), done)
		return
	}
	fmt.Fprintf(os.Stderr, "%-26s %d\n", words(step), done)
}

func words(step string) string { return strings.ReplaceAll(step, "_", " ") }

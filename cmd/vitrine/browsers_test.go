package main_test

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"vitrine/internal/store/storetest"
)

// TestPeopleWalkInFirefoxAndWebKit has a visitor and an editor do in other
// browsers what the tests of the front end do in Chromium.
func TestPeopleWalkInFirefoxAndWebKit(t *testing.T) {
	long(t)
	walk, err := filepath.Abs("../../web/browsers/walk.mjs")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(filepath.Dir(walk), "node_modules/.ready")); err != nil {
		t.Skip("scripts/soak installs what drives the browsers")
	}
	for browser, program := range map[string]string{"firefox": "firefox-esr", "webkit": "WebKitWebDriver"} {
		t.Run(browser, func(t *testing.T) {
			needs(t, program)
			at := storetest.FreeAddress()
			s := start(t, settings(t.TempDir(), "VITRINE_ADDR="+at, "VITRINE_PUBLIC_URL=http://"+at))
			// Each wait within is bounded; this is for a browser that hangs.
			ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
			defer cancel()
			c := exec.CommandContext(ctx, "node", walk, browser)
			c.Env = append(os.Environ(), "SITE="+s.url, "EMAIL="+boss, "PASSWORD="+bossWord)
			var said, steps bytes.Buffer
			c.Stdout, c.Stderr = &said, &steps
			c.Cancel = func() error { return c.Process.Signal(os.Interrupt) }
			c.WaitDelay = 10 * time.Second
			if err := c.Run(); err != nil {
				t.Fatalf("%v\n%s", err, &steps)
			}
			figures(t, "%s", strings.TrimSpace(said.String()))
		})
	}
}

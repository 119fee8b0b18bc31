// Package archivetest compares what archives hold.
package archivetest

import (
	"archive/zip"
	"io"
	"testing"
)

// Members reads every file of an archive but the manifest, which tells the
// time.
func Members(t testing.TB, path string) map[string]string {
	t.Helper()
	z, err := zip.OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	out := map[string]string{}
	for _, f := range z.File {
		content, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		raw, err := io.ReadAll(content)
		if err != nil {
			t.Fatal(err)
		}
		out[f.Name] = string(raw)
	}
	delete(out, "manifest.json")
	return out
}

// Same tells of each member that differs.
func Same(t testing.TB, what string, got, want map[string]string) {
	t.Helper()
	for name := range want {
		if got[name] != want[name] {
			t.Errorf("%s: %s is\n%.600s\nand not\n%.600s", what, name, got[name], want[name])
		}
	}
	if len(got) != len(want) {
		t.Errorf("%s: %d files and not %d", what, len(got), len(want))
	}
}

package main_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"strings"
	"testing"
)

func TestTheBillOfAReleaseListsWhatIsShippedAndNothingElse(t *testing.T) {
	t.Parallel()
	out, err := exec.Command("go", "run", "../sbom", binary, "../../web/package-lock.json").Output()
	if err != nil {
		t.Fatal(err)
	}
	var bill struct {
		Format     string `json:"bomFormat"`
		Components []struct {
			Name, Version, Purl string
			Hashes              []any
		}
	}
	if err := json.Unmarshal(out, &bill); err != nil || bill.Format != "CycloneDX" {
		t.Fatalf("%v %.100s", err, out)
	}
	named := map[string]bool{}
	for _, c := range bill.Components {
		named[c.Name] = true
		if c.Version == "" || c.Purl == "" || strings.HasPrefix(c.Purl, "pkg:npm/") != (len(c.Hashes) == 1) {
			t.Errorf("%+v", c)
		}
	}
	shipped := []string{"std", "modernc.org/sqlite", "github.com/jackc/pgx/v5", "golang.org/x/crypto"}
	var manifest struct{ Dependencies map[string]string }
	raw, err := os.ReadFile("../../web/package.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, &manifest); err != nil {
		t.Fatal(err)
	}
	for name := range manifest.Dependencies {
		shipped = append(shipped, name)
	}
	for _, name := range shipped {
		if !named[name] {
			t.Errorf("%s is shipped and not in the bill", name)
		}
	}
	for _, name := range []string{"vitest", "@playwright/test", "honnef.co/go/tools"} {
		if named[name] {
			t.Errorf("%s is in the bill and not shipped", name)
		}
	}
}

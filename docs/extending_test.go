// Package docs_test follows the recipes of extending.md to the letter.
package docs_test

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// step is a block of a recipe: what to do with a file, or commands to run.
type step struct {
	file, language, text string
}

var (
	recipe = regexp.MustCompile(`(?m)^## `)
	block  = regexp.MustCompile("(?ms)^### `([^`]+)`$|^```(\\w+)\\n(.*?)^```$")
)

func stepsOf(text string) (steps []step) {
	file := ""
	for _, found := range block.FindAllStringSubmatch(text, -1) {
		if found[1] != "" {
			file = found[1]
			continue
		}
		if found[2] == "sh" {
			file = ""
		}
		steps = append(steps, step{file, found[2], found[3]})
	}
	return steps
}

func TestTheRecipesSuffice(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds the program twice")
	}
	raw, err := os.ReadFile("extending.md")
	if err != nil {
		t.Fatal(err)
	}
	tree := copyOfTheTree(t)
	most := map[string]int{"A field of a job": 5, "A document with its screen": 12}
	for _, text := range recipe.Split(string(raw), -1) {
		name, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
		files := map[string]bool{}
		for _, s := range stepsOf(text) {
			files[s.file] = true
			s.follow(t, tree)
		}
		delete(files, "")
		for recipe, limit := range most {
			if strings.HasPrefix(name, recipe) {
				if len(files) == 0 || len(files) > limit {
					t.Errorf("%q takes %d files", name, len(files))
				}
				t.Logf("%q takes %d files", name, len(files))
				delete(most, recipe)
			}
		}
	}
	if len(most) > 0 {
		t.Errorf("no recipe for %v", most)
	}
}

func (s step) follow(t *testing.T, tree string) {
	t.Helper()
	switch s.language {
	case "sh":
		command := exec.CommandContext(t.Context(), "bash", "-e", "-o", "pipefail", "-c", s.text)
		command.Dir = tree
		out, err := command.CombinedOutput()
		if err != nil || strings.Contains(string(out), "no tests to run") {
			t.Fatalf("%s\n%s\n%v", s.text, out, err)
		}
	case "diff":
		s.change(t, filepath.Join(tree, s.file))
	default:
		path := filepath.Join(tree, s.file)
		if _, err := os.Stat(path); err == nil {
			t.Fatalf("%s is there already", s.file)
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(s.text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// change replaces the lines before by the lines after; they must be in one
// place of the file.
func (s step) change(t *testing.T, path string) {
	t.Helper()
	var before, after strings.Builder
	for line := range strings.Lines(s.text) {
		if line[0] != '+' {
			before.WriteString(line[1:])
		}
		if line[0] != '-' {
			after.WriteString(line[1:])
		}
	}
	now, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(now), before.String()); n != 1 {
		t.Fatalf("%s has these lines %d times:\n%s", s.file, n, before.String())
	}
	if err := os.WriteFile(path, []byte(strings.Replace(string(now), before.String(), after.String(), 1)), 0o644); err != nil {
		t.Fatal(err)
	}
}

// copyOfTheTree holds what git would hold, and the packages of the front end.
func copyOfTheTree(t *testing.T) string {
	t.Helper()
	tree := t.TempDir()
	list := exec.CommandContext(t.Context(), "git", "ls-files", "-co", "--exclude-standard")
	list.Dir = ".."
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range strings.Fields(string(out)) {
		if err := copyFile(filepath.Join("..", file), filepath.Join(tree, file)); err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
	}
	modules, err := filepath.Abs("../web/node_modules")
	if err != nil {
		t.Fatal(err)
	}
	for _, command := range [][]string{
		{"git", "init", "-q"}, // make asks it what there is
		{"sh", "-c", `cp -al "$0" web/node_modules 2>/dev/null || { rm -rf web/node_modules; cp -a "$0" web/node_modules; }`, modules}, // links, if it is one disk
		{"rm", "-f", "web/node_modules/.ready"}, // the link: it is the tree's own
		{"touch", "web/node_modules/.ready"},
	} {
		run := exec.CommandContext(t.Context(), command[0], command[1:]...)
		run.Dir = tree
		if out, err := run.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", command, out)
		}
	}
	return tree
}

func copyFile(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	info, err := in.Stat()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	out, err := os.OpenFile(to, os.O_CREATE|os.O_WRONLY, info.Mode())
	if err != nil {
		return err
	}
	if _, err := io.Copy(out, in); err != nil {
		return err
	}
	return out.Close()
}

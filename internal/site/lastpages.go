package site

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// lastPages are the fixed pages, and the answers to forms, as they were rendered
// last: each in a file beside the last content, so that the studio's own are
// shown when rendering fails after a start, before those of the build.
type lastPages struct {
	dir string // "" keeps none

	mu      sync.Mutex
	unsaved map[string][]byte // by file
}

func newLastPages(lastContent string) *lastPages {
	l := &lastPages{unsaved: map[string][]byte{}}
	if lastContent != "" {
		l.dir = filepath.Join(filepath.Dir(lastContent), "last-pages")
	}
	return l
}

func (l *lastPages) file(name string) string { return filepath.Join(l.dir, hashOf(name)+".json") }

// put notes a page with its data. A large one, which only a list of jobs is, has
// the one before it.
func (l *lastPages) put(name string, page rendered, state []byte) {
	if l.dir == "" || len(page.Body)+len(state) > largePage {
		return
	}
	raw, err := json.Marshal(struct {
		rendered
		Data json.RawMessage `json:"data"`
	}{rendered{Lang: page.Lang, Head: page.Head, Body: page.Body, Form: page.Form}, state})
	if err != nil {
		return // the page itself says so
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.unsaved[l.file(name)] = raw
}

func (l *lastPages) get(name string) (page fallbackPage, found bool) {
	if l.dir == "" {
		return page, false
	}
	l.mu.Lock()
	raw := l.unsaved[l.file(name)]
	l.mu.Unlock()
	if raw == nil {
		raw, _ = os.ReadFile(l.file(name)) // one that cannot be read is as good as none
	}
	return page, json.Unmarshal(raw, &page) == nil && page.Body != ""
}

func (l *lastPages) save() error {
	l.mu.Lock()
	unsaved := l.unsaved
	l.unsaved = map[string][]byte{}
	l.mu.Unlock()
	if len(unsaved) == 0 {
		return nil
	}
	if err := os.Mkdir(l.dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	var failed error
	for file, raw := range unsaved {
		failed = errors.Join(failed, replace(file, raw))
	}
	return failed
}

// replace writes a file in one step.
func replace(file string, raw []byte) error {
	if err := os.WriteFile(file+".new", raw, 0o600); err != nil {
		return err
	}
	return os.Rename(file+".new", file)
}

// lastPage is a page as it was rendered last, with the files of this build.
func (s *Site) lastPage(name string) (page fallbackPage, found bool) {
	if page, found = s.lastPages.get(name); !found {
		return page, false
	}
	var renamed []string
	for key, now := range map[string]string{"css": s.assets.CSS, "themed_css": s.assets.Themed.CSS} {
		if before, _ := page.Data[key].(string); before != "" {
			renamed = append(renamed, before, now)
		}
		page.Data[key] = now
	}
	page.rendered = page.with(strings.NewReplacer(renamed...))
	return page, true
}

package site

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"os"
	"sync"
	"time"

	"vitrine/internal/store"
)

// seen is the last content that was read, by piece. It is shown when a read
// fails, and kept in a file, so that a start without the database shows it too.
type seen struct {
	file string // "" keeps it in memory alone

	mu      sync.Mutex
	values  map[string]json.RawMessage // not the rows themselves, which pages change
	unsaved bool
}

const saveSeenEvery = 2 * time.Second

// newSeen begins with what the file holds. One that cannot be read is as good as
// none.
func newSeen(file string) (*seen, error) {
	s := &seen{file: file, values: map[string]json.RawMessage{}}
	raw, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) || file == "" {
		return s, nil
	}
	if err == nil {
		err = json.Unmarshal(raw, &s.values)
	}
	return s, err
}

// asRows gives what was JSON the types that a read gives.
func asRows(value any) any {
	switch v := value.(type) {
	case map[string]any:
		row := store.Row{}
		for key, one := range v {
			row[key] = asRows(one)
		}
		return row
	case []any:
		if texts, are := allOf[string](v); are && len(v) > 0 {
			return texts
		}
		for i, one := range v {
			v[i] = asRows(one)
		}
		if rows, are := allOf[store.Row](v); are {
			return rows
		}
	case json.Number:
		if n, err := v.Int64(); err == nil {
			return n
		}
		n, _ := v.Float64()
		return n
	}
	return value
}

func allOf[T any](values []any) (out []T, are bool) {
	out = make([]T, len(values))
	for i, v := range values {
		if out[i], are = v.(T); !are {
			return nil, false
		}
	}
	return out, true
}

// put notes what was read, unless it differs by path.
func (s *seen) put(p *piece, value any) {
	if p.byPath || value == nil {
		return
	}
	raw, err := json.Marshal(value)
	if err != nil {
		return // then the page cannot be made either, and says so
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.unsaved = s.unsaved || !bytes.Equal(raw, s.values[p.key])
	s.values[p.key] = raw
}

func (s *seen) get(key string) any {
	s.mu.Lock()
	raw := s.values[key]
	s.mu.Unlock()
	var value any
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	if d.Decode(&value) != nil {
		return nil
	}
	return asRows(value)
}

// text is what is known of whose site it is.
func (s *seen) text(key string) string {
	identity, _ := s.get(siteIdentity.key).(store.Row)
	return identity.Text(key)
}

// words are the sentences that pages spoke last.
func (s *seen) words() map[string]string {
	identity, _ := s.get(siteIdentity.key).(store.Row)
	said, _ := identity["words"].(store.Row)
	words := make(map[string]string, len(said))
	for key := range said {
		words[key] = said.Text(key)
	}
	return words
}

// keepSaving writes what is new of it, and of the last pages, until ctx ends.
func (s *Site) keepSaving(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(saveSeenEvery):
		}
		if err := errors.Join(s.seen.save(), s.lastPages.save()); err != nil {
			s.Log.WarnContext(ctx, "keep the last content", "error", err)
		}
	}
}

func (s *seen) save() error {
	s.mu.Lock()
	values, unsaved := maps.Clone(s.values), s.unsaved
	s.unsaved = false
	s.mu.Unlock()
	if !unsaved || s.file == "" {
		return nil
	}
	raw, err := json.Marshal(values)
	if err != nil {
		return err
	}
	return replace(s.file, raw)
}

package storage

import (
	"slices"
	"sync"

	"vitrine/internal/schema"
	"vitrine/internal/store"
)

const (
	maxCached    = 16 << 20  // bytes of all cached objects together
	worthKeeping = 512 << 10 // a larger object is read each time
)

// memory keeps objects in memory, so that logos neither wait for the database
// and the bucket nor vanish with them. An object never changes; a commit to
// its table may have removed it, and empties the memory.
type memory struct {
	mu      sync.RWMutex
	objects map[string]cachedObject
	size    int
	changes uint64
}

type cachedObject struct {
	row     store.Row
	content []byte
}

func newMemory(s *store.Store) *memory {
	f := &memory{objects: map[string]cachedObject{}}
	s.OnChange(f.changed)
	return f
}

func (f *memory) changed(tables []string) {
	if len(tables) > 0 && !slices.Contains(tables, schema.StorageObjects.Name) {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	clear(f.objects)
	f.size = 0
	f.changes++
}

// find returns a cached object, or the moment from which on nothing may have
// changed for put to keep one. A nil memory keeps nothing.
func (f *memory) find(name string) (object cachedObject, found bool, since uint64) {
	if f == nil {
		return cachedObject{}, false, 0
	}
	f.mu.RLock()
	defer f.mu.RUnlock()
	object, found = f.objects[name]
	return object, found, f.changes
}

func (f *memory) put(name string, object cachedObject, since uint64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if _, found := f.objects[name]; found || f.changes != since {
		return
	}
	for other, one := range f.objects {
		if f.size+len(object.content) <= maxCached {
			break
		}
		f.size -= len(one.content)
		delete(f.objects, other)
	}
	f.objects[name] = object
	f.size += len(object.content)
}

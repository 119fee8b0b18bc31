package storage

import (
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

const (
	maxCached    = 16 << 20  // bytes of all cached objects together
	worthKeeping = 512 << 10 // a larger object is read each time
)

type cachedObject struct {
	row     store.Row
	content []byte
}

// newMemory caches objects in memory, so that logos neither wait for the database
// and the bucket nor vanish with them. A commit to its table may have removed an
// object; none changes without one.
func newMemory(s *store.Store) *store.Cache[cachedObject] {
	return store.NewCache(s, maxCached, func(o cachedObject) int { return len(o.content) }, schema.StorageObjects.Name)
}

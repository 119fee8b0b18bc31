package main

import (
	"context"
	"runtime/debug"
	gauge "runtime/metrics"
	"time"

	"vitrine/internal/store/sqlite"
)

const (
	idleLook = 500 * time.Millisecond
	// A server that allocates less than this between two looks rests.
	idleAllocs = 256 << 10
	// Less than this since the last time is not worth a collection.
	worthCollecting = 4 << 20
)

// idleness tells when work is over that has left memory behind.
type idleness struct {
	last  uint64 // bytes allocated until the last look
	freed uint64 // and until memory was given back
	quiet int    // looks in a row that saw little
}

func (c *idleness) look(allocated uint64) bool {
	little := allocated-c.last < idleAllocs
	c.last = allocated
	if !little {
		c.quiet = 0
		return false
	}
	c.quiet++
	if c.quiet < 2 || allocated-c.freed < worthCollecting {
		return false
	}
	c.freed = allocated
	return true
}

// releaseMemoryWhenIdle returns what a burst of work has left: free heap, and the
// pages of the database that connections keep. Both would stay for minutes,
// and more of it the larger the site is. Under load it does nothing.
func releaseMemoryWhenIdle(ctx context.Context) {
	allocated := []gauge.Sample{{Name: "/gc/heap/allocs:bytes"}}
	var c idleness
	again(ctx, idleLook, func() {
		gauge.Read(allocated)
		if c.look(allocated[0].Value.Uint64()) {
			sqlite.ReleaseMemory()
			debug.FreeOSMemory()
		}
	})
}

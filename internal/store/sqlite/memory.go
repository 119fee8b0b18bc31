package sqlite

import (
	"math"

	"modernc.org/libc"
	codes "modernc.org/sqlite/lib"
)

// ReleaseMemory drops the pages of SQLite files that connections keep and nobody is
// reading or has changed; the system keeps them too. Statements stay prepared.
func ReleaseMemory() {
	tls := libc.NewTLS()
	defer tls.Close()
	codes.Xsqlite3_release_memory(tls, math.MaxInt32)
}

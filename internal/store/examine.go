package store

import "time"

// Finding is what a look at a database saw.
type Finding struct {
	Engine      string        // with its version
	Schema      int64         // newest migration that was applied; 0 when there are no tables
	Took        time.Duration // of one read
	Clock       time.Time     // of a database server; zero on SQLite
	Risks       []string      // settings of a database server that deserve a look
	NoChecksums bool          // a database server without data checksums
	Served      int           // by how many servers now; 0 on SQLite
}

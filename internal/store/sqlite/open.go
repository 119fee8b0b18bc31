package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"math"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"modernc.org/libc"
	codes "modernc.org/sqlite/lib"
)

const (
	readers = 6
	// idleTimeout is when a reader that nobody needs gives its memory back.
	idleTimeout = 30 * time.Second
	lockWait    = 5 * time.Second // for another process that writes
	// appID marks the file as ours for tools such as file(1).
	appID = 0x76697472

	// KiB of pages that a connection adds to what all of them may keep together;
	// the allocator takes about twice as much for them.
	writerCache = 8000
	readerCache = 3000 // six readers with as much as the writer would take 48 MB; the system keeps the file too
	onceCache   = 1000
)

// onceDSN is for going through a whole file once, which a cache does not speed
// up: so the memory that it takes does not grow with the file.
func onceDSN(path string) string { return dsnOf(path, false, onceCache) }

// dsnOf sets up every connection alike; busy_timeout comes first so that the
// others wait too.
func dsnOf(path string, readOnly bool, cache int) string {
	q := url.Values{}
	for _, p := range []string{
		fmt.Sprintf("busy_timeout(%d)", lockWait.Milliseconds()), "journal_mode(WAL)", "synchronous(FULL)", "foreign_keys(1)", "trusted_schema(0)",
		"cell_size_check(1)", "mmap_size(0)", "temp_store(MEMORY)", fmt.Sprintf("cache_size(-%d)", cache), "journal_size_limit(67108864)",
	} {
		q.Add("_pragma", p)
	}
	if readOnly {
		q.Add("_pragma", "query_only(1)")
	} else {
		q.Set("_txlock", "immediate")
	}
	return uri(path, q.Encode())
}

func uri(path, query string) string {
	return "file:" + (&url.URL{Path: path}).EscapedPath() + "?" + query
}

func openPools(ctx context.Context, dir string, once bool) (write, read *sql.DB, err error) {
	path := filepath.Join(dir, databaseFile)
	if err := refuseEmptyFile(dir, path); err != nil {
		return nil, nil, err
	}
	cache, readCache := writerCache, readerCache
	if once {
		cache, readCache = onceCache, onceCache
	}
	if write, err = openCaching(dsnOf(path, false, cache)); err != nil {
		return nil, nil, err
	}
	write.SetMaxOpenConns(1)
	if read, err = openCaching(dsnOf(path, true, readCache)); err != nil {
		write.Close()
		return nil, nil, err
	}
	read.SetMaxOpenConns(readers)
	read.SetMaxIdleConns(readers)
	read.SetConnMaxIdleTime(idleTimeout)
	if err = refuseNoTables(ctx, write, dir, path); err == nil {
		err = healthy(ctx, write, read)
	}
	if err == nil {
		err = os.Chmod(path, 0o600)
	}
	if err != nil {
		read.Close()
		write.Close()
		return nil, nil, err
	}
	return write, read, nil
}

// ReleaseMemory drops the pages of SQLite files that connections keep and nobody is
// reading or has changed; the system keeps them too. Statements stay prepared.
func ReleaseMemory() {
	tls := libc.NewTLS()
	defer tls.Close()
	codes.Xsqlite3_release_memory(tls, math.MaxInt32)
}

//go:build amd64 || arm64

package sqlite

import (
	"testing"

	"modernc.org/libc"
	codes "modernc.org/sqlite/lib"
)

func TestConnectionsHaveNoMutexAndAllElseHas(t *testing.T) {
	one, other := libc.NewTLS(), libc.NewTLS()
	defer one.Close()
	defer other.Close()
	held := func(kind int32) bool {
		mutex := codes.Xsqlite3_mutex_alloc(one, kind)
		defer codes.Xsqlite3_mutex_free(one, mutex)
		codes.Xsqlite3_mutex_enter(one, mutex)
		defer codes.Xsqlite3_mutex_leave(one, mutex)
		if codes.Xsqlite3_mutex_try(other, mutex) != codes.SQLITE_OK {
			return true
		}
		codes.Xsqlite3_mutex_leave(other, mutex)
		return false
	}
	if held(codes.SQLITE_MUTEX_RECURSIVE) {
		t.Error("the mutex of a connection is held")
	}
	if !held(codes.SQLITE_MUTEX_FAST) {
		t.Error("what connections share has no mutex")
	}
}

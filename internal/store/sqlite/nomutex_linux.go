//go:build amd64 || arm64

package sqlite

import (
	"fmt"
	"unsafe"

	"modernc.org/libc"
	codes "modernc.org/sqlite/lib"
)

// The driver opens each connection with SQLITE_OPEN_FULLMUTEX: a recursive mutex
// that is taken for every column of every row, a sixth of what a list costs. A pool
// of database/sql lends a connection to one goroutine at a time, which is all that
// SQLITE_OPEN_NOMUTEX asks for. So SQLite's recursive mutexes do nothing here: those
// of connections, and the one that guards its start, which is over before anything
// else runs. All others are the platform's.
func init() {
	tls := libc.NewTLS()
	defer tls.Close()
	// The platform's methods are known once SQLite has been started, and can be changed while it is not.
	for _, step := range []func() int32{
		func() int32 { return codes.Xsqlite3_initialize(tls) },
		func() int32 { return codes.Xsqlite3_shutdown(tls) },
		func() int32 { return configure(tls, codes.SQLITE_CONFIG_GETMUTEX, &platform) },
		func() int32 {
			methods = platform
			methods.FxMutexAlloc = pointerTo(allocMutex)
			methods.FxMutexFree = pointerTo(freeMutex)
			methods.FxMutexEnter = pointerTo(enterMutex)
			methods.FxMutexTry = pointerTo(tryMutex)
			methods.FxMutexLeave = pointerTo(leaveMutex)
			return configure(tls, codes.SQLITE_CONFIG_MUTEX, &methods)
		},
		func() int32 { return codes.Xsqlite3_initialize(tls) },
	} {
		if code := step(); code != codes.SQLITE_OK {
			panic(fmt.Sprintf("sqlite: set the mutexes: %s", libc.GoString(codes.Xsqlite3_errstr(tls, code))))
		}
	}
}

// SQLite is given their addresses, so they must not be on a stack.
var (
	platform, methods codes.Tsqlite3_mutex_methods
	arguments         [1]uintptr
	recursiveMutex    uintptr
)

func configure(tls *libc.TLS, option int32, value *codes.Tsqlite3_mutex_methods) int32 {
	return codes.Xsqlite3_config(tls, option, libc.VaList(uintptr(unsafe.Pointer(&arguments)), uintptr(unsafe.Pointer(value))))
}

func isRecursive(mutex uintptr) bool { return mutex == uintptr(unsafe.Pointer(&recursiveMutex)) }

func allocMutex(tls *libc.TLS, kind int32) uintptr {
	if kind == codes.SQLITE_MUTEX_RECURSIVE {
		return uintptr(unsafe.Pointer(&recursiveMutex))
	}
	return function[func(*libc.TLS, int32) uintptr](platform.FxMutexAlloc)(tls, kind)
}

func freeMutex(tls *libc.TLS, mutex uintptr) {
	if !isRecursive(mutex) {
		function[func(*libc.TLS, uintptr)](platform.FxMutexFree)(tls, mutex)
	}
}

func enterMutex(tls *libc.TLS, mutex uintptr) {
	if !isRecursive(mutex) {
		function[func(*libc.TLS, uintptr)](platform.FxMutexEnter)(tls, mutex)
	}
}

func tryMutex(tls *libc.TLS, mutex uintptr) int32 {
	if isRecursive(mutex) {
		return codes.SQLITE_OK
	}
	return function[func(*libc.TLS, uintptr) int32](platform.FxMutexTry)(tls, mutex)
}

func leaveMutex(tls *libc.TLS, mutex uintptr) {
	if !isRecursive(mutex) {
		function[func(*libc.TLS, uintptr)](platform.FxMutexLeave)(tls, mutex)
	}
}

// pointerTo is a function as SQLite calls it, and function one of SQLite's as Go
// calls it: a function's value is a pointer, and those here are never freed.
func pointerTo[F any](f F) uintptr { return *(*uintptr)(unsafe.Pointer(&f)) }

func function[F any](pointer uintptr) F { return *(*F)(unsafe.Pointer(&pointer)) }

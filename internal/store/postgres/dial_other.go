//go:build !linux

package postgres

// setUserTimeout leaves it to the keep-alives.
func setUserTimeout(uintptr) error { return nil }

//go:build !linux

package store

// giveUp leaves it to the keep-alives.
func giveUp(uintptr) error { return nil }

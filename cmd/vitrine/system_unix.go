//go:build !windows

package main

import (
	"errors"
	"syscall"

	"golang.org/x/sys/unix"
)

// keepPrivate makes what the program writes readable to its own user alone.
func keepPrivate() { syscall.Umask(0o077) }

// freeAt is how much may still be written where a folder lies.
func freeAt(dir string) (uint64, error) {
	var disk unix.Statfs_t
	err := unix.Statfs(dir, &disk)
	return disk.Bavail * uint64(disk.Bsize), err
}

// isFull tells of an error that there was no room left.
func isFull(err error) bool { return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) }

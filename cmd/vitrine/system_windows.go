package main

import (
	"errors"
	"net"

	"golang.org/x/sys/windows"
)

// keepPrivate leaves it to the folder: its rights are inherited.
func keepPrivate() {}

// inherited finds no sockets: there is no systemd.
func inherited() ([]net.Listener, error) { return nil, nil }

// freeAt is how much may still be written where a folder lies.
func freeAt(dir string) (free uint64, err error) {
	name, err := windows.UTF16PtrFromString(dir)
	if err == nil {
		err = windows.GetDiskFreeSpaceEx(name, &free, nil, nil)
	}
	return free, err
}

// isFull tells of an error that there was no room left.
func isFull(err error) bool {
	return errors.Is(err, windows.ERROR_DISK_FULL) || errors.Is(err, windows.ERROR_HANDLE_DISK_FULL) || errors.Is(err, windows.ERROR_DISK_QUOTA_EXCEEDED)
}

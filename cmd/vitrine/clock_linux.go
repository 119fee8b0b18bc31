package main

import "golang.org/x/sys/unix"

// clockIsSynchronised asks the kernel whether a time service keeps its clock right.
func clockIsSynchronised() bool {
	const unsynchronised = 5 // TIME_ERROR
	state, err := unix.Adjtimex(&unix.Timex{})
	return err != nil || state != unsynchronised
}

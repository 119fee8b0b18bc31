//go:build !linux

package main

// clockIsSynchronised cannot tell here.
func clockIsSynchronised() bool { return true }

//go:build !linux

package main

import "runtime/debug"

func giveBack() { debug.FreeOSMemory() }

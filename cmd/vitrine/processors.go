package main

import (
	"os"
	"runtime"
)

// spareProcessor lets Go run one thread more than there are cores. Where the system
// takes a core from one of them for another process, a proxy or a database, the spare
// one goes on with the requests that wait behind it. GOMAXPROCS is obeyed where it is set, and so is
// a limit of the container on processors, which Go follows when it changes.
func spareProcessor() {
	if os.Getenv("GOMAXPROCS") == "" && runtime.GOMAXPROCS(0) == runtime.NumCPU() {
		runtime.GOMAXPROCS(runtime.GOMAXPROCS(0) + 1)
	}
}

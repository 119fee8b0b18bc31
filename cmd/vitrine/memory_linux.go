package main

import (
	"bufio"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"
)

// giveBack returns what only starting and rendering need: free heap, and the
// pages of the program's own file, which the system brings back from its
// cache when they are used again.
func giveBack() {
	debug.FreeOSMemory()
	program, err := os.Executable()
	if err != nil {
		return
	}
	maps, err := os.Open("/proc/self/maps")
	if err != nil {
		return
	}
	defer maps.Close()
	for lines := bufio.NewScanner(maps); lines.Scan(); {
		if from, size, ok := unwritten(lines.Text(), program); ok {
			syscall.Syscall(syscall.SYS_MADVISE, from, size, syscall.MADV_DONTNEED)
		}
	}
}

// unwritten tells whether a line of /proc/self/maps is a part of the file
// that nothing can have written to.
func unwritten(line, file string) (from, size uintptr, ok bool) {
	f := strings.Fields(line)
	if len(f) != 6 || f[5] != file || f[1] != "r--p" && f[1] != "r-xp" {
		return 0, 0, false
	}
	start, end, _ := strings.Cut(f[0], "-")
	a, err1 := strconv.ParseUint(start, 16, 64)
	b, err2 := strconv.ParseUint(end, 16, 64)
	return uintptr(a), uintptr(b - a), err1 == nil && err2 == nil && b > a
}

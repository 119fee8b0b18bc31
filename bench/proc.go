package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// tick is the unit of /proc/*/stat: USER_HZ, 100 a second on every Linux.
const tick = 10 * time.Millisecond

// stat is what /proc/PID/stat says behind the name, which may hold spaces.
func stat(pid int) ([]string, error) {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return nil, err
	}
	return strings.Fields(string(b[bytes.LastIndexByte(b, ')')+2:])), nil
}

// family is a process and all its descendants.
func family(root int) []int {
	children := map[int][]int{}
	names, _ := filepath.Glob("/proc/[0-9]*")
	for _, name := range names {
		pid, _ := strconv.Atoi(filepath.Base(name))
		if f, err := stat(pid); err == nil { // it may have ended since
			parent, _ := strconv.Atoi(f[1])
			children[parent] = append(children[parent], pid)
		}
	}
	all := []int{root}
	for i := 0; i < len(all); i++ {
		all = append(all, children[all[i]]...)
	}
	return all
}

// cpuTime is the user and system time of a family so far, with that of
// children which have ended.
func cpuTime(root int) time.Duration {
	var ticks int
	for _, pid := range family(root) {
		f, err := stat(pid)
		if err != nil {
			continue
		}
		for _, field := range f[11:15] {
			n, _ := strconv.Atoi(field)
			ticks += n
		}
	}
	return time.Duration(ticks) * tick
}

// busyTime is what all processes of the machine used so far.
func busyTime() time.Duration {
	b, _ := os.ReadFile("/proc/stat")
	line, _, _ := strings.Cut(string(b), "\n")
	var ticks int
	for i, field := range strings.Fields(line)[1:9] {
		if i == 3 || i == 4 { // idle, waiting for a disk
			continue
		}
		n, _ := strconv.Atoi(field)
		ticks += n
	}
	return time.Duration(ticks) * tick
}

// memory is the resident and the proportional set of a family in bytes.
func memory(root int) (rss, pss int64) {
	for _, pid := range family(root) {
		b, err := os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", pid))
		if err != nil {
			continue
		}
		rss += field(b, "Rss:")
		pss += field(b, "Pss:")
	}
	return rss, pss
}

// field reads a line such as "Rss:  12 kB".
func field(b []byte, name string) int64 {
	for line := range strings.Lines(string(b)) {
		if rest, ok := strings.CutPrefix(line, name); ok {
			n, _ := strconv.ParseInt(strings.Fields(rest)[0], 10, 64)
			return n << 10
		}
	}
	return 0
}

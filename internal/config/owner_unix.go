//go:build !windows

package config

import (
	"fmt"
	"os"
	"os/user"
	"strconv"
	"syscall"
)

// notAsRoot keeps root out of somebody else's folder: files that root leaves
// there keep the server out.
func notAsRoot(dir string) error {
	info, err := os.Stat(dir)
	if err != nil || os.Geteuid() != 0 {
		return nil // whoever opens it says what is wrong
	}
	if s, ok := info.Sys().(*syscall.Stat_t); ok && s.Uid != 0 {
		owner := strconv.Itoa(int(s.Uid))
		if u, err := user.LookupId(owner); err == nil {
			owner = u.Username
		}
		return fmt.Errorf("VITRINE_DATA %s belongs to %s: run this as them, with sudo -u %s", dir, owner, owner)
	}
	return nil
}

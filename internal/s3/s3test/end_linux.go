package s3test

import (
	"os/exec"
	"syscall"
)

// endWithUs ends the command even when the test that started it is killed.
func endWithUs(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }

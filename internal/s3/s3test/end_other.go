//go:build !linux

package s3test

import "os/exec"

func endWithUs(*exec.Cmd) {}

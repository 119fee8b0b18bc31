package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// lab is the place of one topic: a folder of its own and the servers that
// were started in it. close ends them and removes the folder.
type lab struct {
	context.Context
	settings
	dir     string
	servers []*server
}

// settings are the same for all topics.
type settings struct {
	root     string // of the repository
	binary   string // vitrine
	out      string // folder of the report
	postgres string // URL of a server that we may create databases on; empty without one
	self     string // this program, which is the bare handler too
}

// server is a program that answers http.
type server struct {
	name, url string
	cmd       *exec.Cmd
	also      []int // further processes that work for it, such as a database
	ended     chan struct{}
	ready     time.Duration // from the start to the first answer
	effort    time.Duration // of the CPU until then
}

func openLab(ctx context.Context, s settings) (*lab, error) {
	dir, err := os.MkdirTemp("", "vitrine-bench-")
	if err != nil {
		return nil, err
	}
	// nginx and PostgreSQL drop root's rights and must still get in.
	return &lab{Context: ctx, settings: s, dir: dir}, os.Chmod(dir, 0o755)
}

func (l *lab) close() {
	for _, s := range l.servers {
		s.stop()
	}
	os.RemoveAll(l.dir)
}

// folder makes a folder in the lab.
func (l *lab) folder(name string) (string, error) {
	path := filepath.Join(l.dir, name)
	return path, os.MkdirAll(path, 0o755)
}

// start runs a server until the lab closes and returns when path answers 200.
func (l *lab) start(name, addr, path string, env []string, args ...string) (*server, error) {
	log, err := os.OpenFile(filepath.Join(l.dir, name+".log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return nil, err
	}
	defer log.Close()
	s := &server{name: name, url: "http://" + addr, ended: make(chan struct{})}
	s.cmd = exec.Command(args[0], args[1:]...)
	s.cmd.Env = append(os.Environ(), env...)
	s.cmd.Dir, s.cmd.Stdout, s.cmd.Stderr = l.dir, log, log
	s.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // so that Ctrl-C is ours to handle
	began := time.Now()
	if err := s.cmd.Start(); err != nil {
		return nil, err
	}
	l.servers = append(l.servers, s)
	go func() {
		s.cmd.Wait()
		close(s.ended)
	}()
	if err := s.awaitAnswer(l, path); err != nil {
		said, _ := os.ReadFile(log.Name())
		return nil, fmt.Errorf("%s: %w\n%s", name, err, said)
	}
	s.ready, s.effort = time.Since(began), s.worked()
	return s, nil
}

func (s *server) awaitAnswer(ctx context.Context, path string) error {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	for {
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, s.url+path, nil)
		if err != nil {
			return err
		}
		if a, err := http.DefaultClient.Do(r); err == nil {
			io.Copy(io.Discard, a.Body)
			a.Body.Close()
			if a.StatusCode == http.StatusOK {
				return nil
			}
		}
		select {
		case <-s.ended:
			return errors.New("it ended")
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Millisecond):
		}
	}
}

// stop asks a server and what it started to end, and insists after a while.
// One that has ended is left alone: its number may be someone else's by now.
func (s *server) stop() {
	select {
	case <-s.ended:
		return
	default:
	}
	group := -s.cmd.Process.Pid
	syscall.Kill(group, syscall.SIGTERM)
	select {
	case <-s.ended:
	case <-time.After(10 * time.Second):
		syscall.Kill(group, syscall.SIGKILL)
		<-s.ended
	}
}

// worked is the CPU time that the server has used so far.
func (s *server) worked() time.Duration {
	sum := cpuTime(s.cmd.Process.Pid)
	for _, pid := range s.also {
		sum += cpuTime(pid)
	}
	return sum
}

// rest waits until a server has nothing left to do, such as packing pages.
func (l *lab) rest(s *server) error {
	end := time.Now().Add(3 * time.Minute)
	for quiet, before := 0, s.worked(); quiet < 3; {
		select {
		case <-l.Done():
			return l.Err()
		case <-time.After(time.Second):
		}
		if time.Now().After(end) {
			return fmt.Errorf("%s does not come to rest", s.name)
		}
		now := s.worked()
		quiet++
		if now-before > 30*time.Millisecond {
			quiet = 0
		}
		before = now
	}
	return nil
}

// rss is the resident memory of the server in MB.
func (s *server) rss() float64 {
	rss, _ := memory(s.cmd.Process.Pid)
	return float64(rss) / (1 << 20)
}

// run runs a command to its end.
func (l *lab) run(env []string, args ...string) (string, error) {
	c := exec.CommandContext(l, args[0], args[1:]...)
	c.Env = append(os.Environ(), env...)
	c.Dir = l.root
	out, err := c.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%s: %w\n%s", strings.Join(args, " "), err, out)
	}
	return strings.TrimSpace(string(out)), nil
}

// freeAddr is a loopback address that nobody listens on right now.
func freeAddr() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer l.Close()
	return l.Addr().String(), nil
}

package main_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

const (
	boss     = "boss@example.com"
	bossWord = "a good long pass phrase"
	anonKey  = "sb_publishable_vitrine"
)

// patience is how long a condition may take: a busy machine may be slow, and a
// wait ends as soon as it is true.
const patience = 2 * time.Minute

// binary is the program, built once as it is shipped.
var binary string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "vitrine-test-")
	if err != nil {
		panic(err)
	}
	binary = filepath.Join(dir, "vitrine")
	build := exec.Command("go", "build", "-o", binary, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "build the program: %v\n%s", err, out)
		os.Exit(1)
	}
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

// command is the program with an environment of its own.
func command(env []string, args ...string) *exec.Cmd {
	c := exec.Command(binary, args...)
	c.Env = append([]string{"PATH=" + os.Getenv("PATH"), "HOME=/nonexistent", "TMPDIR=" + os.TempDir()}, env...)
	return c
}

// result is how a command ended.
type result struct {
	code   int
	stdout string
	stderr string
}

// run runs a command to its end.
func run(t testing.TB, env []string, stdin string, args ...string) result {
	t.Helper()
	c := command(env, args...)
	var stdout, stderr bytes.Buffer
	c.Stdin, c.Stdout, c.Stderr = strings.NewReader(stdin), &stdout, &stderr
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	slow := time.AfterFunc(patience, func() { c.Process.Kill() })
	defer slow.Stop()
	err := c.Wait()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return result{c.ProcessState.ExitCode(), stdout.String(), stderr.String()}
}

// server is a running vitrine serve.
type server struct {
	testing.TB
	cmd    *exec.Cmd
	url    string
	stdout *tape
	stderr *tape
	done   chan struct{}
}

// tape keeps what a process writes.
type tape struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (j *tape) Write(b []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.Write(b)
}

func (j *tape) String() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.String()
}

// settings are what every server of these tests is told.
func settings(dir string, env ...string) []string {
	return append([]string{
		"VITRINE_DATA=" + dir, "VITRINE_ADDR=127.0.0.1:0", "VITRINE_OPS_ADDR=", "VITRINE_LIMITS=off",
		"VITRINE_ADMIN_EMAIL=" + boss, "VITRINE_ADMIN_PASSWORD=" + bossWord,
	}, env...)
}

var opened = regexp.MustCompile(`Vitrine is open at (http://\S+)`)

// launch starts a server without waiting for it.
func launch(t testing.TB, env []string) *server {
	t.Helper()
	return launched(t, command(env, "serve"))
}

// launched runs a server by its command.
func launched(t testing.TB, c *exec.Cmd) *server {
	t.Helper()
	s := &server{TB: t, cmd: c, stdout: &tape{}, stderr: &tape{}, done: make(chan struct{})}
	s.cmd.Stdout, s.cmd.Stderr = s.stdout, s.stderr
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		s.cmd.Wait()
		close(s.done)
	}()
	t.Cleanup(s.kill)
	return s
}

// start starts a server and waits until it answers.
func start(t testing.TB, env []string) *server {
	t.Helper()
	s := launch(t, env)
	s.await()
	return s
}

// await waits until the server answers.
func (s *server) await() {
	s.Helper()
	s.eventually("the server opens", func() bool {
		select {
		case <-s.done:
			s.Fatalf("the server ended: %s%s", s.stdout, s.stderr)
		default:
		}
		found := opened.FindStringSubmatch(s.stdout.String())
		if found != nil {
			s.url = found[1]
		}
		return found != nil
	})
	s.eventually("the server is healthy", func() bool {
		r, err := http.Get(s.url + "/healthz")
		if err == nil {
			r.Body.Close()
		}
		return err == nil && r.StatusCode == 200
	})
}

func (s *server) kill() {
	s.cmd.Process.Kill()
	<-s.done
}

// stop asks the server to end, and returns its exit code.
func (s *server) stop() int {
	s.Helper()
	s.cmd.Process.Signal(syscall.SIGTERM)
	select {
	case <-s.done:
	case <-time.After(patience):
		s.Fatal("the server does not stop")
	}
	return s.cmd.ProcessState.ExitCode()
}

func (s *server) eventually(what string, ok func() bool) {
	s.Helper()
	for end := time.Now().Add(patience); !ok(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			s.Fatalf("not within %v: %s\n%s", patience, what, s.stderr)
		}
	}
}

// answer is what came back.
type answer struct {
	status int
	body   string
	header http.Header
}

// ask sends a request; token "" is a visitor.
func (s *server) ask(method, path, token string, body any, headers ...string) answer {
	s.Helper()
	var in io.Reader
	if body != nil {
		raw, err := json.Marshal(body)
		if err != nil {
			s.Fatal(err)
		}
		in = bytes.NewReader(raw)
	}
	r, err := http.NewRequest(method, s.url+path, in)
	if err != nil {
		s.Fatal(err)
	}
	if token == "" {
		token = anonKey
	}
	r.Header.Set("Apikey", anonKey)
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		s.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(bufio.NewReader(res.Body))
	if err != nil {
		s.Fatal(err)
	}
	return answer{res.StatusCode, string(text), res.Header}
}

// tryToSignIn returns the access token and the status.
func (s *server) tryToSignIn(email, password string) (string, int) {
	s.Helper()
	a := s.ask("POST", "/auth/v1/token?grant_type=password", "", map[string]string{"email": email, "password": password})
	var session struct {
		AccessToken string `json:"access_token"`
	}
	json.Unmarshal([]byte(a.body), &session)
	return session.AccessToken, a.status
}

func (s *server) signIn(email, password string) string {
	s.Helper()
	token, status := s.tryToSignIn(email, password)
	if status != 200 || token == "" {
		s.Fatalf("%s cannot sign in: %d", email, status)
	}
	return token
}

// count tells how many rows of a table someone sees.
func (s *server) count(table, token string) string {
	s.Helper()
	a := s.ask("HEAD", "/rest/v1/"+table+"?select=*", token, nil, "Prefer", "count=exact")
	_, n, _ := strings.Cut(a.header.Get("Content-Range"), "/")
	return n
}

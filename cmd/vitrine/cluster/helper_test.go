package cluster_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"vitrine/internal/s3/s3test"
	"vitrine/internal/store/storetest"
)

const (
	anonKey  = "sb_publishable_vitrine"
	email    = "admin@cluster.test"
	password = "correct-horse-battery-1"
)

// soaking tells whether the long runs are wanted: make soak sets it.
func soaking() bool { return os.Getenv("VITRINE_TEST_SOAK") != "" }

// cluster is two instances on one PostgreSQL and one S3 server, with nginx in
// front.
type cluster struct {
	t        *testing.T
	postgres *storetest.Server
	database string // its address
	replica  string // of a replica for visitors; "" for none
	s3       *s3test.Server
	bin      string
	a, b     *instance
	front    string // origin of nginx
	token    string // of the administrator
}

func startCluster(t *testing.T) *cluster {
	t.Helper()
	postgres := storetest.StartServer(t)
	return startOn(t, postgres, postgres.URL(), "")
}

func startOn(t *testing.T, postgres *storetest.Server, database, replica string) *cluster {
	t.Helper()
	c := &cluster{t: t, postgres: postgres, database: database, replica: replica, s3: s3test.Start(t), bin: filepath.Join(t.TempDir(), "vitrine")}
	build := exec.Command("go", "build", "-o", c.bin, "vitrine/cmd/vitrine")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("build: %v\n%s", err, out)
	}
	// Both at once on an empty database: one migrates and the other waits.
	c.a, c.b = c.instance("VITRINE_LIMITS=off"), c.instance("VITRINE_LIMITS=off")
	c.a.start()
	c.b.start()
	c.a.wait()
	c.b.wait()
	c.front = startNginx(t, c.a.addr, c.b.addr)
	c.token = c.a.signIn(c.t)
	return c
}

// instance is one vitrine serve.
type instance struct {
	t    *testing.T
	bin  string
	env  []string
	addr string
	log  bytes.Buffer
	run  *exec.Cmd
}

func (c *cluster) instance(env ...string) *instance {
	i := &instance{t: c.t, bin: c.bin, addr: storetest.FreeAddress()}
	i.env = append(os.Environ(), append([]string{
		"VITRINE_DATA=" + c.t.TempDir(), "VITRINE_ADDR=" + i.addr, "VITRINE_OPS_ADDR=", "VITRINE_PUBLIC_URL=http://localhost", "VITRINE_LOG=json,warn",
		"VITRINE_DATABASE_URL=" + c.database, "VITRINE_DATABASE_READ_URL=" + c.replica, "VITRINE_STORAGE_URL=" + c.s3.URL("logos"), "VITRINE_TRUSTED_PROXIES=127.0.0.1",
		"VITRINE_ADMIN_EMAIL=" + email, "VITRINE_ADMIN_PASSWORD=" + password,
	}, env...)...)
	c.t.Cleanup(func() {
		i.kill()
		if c.t.Failed() {
			c.t.Logf("%s wrote:\n%s", i.addr, tail(i.log.String(), 10))
		}
		if strings.Contains(i.log.String(), c.s3.Secret()) {
			c.t.Error("the secret of the storage stands in the log")
		}
	})
	return i
}

func (i *instance) start() {
	i.t.Helper()
	i.run = exec.Command(i.bin, "serve")
	i.run.Env, i.run.Stdout, i.run.Stderr = i.env, &i.log, &i.log
	i.run.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := i.run.Start(); err != nil {
		i.t.Fatal(err)
	}
}

func (i *instance) wait() {
	i.t.Helper()
	within(i.t, i.addr+" is ready", func() bool { return status("http://"+i.addr+"/readyz") == 200 })
}

func (i *instance) kill() {
	if i.run != nil {
		i.run.Process.Kill()
		i.run.Wait()
		i.run = nil
	}
}

// stop lets the instance finish its requests.
func (i *instance) stop(t testing.TB) {
	t.Helper()
	i.run.Process.Signal(syscall.SIGTERM)
	if err := i.run.Wait(); err != nil {
		t.Errorf("%s ends with %v", i.addr, err)
	}
	i.run = nil
}

func (i *instance) signIn(t testing.TB) string {
	t.Helper()
	status, body := call("POST", "http://"+i.addr+"/auth/v1/token?grant_type=password", "", map[string]string{"email": email, "password": password})
	var session struct {
		AccessToken string `json:"access_token"`
	}
	if json.Unmarshal(body, &session); status != 200 {
		t.Fatalf("sign-in: %d %s", status, body)
	}
	return session.AccessToken
}

// startNginx runs nginx with the configuration that we ship, but for its
// addresses and folders.
func startNginx(t *testing.T, a, b string) string {
	t.Helper()
	bin, err := exec.LookPath("nginx")
	if err != nil {
		bin = "/usr/sbin/nginx"
	}
	shipped, err := os.ReadFile("../../../deploy/nginx.conf")
	if err != nil {
		t.Fatal(err)
	}
	dir, front := t.TempDir(), storetest.FreeAddress()
	config := strings.NewReplacer(
		"vitrine-1:8080", a, "vitrine-2:8080", b, "listen 8080", "listen "+front,
		"worker_processes auto;", "daemon off; master_process off; pid nginx.pid; error_log error.log;",
		"http {", "http { client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path f; uwsgi_temp_path u; scgi_temp_path s;",
	).Replace(string(shipped))
	if err := os.WriteFile(filepath.Join(dir, "nginx.conf"), []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	run := exec.Command(bin, "-p", dir, "-c", "nginx.conf", "-e", filepath.Join(dir, "error.log"))
	run.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := run.Start(); err != nil {
		t.Fatalf("nginx (scripts/setup installs it): %v", err)
	}
	t.Cleanup(func() {
		run.Process.Kill()
		run.Wait()
		if log, err := os.ReadFile(filepath.Join(dir, "error.log")); err == nil && t.Failed() {
			t.Logf("nginx wrote:\n%s", tail(string(log), 20))
		}
	})
	within(t, "nginx answers", func() bool { return status("http://"+front+"/healthz") == 200 })
	return "http://" + front
}

var client = &http.Client{Timeout: patience, Transport: &http.Transport{MaxIdleConnsPerHost: 64}}

// call sends JSON and returns the answer; status 0 means that none came.
func call(method, url, token string, body any, headers ...string) (int, []byte) {
	raw, ok := body.([]byte)
	if !ok && body != nil {
		raw, _ = json.Marshal(body)
	}
	r, err := http.NewRequest(method, url, bytes.NewReader(raw))
	if err != nil {
		return 0, []byte(err.Error())
	}
	if token == "" {
		token = anonKey
	}
	r.Header.Set("apikey", anonKey)
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	res, err := client.Do(r)
	if err != nil {
		return 0, []byte(err.Error())
	}
	defer res.Body.Close()
	out, err := io.ReadAll(res.Body)
	if err != nil {
		return 0, []byte(err.Error())
	}
	return res.StatusCode, out
}

func status(url string) int {
	s, _ := call("GET", url, "", nil)
	return s
}

// patience is how long a condition may take: a busy machine may be slow, and a
// wait ends as soon as it is true.
const patience = 2 * time.Minute

func within(t testing.TB, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !ok(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("not within %v: %s", patience, what)
		}
	}
}

func tail(text string, lines int) string {
	all := strings.Split(strings.TrimSpace(text), "\n")
	return strings.Join(all[max(0, len(all)-lines):], "\n")
}

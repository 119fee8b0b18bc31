package main_test

import (
	"encoding/json"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"vitrine/internal/store/storetest"
)

// varnish is a real edge in front of a server.
type varnish struct {
	*server
	addr string
	cmd  *exec.Cmd
}

const edgeSecret = "only purges know it"

// inFront starts Varnish with deploy/varnish.vcl at an address.
func (s *server) inFront(addr string) *varnish {
	s.Helper()
	vcl, err := os.ReadFile("../../deploy/varnish.vcl")
	if err != nil {
		s.Fatal(err)
	}
	_, port, _ := net.SplitHostPort(strings.TrimPrefix(s.url, "http://"))
	text := strings.Replace(string(vcl), `"8080"`, strconv.Quote(port), 1)
	text = strings.Replace(text, "unset resp.http.Age;", "", 1) // tells how old an answer is
	dir := s.TempDir()
	file := filepath.Join(dir, "default.vcl")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		s.Fatal(err)
	}
	v := &varnish{server: s, addr: addr}
	v.cmd = exec.Command("/usr/sbin/varnishd", "-F", "-j", "none", "-n", filepath.Join(dir, "run"), "-a", addr, "-f", file, "-s", "malloc,16m", "-T", "none")
	v.cmd.Env = append(os.Environ(), "VITRINE_EDGE_TOKEN="+edgeSecret)
	v.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	output := &tape{}
	v.cmd.Stdout, v.cmd.Stderr = output, output
	if err := v.cmd.Start(); err != nil {
		s.Fatal(err)
	}
	s.Cleanup(func() {
		v.end()
		if s.Failed() {
			s.Log(output.String())
		}
	})
	s.eventually("Varnish answers", func() bool { return v.get("/").status == http.StatusOK })
	return v
}

// signal reaches both processes of Varnish.
func (v *varnish) signal(sig syscall.Signal) { syscall.Kill(-v.cmd.Process.Pid, sig) }

// end waits until nobody listens: the process that does outlives the one that started it.
func (v *varnish) end() {
	v.signal(syscall.SIGKILL)
	v.cmd.Wait()
	v.eventually("Varnish is gone", func() bool {
		c, err := net.Dial("tcp", v.addr)
		if err == nil {
			c.Close()
		}
		return err != nil
	})
}

type kept struct {
	status int
	body   string
	hit    bool // it came from the edge
	age    int
}

func (v *varnish) get(path string) (k kept) {
	asking := http.Client{Timeout: 5 * time.Second}
	res, err := asking.Get("http://" + v.addr + path)
	if err != nil {
		return k
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		return k
	}
	age, _ := strconv.Atoi(res.Header.Get("Age"))
	// A hit names the request that fetched it too.
	return kept{res.StatusCode, string(body), len(strings.Fields(res.Header.Get("X-Varnish"))) == 2, age}
}

// keeps waits until a path is answered by the edge.
func (v *varnish) keeps(path string) {
	v.Helper()
	v.eventually("the edge keeps "+path, func() bool { k := v.get(path); return k.status == http.StatusOK && k.hit })
}

func TestASaveIsSeenThroughTheEdgeAndNothingElseIsDropped(t *testing.T) {
	one, other := storetest.FreeAddress(), storetest.FreeAddress()
	ops := storetest.FreeAddress()
	s := start(t, settings(t.TempDir(), "VITRINE_OPS_ADDR="+ops, "VITRINE_EDGE_TOKEN="+edgeSecret, "VITRINE_EDGE=varnish=http://"+one+",varnish=http://"+other))
	token := s.signIn(boss, bossWord)
	// The purge of the start finds nobody, and is sent again.
	edges := []*varnish{s.inFront(one), s.inFront(other)}
	s.eventually("the start is purged", func() bool { return strings.Contains(s.metrics(ops), "vitrine_edge_keys_waiting 0\n") })
	var listed []struct{ Slug string }
	if err := json.Unmarshal([]byte(s.ask("GET", "/rest/v1/job_listings?select=slug&order=id&limit=2", "", nil).body), &listed); err != nil || len(listed) != 2 {
		t.Fatalf("two jobs: %v %v", listed, err)
	}
	jobs := []string{"/careers/" + listed[0].Slug, "/careers/" + listed[1].Slug}
	paths := append([]string{"/", "/about", "/careers", "/contact"}, jobs...)
	for _, v := range edges {
		for _, path := range paths {
			v.keeps(path)
		}
	}
	rename := func(title string) {
		t.Helper()
		if a := s.ask("PATCH", "/rest/v1/job_listings?slug=eq."+strings.TrimPrefix(jobs[0], "/careers/"), token, map[string]string{"title": title}); a.status/100 != 2 {
			t.Fatalf("rename: %d %s", a.status, a.body)
		}
	}
	began := time.Now()
	rename("Keeper of the edge")
	for _, v := range edges {
		v.eventually("the new title", func() bool {
			return strings.Contains(v.get(jobs[0]).body, "Keeper of the edge") && strings.Contains(v.get("/careers").body, "Keeper of the edge")
		})
		for _, path := range []string{"/about", "/contact", jobs[1]} {
			if k := v.get(path); !k.hit {
				t.Errorf("%s was dropped for a job that it does not show", path)
			}
		}
	}
	t.Logf("figures: a save was seen through two edges after %v", time.Since(began).Round(time.Millisecond))

	t.Run("an edge that hears nothing is told until it does", func(t *testing.T) {
		edges[1].signal(syscall.SIGSTOP)
		rename("Keeper of the silence")
		edges[0].eventually("the other edge is not held up", func() bool { return strings.Contains(edges[0].get(jobs[0]).body, "Keeper of the silence") })
		edges[1].signal(syscall.SIGCONT)
		edges[1].eventually("the purge is sent again", func() bool { return strings.Contains(edges[1].get(jobs[0]).body, "Keeper of the silence") })
	})
	t.Run("an edge that starts again begins with what there is", func(t *testing.T) {
		edges[1].end()
		rename("Keeper of the gap")
		edges[1] = s.inFront(other)
		if body := edges[1].get(jobs[0]).body; !strings.Contains(body, "Keeper of the gap") {
			t.Error("it shows what was before")
		}
	})
}

func TestTheEdgeGoesOnWithoutTheServer(t *testing.T) {
	addr := storetest.FreeAddress()
	s := start(t, settings(t.TempDir(), "VITRINE_EDGE=varnish=http://"+addr, "VITRINE_EDGE_TOKEN="+edgeSecret, "VITRINE_EDGE_LIFETIME=1s"))
	v := s.inFront(addr)
	paths := []string{"/", "/careers"}
	for _, path := range paths {
		if k := v.get(path); k.status != http.StatusOK {
			t.Fatalf("%s is %d", path, k.status)
		}
	}
	s.kill()
	answers := 0
	for _, path := range paths {
		v.eventually(path+" is older than it may be, and there", func() bool {
			k := v.get(path)
			if answers++; k.status != http.StatusOK || !strings.Contains(k.body, "</html>") {
				t.Fatalf("%s is %d without the server, after %d answers", path, k.status, answers)
			}
			return k.age > 2
		})
	}
}

func TestAChangedPageStaysWhereTheServerIsLostBeforeTheNewOne(t *testing.T) {
	addr, ops := storetest.FreeAddress(), storetest.FreeAddress()
	s := start(t, settings(t.TempDir(), "VITRINE_OPS_ADDR="+ops, "VITRINE_EDGE=varnish=http://"+addr, "VITRINE_EDGE_TOKEN="+edgeSecret))
	token := s.signIn(boss, bossWord)
	v := s.inFront(addr)
	purged := func() bool { return strings.Contains(s.metrics(ops), "vitrine_edge_keys_waiting 0\n") }
	s.eventually("the start is purged", purged)
	v.keeps("/careers")
	if a := s.ask("PATCH", "/rest/v1/job_listings?id=gt.0", token, map[string]string{"title": "Keeper of the last hour"}); a.status/100 != 2 {
		t.Fatalf("rename: %d %s", a.status, a.body)
	}
	s.eventually("the change is purged", purged)
	s.kill()
	if k := v.get("/careers"); k.status != http.StatusOK || strings.Contains(k.body, "Keeper of the last hour") {
		t.Errorf("what was out of date is %d now", k.status)
	}
}

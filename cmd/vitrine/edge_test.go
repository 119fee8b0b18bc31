package main_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
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

// way is how purges come to an edge. From the moment that it is to lose some it
// closes every connection on which something is sent.
type way struct {
	addr string
	mu   sync.Mutex
	cut  bool
	gone int
}

func wayTo(t *testing.T, edge string) *way {
	t.Helper()
	door, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { door.Close() })
	w := &way{addr: door.Addr().String()}
	go func() {
		for {
			near, err := door.Accept()
			if err != nil {
				return
			}
			go w.carry(near, edge)
		}
	}()
	return w
}

func (w *way) carry(near net.Conn, edge string) {
	defer near.Close()
	far, err := net.Dial("tcp", edge)
	if err != nil {
		return
	}
	defer far.Close()
	go io.Copy(near, far)
	sent := make([]byte, 16<<10)
	for {
		n, err := near.Read(sent)
		if err != nil || w.loses() {
			return
		}
		far.Write(sent[:n])
	}
}

func (w *way) loses() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.cut {
		w.gone++
	}
	return w.cut
}

func (w *way) set(cut bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.cut = cut
}

func (w *way) lost() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.gone
}

func TestASaveIsSeenThroughTheEdgeAndNothingElseIsDropped(t *testing.T) {
	one, other := storetest.FreeAddress(), storetest.FreeAddress()
	ops, way := storetest.FreeAddress(), wayTo(t, one)
	s := start(t, settings(t.TempDir(), "VITRINE_OPS_ADDR="+ops, "VITRINE_EDGE_TOKEN="+edgeSecret, "VITRINE_EDGE=varnish=http://"+way.addr+",varnish=http://"+other))
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
	var took []time.Duration
	for i := range rounds(3, 20) {
		title := fmt.Sprint("Keeper of the edge ", i)
		began := time.Now()
		rename(title)
		for _, v := range edges {
			v.eventually("the new title", func() bool {
				return strings.Contains(v.get(jobs[0]).body, title) && strings.Contains(v.get("/careers").body, title)
			})
		}
		took = append(took, time.Since(began))
		for _, v := range edges {
			for _, path := range []string{"/about", "/contact", jobs[1]} {
				if k := v.get(path); !k.hit {
					t.Errorf("%s was dropped for a job that it does not show", path)
				}
			}
		}
	}
	slices.Sort(took)
	half := took[len(took)/2]
	if soaking() && half > time.Second {
		t.Errorf("half of the saves were seen through the edges after %v only", half)
	}
	figures(t, "%d saves seen through two edges, half within %v, all within %v", len(took), half.Round(time.Millisecond), took[len(took)-1].Round(time.Millisecond))

	t.Run("an edge that hears nothing is told until it does", func(t *testing.T) {
		edges[1].signal(syscall.SIGSTOP)
		rename("Keeper of the silence")
		edges[0].eventually("the other edge is not held up", func() bool { return strings.Contains(edges[0].get(jobs[0]).body, "Keeper of the silence") })
		edges[1].signal(syscall.SIGCONT)
		edges[1].eventually("the purge is sent again", func() bool { return strings.Contains(edges[1].get(jobs[0]).body, "Keeper of the silence") })
	})
	t.Run("a purge that is lost on its way is sent again", func(t *testing.T) {
		way.set(true)
		edges[0].keeps(jobs[0]) // also what the second purge of the one before has dropped
		rename("Keeper of the lost")
		edges[0].eventually("two purges are lost", func() bool { return way.lost() >= 2 })
		if strings.Contains(edges[0].get(jobs[0]).body, "Keeper of the lost") {
			t.Error("a purge that was lost has arrived")
		}
		way.set(false)
		edges[0].eventually("the purge is sent again", func() bool { return strings.Contains(edges[0].get(jobs[0]).body, "Keeper of the lost") })
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

func TestADeletedPictureGoesFromTheEdge(t *testing.T) {
	addr, ops := storetest.FreeAddress(), storetest.FreeAddress()
	s := start(t, settings(t.TempDir(), "VITRINE_OPS_ADDR="+ops, "VITRINE_EDGE=varnish=http://"+addr, "VITRINE_EDGE_TOKEN="+edgeSecret))
	token := s.signIn(boss, bossWord)
	v := s.inFront(addr)
	s.eventually("the start is purged", func() bool { return strings.Contains(s.metrics(ops), "vitrine_edge_keys_waiting 0\n") })
	at := "/storage/v1/object/public/portfolio-logos/"
	for _, name := range []string{"one.png", "other.png"} {
		if status := s.putLogo(name, token, noise(t, 50)); status != http.StatusOK {
			t.Fatalf("upload: %d", status)
		}
		v.keeps(at + name)
	}
	if a := s.ask("DELETE", "/storage/v1/object/portfolio-logos", token, map[string]any{"prefixes": []string{"one.png"}}); a.status != http.StatusOK {
		t.Fatalf("delete: %d %s", a.status, a.body)
	}
	v.eventually("the edge has dropped it", func() bool { return v.get(at+"one.png").status == http.StatusNotFound })
	if k := v.get(at + "other.png"); !k.hit {
		t.Error("another picture was dropped with it")
	}
}

func TestTheEdgeGoesOnWithoutTheServer(t *testing.T) {
	t.Parallel()
	addr := storetest.FreeAddress()
	s := start(t, settings(t.TempDir(), "VITRINE_EDGE=varnish=http://"+addr, "VITRINE_EDGE_TOKEN="+edgeSecret, "VITRINE_EDGE_LIFETIME=1s"))
	v := s.inFront(addr)
	paths := []string{"/", "/careers"}
	for _, path := range paths {
		v.keeps(path)
	}
	s.kill()
	answers, gone := 0, rounds(3, 600)
	pace := time.NewTicker(time.Duration(gone) * time.Millisecond) // others are measured beside it
	defer pace.Stop()
	for youngest := 0; youngest < gone; <-pace.C {
		youngest = gone
		for _, path := range paths {
			k := v.get(path)
			if answers++; k.status != http.StatusOK || !strings.Contains(k.body, "</html>") {
				t.Fatalf("%s is %d without the server, after %d answers", path, k.status, answers)
			}
			youngest = min(youngest, k.age)
		}
	}
	figures(t, "the server gone for %d s: %d pages of a lifetime of 1 s, all 200", gone, answers)
}

func TestEdgesAreToldToGoOnWithoutTheServer(t *testing.T) {
	for file, want := range map[string]map[string]int{
		"varnish.vcl": {"set req.grace = 7d;": 1, "set beresp.grace = 7d;": 2}, "nginx-edge.conf": {"inactive=7d": 1},
	} {
		raw, err := os.ReadFile("../../deploy/" + file)
		if err != nil {
			t.Fatal(err)
		}
		for line, times := range want {
			if got := strings.Count(string(raw), line); got != times {
				t.Errorf("%s has %q %d times, want %d", file, line, got, times)
			}
		}
	}
	s := start(t, settings(t.TempDir(), "VITRINE_EDGE=plain"))
	said := s.ask("GET", "/", "", nil).header.Get("CDN-Cache-Control")
	if _, after, _ := strings.Cut(said, "stale-if-error="); len(after) == 0 {
		t.Errorf("pages say %q", said)
	} else if n, err := strconv.Atoi(after); err != nil || n < 600 {
		t.Errorf("pages say %q", said)
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

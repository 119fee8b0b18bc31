package main_test

import (
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"vitrine/internal/store/storetest"
)

// composition is the site of deploy/compose.yaml, under names of its own so
// that one which runs here stays as it is.
type composition struct {
	*server
	deploy string
}

// TestTheComposedSiteWorks runs the commands of the guide with a real Docker:
// a clone of what is committed is built, started, asked, upgraded under load,
// backed up, restored, and goes on with one instance.
func TestTheComposedSiteWorks(t *testing.T) {
	long(t)
	if out, err := exec.Command("sh", "-c", "docker compose version && docker info").CombinedOutput(); err != nil {
		t.Skipf("no Docker here: %s", out)
	}
	c := compose(t)
	guide, err := os.ReadFile("../../docs/operating.md")
	if err != nil {
		t.Fatal(err)
	}
	var steps []string
	for _, b := range blocks.FindAllStringSubmatch(string(guide), -1) {
		if strings.Contains(b[1], "docker compose") {
			steps = append(steps, b[1])
		}
	}
	if len(steps) != 3 {
		t.Fatalf("the guide has %d steps with Docker", len(steps))
	}
	ask, upgrade, goBack := steps[0], steps[1], steps[2]

	password := regexp.MustCompile(`with the password (\S+)`).FindStringSubmatch(c.sh(c.first()))
	if password == nil {
		t.Fatal("nobody learns the first password")
	}
	token := c.signIn("admin@vitrine.local", password[1])
	c.sendLogo(token, "one.png", picture(t, 1))
	if out := c.sh(ask); strings.Contains(out, "WRONG") || !strings.Contains(out, "storage:7070: wrote, read and removed") {
		t.Errorf("doctor: %s", out)
	}

	c.sh("git -C .. -c user.name=t -c user.email=t@example.com commit -q --allow-empty -m newer")
	before := c.sh("docker compose exec -T vitrine-1 /vitrine version")
	build, replace, _ := strings.Cut(upgrade, "\n")
	c.sh(build)
	v := &visitors{url: c.url, readOnly: true}
	for n := range 4 {
		v.Go(func() { v.walk(n) })
	}
	c.sh(replace)
	c.sh("docker compose kill --signal KILL vitrine-1")
	answered := v.good.Load()
	c.eventually("the other answers alone", func() bool { return v.good.Load()+v.bad.Load() > answered+1000 })
	v.stop.Store(true)
	v.Wait()
	c.sh("docker compose restart balancer")
	c.eventually("nginx starts though one instance is away", func() bool {
		res, err := http.Get(c.url)
		if err == nil {
			res.Body.Close()
		}
		return err == nil && res.StatusCode == 200
	})
	c.sh("docker compose start vitrine-1")
	v.seen.Range(func(what, _ any) bool { t.Error(what); return true })
	if after := c.sh("docker compose exec -T vitrine-1 /vitrine version"); after == before {
		t.Errorf("it still is %s", after)
	}

	made := c.sh("docker compose exec -T vitrine-2 /vitrine backup")
	name := regexp.MustCompile(`vitrine-\d\S+\.zip`).FindString(made)
	elsewhere := strings.NewReplacer("vitrine-20261115T040000Z.zip", name)
	for _, m := range regexp.MustCompile("`([^`]*docker compose cp [^`]*)`").FindAllStringSubmatch(string(guide), -1) {
		c.sh(elsewhere.Replace(m[1]))
	}
	if a := c.ask("DELETE", "/storage/v1/object/portfolio-logos", token, map[string]any{"prefixes": []string{"one.png"}}); a.status != 200 {
		t.Fatalf("%+v", a)
	}
	restored := c.sh(elsewhere.Replace(goBack))
	if !strings.Contains(restored, name) || !strings.Contains(restored, "and 1 uploads; everybody signs in again") {
		t.Errorf("%s\n%s", made, restored)
	}
	c.eventually("the logo is back", func() bool {
		return c.ask("GET", "/storage/v1/object/public/portfolio-logos/one.png", "", nil).status == 200
	})
	figures(t, "%d requests while both instances were replaced and one was killed: %d failed", v.good.Load()+v.bad.Load(), v.bad.Load())
}

// compose prepares the clone; what it starts goes with the test.
func compose(t *testing.T) *composition {
	t.Helper()
	dir := t.TempDir()
	if out, err := exec.Command("git", "clone", "-q", "../..", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	_, port, _ := strings.Cut(storetest.FreeAddress(), ":")
	c := &composition{&server{TB: t, url: "http://localhost:" + port, stderr: &tape{}}, filepath.Join(dir, "deploy")}
	own := strings.NewReplacer("8080:8080", port+":8080", "localhost:8080", "localhost:"+port, "172.30.42.", "172.30.43.", "image: vitrine\n", "image: vitrine-test\n")
	raw, err := os.ReadFile(filepath.Join(c.deploy, "compose.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(c.deploy, "compose.yaml"), []byte(own.Replace(string(raw))), 0o600); err != nil {
		t.Fatal(err)
	}
	// By the name alone: what a run that was killed left behind has no file any more.
	const remove = `cd / && docker compose -p vitrine-test down --volumes --rmi local && docker image prune --force --filter label=com.docker.compose.project=vitrine-test`
	c.sh(remove)
	t.Cleanup(func() {
		if t.Failed() {
			out, _ := c.run("docker compose logs --tail 20")
			t.Log(out)
		}
		c.sh("docker compose down --volumes --rmi local")
		c.sh(remove)
	})
	return c
}

// first are the first lines of deploy/compose.yaml.
func (c *composition) first() string {
	raw, err := os.ReadFile(filepath.Join(c.deploy, "compose.yaml"))
	if err != nil {
		c.Fatal(err)
	}
	var lines strings.Builder
	for _, m := range remarks.FindAllStringSubmatch(string(raw), -1) {
		lines.WriteString(m[1] + "\n")
	}
	return "cd ..\n" + lines.String()
}

func (c *composition) run(script string) (string, error) {
	cmd := exec.Command("bash", "-c", "set -euo pipefail\n"+script)
	cmd.Dir = c.deploy
	cmd.Env = []string{"COMPOSE_PROJECT_NAME=vitrine-test"} // the settings of a site that somebody works on stay out
	for _, v := range os.Environ() {
		if name, _, _ := strings.Cut(v, "="); name == "PATH" || name == "HOME" || strings.HasPrefix(name, "DOCKER_") || strings.HasSuffix(strings.ToUpper(name), "_PROXY") {
			cmd.Env = append(cmd.Env, v)
		}
	}
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// sh runs commands in the folder deploy, as the guide has them.
func (c *composition) sh(script string) string {
	c.Helper()
	out, err := c.run(script)
	if err != nil {
		c.Fatalf("%s\n%v\n%s", script, err, out)
	}
	return out
}

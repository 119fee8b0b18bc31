package main_test

import (
	"bytes"
	"database/sql"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
	"unsafe"
)

// publicPages must be there in every fault that the server lives through.
var publicPages = []string{"/", "/about", "/careers", "/contact", "/sitemap.xml"}

// subscribe writes one row and tells the status.
func (s *server) subscribe(address string) answer {
	s.Helper()
	return s.ask("POST", "/rest/v1/newsletter_subscriptions", "", map[string]string{"email": address})
}

// readsGoOn checks that pages and table reads are answered, and returns how
// many it asked for.
func (s *server) readsGoOn() int {
	s.Helper()
	paths := append([]string{"/rest/v1/hero_content?select=*", "/rest/v1/team_members?select=id&order=id.desc", "/healthz"}, publicPages...)
	for _, path := range paths {
		if a := s.ask("GET", path, "", nil); a.status != 200 {
			s.Errorf("%s is %d in the fault: %s", path, a.status, a.body)
		}
	}
	return len(paths)
}

// refused checks that a write is answered truthfully, with a time to try again.
func refused(t testing.TB, a answer) {
	t.Helper()
	if a.status != http.StatusServiceUnavailable && a.status != http.StatusInsufficientStorage || a.header.Get("Retry-After") == "" {
		t.Errorf("a write in the fault is %d, Retry-After %q: %s", a.status, a.header.Get("Retry-After"), a.body)
	}
	for _, word := range []string{"sqlite", "disk", "/tmp", "errno"} {
		if strings.Contains(strings.ToLower(a.body), word) {
			t.Errorf("the answer tells of the engine: %s", a.body)
		}
	}
}

// flood writes from eight clients until stop is closed, and returns what was
// acknowledged.
func (s *server) flood(round int, stop <-chan struct{}) *load {
	l := &load{url: s.url, round: round, sent: map[string]int{}, acked: map[string]bool{}, until: stop}
	for number := range 8 {
		l.clients.Go(func() { l.send(number) })
	}
	s.eventually("the load is on", func() bool { return l.count() > 50 })
	return l
}

func databaseOf(t testing.TB, dir string) *sql.DB {
	t.Helper()
	return openDB(t, "sqlite", "file:"+filepath.Join(dir, "vitrine.db")+"?mode=ro")
}

// putLogo sends a logo and tells the status.
func (s *server) putLogo(name, token string, content []byte) int {
	s.Helper()
	r, _ := http.NewRequest("POST", s.url+"/storage/v1/object/portfolio-logos/"+name, bytes.NewReader(content))
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header.Set("Content-Type", "image/png")
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		s.Fatal(err)
	}
	res.Body.Close()
	return res.StatusCode
}

func TestAFullDiskStopsWritesUntilThereIsRoom(t *testing.T) {
	long(t)
	asRoot(t)
	t.Parallel()
	dir := mounted(t, "-t", "tmpfs", "-o", "size=24m", "tmpfs")
	s := start(t, settings(dir))
	token := s.signIn(boss, bossWord)
	stop := make(chan struct{})
	l := s.flood(0, stop)
	ballast := filepath.Join(dir, "ballast")
	fill(t, ballast)
	s.eventually("the disk is full for the server too", func() bool {
		return s.subscribe(fmt.Sprintf("full%d@example.com", time.Now().UnixNano())).status != 201
	})
	reads := 0
	var kept []string
	for i, left := 0, 20; left > 0; i++ {
		fill(t, ballast)
		address := fmt.Sprintf("full%d@example.com", i)
		if a := s.subscribe(address); a.status == 201 {
			kept = append(kept, address) // the log had room of its own once more
			continue
		} else {
			refused(t, a)
		}
		left--
		reads += s.readsGoOn()
	}
	if status := s.putLogo("full.png", token, noise(t, 300)); status != 503 && status != 507 {
		t.Errorf("an upload to a full disk is %d", status)
	}
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	s.eventually("writes resume without a restart", func() bool {
		return s.subscribe(fmt.Sprintf("room%d@example.com", time.Now().UnixNano())).status == 201
	})
	if status := s.putLogo("room.png", token, noise(t, 100)); status != 200 {
		t.Errorf("an upload after there is room is %d", status)
	}
	close(stop)
	l.clients.Wait()
	db := databaseOf(t, dir)
	l.check(t, l.stored(t, db))
	for _, address := range kept {
		var n int
		if err := db.QueryRow("SELECT count(*) FROM newsletter_subscriptions WHERE email = ?", address).Scan(&n); err != nil || n != 1 {
			t.Errorf("%s was acknowledged and is there %d times (%v)", address, n, err)
		}
	}
	if code := s.stop(); code != 0 {
		t.Errorf("exit code %d: %s", code, s.stderr)
	}
	figures(t, "%d acknowledged around a full disk, 0 lost; %d pages and reads meanwhile, all 200; writes resumed by themselves", len(l.acked), reads)
}

// fill takes what is left of a disk.
func fill(t testing.TB, path string) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for size := 1 << 20; size >= 1; {
		if n, err := f.Write(make([]byte, size)); err != nil || n < size {
			size /= 16
		}
	}
}

// TestADiskThatFailsEndsWritesAndNothingElse makes every fsync fail, as a dying
// disk does. PostgreSQL taught the world what a second try is worth: nothing
// is promised until a restart has read the file anew.
func TestADiskThatFailsEndsWritesAndNothingElse(t *testing.T) {
	long(t)
	strace := needs(t, "strace")
	dir := t.TempDir()
	s := start(t, settings(dir))
	l := s.flood(0, nil)
	inject := exec.Command(strace, "-f", "-q", "-o", "/dev/null", "-e", "trace=fsync,fdatasync", "-e", "inject=fsync,fdatasync:error=EIO", "-p", fmt.Sprint(s.cmd.Process.Pid))
	if err := inject.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() { inject.Wait(); close(ended) }()
	s.eventually("the disk fails", func() bool {
		select {
		case <-ended:
			t.Skip("strace may not attach to a process here")
		default:
		}
		return s.ask("GET", "/readyz", "", nil).status == 503
	})
	refused(t, s.subscribe("eio@example.com"))
	inject.Process.Signal(os.Interrupt)
	<-ended
	reads := s.readsGoOn()
	refused(t, s.subscribe("healed@example.com"))
	if a := s.ask("GET", "/readyz", "", nil); a.status != 503 {
		t.Errorf("/readyz is %d after a disk error", a.status)
	}
	if log := s.stderr.String(); !strings.Contains(log, "the disk failed; writing stops until a restart") {
		t.Errorf("nobody is told: %s", log)
	}
	s.kill()
	l.clients.Wait()
	s = start(t, settings(dir))
	l.check(t, l.stored(t, databaseOf(t, dir)))
	if a := s.subscribe("again@example.com"); a.status != 201 {
		t.Errorf("a write after the restart is %d %s", a.status, a.body)
	}
	figures(t, "%d acknowledged before fsync failed, 0 lost; %d pages and reads after it, all 200; 0 writes taken until the restart", len(l.acked), reads)
}

// TestADiskThatTurnsReadOnlyEndsWritesAndNothingElse has the kernel give a file
// system up, as it does when its disk goes bad. An fsync that this overtakes may
// end well though its data are gone, which no program can know, so none runs.
func TestADiskThatTurnsReadOnlyEndsWritesAndNothingElse(t *testing.T) {
	long(t)
	asRoot(t)
	t.Parallel()
	dir := ext4(t)
	s := start(t, settings(dir))
	l := s.flood(0, nil)
	s.halt("T")
	must(t, "mount", "-o", "remount,abort", dir)
	s.cmd.Process.Signal(syscall.SIGCONT)
	s.eventually("writes are refused", func() bool { return s.ask("GET", "/readyz", "", nil).status == 503 })
	refused(t, s.subscribe("readonly@example.com"))
	reads := s.readsGoOn()
	s.kill()
	l.clients.Wait()
	remount(t, dir)
	s = start(t, settings(dir))
	l.check(t, l.stored(t, databaseOf(t, dir)))
	if a := s.subscribe("again@example.com"); a.status != 201 {
		t.Errorf("a write on the mended disk is %d %s", a.status, a.body)
	}
	s.kill()
	figures(t, "%d acknowledged before the disk turned read-only, 0 lost; %d pages and reads after it, all 200", len(l.acked), reads)
}

// TestNothingAcknowledgedIsLostInAPowerCut shuts the file system under the
// server down without writing anything that is still in memory, and mounts it
// again: only what was synced is there. A file that nobody synced shows that
// the cut is real.
func TestNothingAcknowledgedIsLostInAPowerCut(t *testing.T) {
	long(t)
	asRoot(t)
	t.Parallel()
	dir := ext4(t)
	env := settings(filepath.Join(dir, "data"))
	const rounds = 20
	acknowledged, vanished := 0, 0
	s := start(t, env)
	for round := range rounds {
		l := s.flood(round, nil)
		s.eventually("there is enough to lose", func() bool { return l.count() > 1000 })
		unsynced := filepath.Join(dir, fmt.Sprint("unsynced", round))
		if err := os.WriteFile(unsynced, make([]byte, 5000), 0o600); err != nil {
			t.Fatal(err)
		}
		s.halt("TD")
		cutPower(t, dir)
		s.kill()
		l.clients.Wait()
		remount(t, dir)
		if info, err := os.Stat(unsynced); err != nil || info.Size() == 0 {
			vanished++
		}
		s = start(t, env)
		db := openDB(t, "sqlite", "file:"+filepath.Join(dir, "data", "vitrine.db")+"?mode=ro")
		l.check(t, l.stored(t, db))
		var verdict string
		if err := db.QueryRow("PRAGMA integrity_check").Scan(&verdict); err != nil || verdict != "ok" {
			t.Fatalf("round %d: the database is damaged: %s %v", round, verdict, err)
		}
		db.Close()
		acknowledged += len(l.acked)
	}
	s.kill()
	if vanished == 0 {
		t.Error("files that were not synced survived every cut: the cuts prove nothing")
	}
	figures(t, "%d power cuts, %d acknowledged writes, 0 lost, 0 damaged files; of %d unsynced files %d were lost, so the cuts are real", rounds, acknowledged, rounds, vanished)
}

// ext4 is a folder on a file system that can be cut off.
func ext4(t testing.TB) string {
	t.Helper()
	image := filepath.Join(t.TempDir(), "disk")
	must(t, "truncate", "-s", "512M", image)
	must(t, needs(t, "mkfs.ext4"), "-q", "-F", image)
	dir := mounted(t, "-o", "loop,errors=remount-ro", image)
	disks.Store(dir, image)
	return dir
}

// disks are the images behind the folders that ext4 made.
var disks sync.Map

// remount takes a file system away and brings it back as after a reboot.
func remount(t testing.TB, dir string) {
	t.Helper()
	image, _ := disks.Load(dir)
	must(t, "umount", dir)
	must(t, "mount", "-o", "loop,errors=remount-ro", image.(string), dir)
}

// halt stops the processor under the server, as a power cut does. A thread may be
// stopped (T) or wait for the disk inside the kernel (D) and stop when it returns.
func (s *server) halt(states string) {
	s.Helper()
	s.cmd.Process.Signal(syscall.SIGSTOP)
	s.eventually("every thread has halted", func() bool {
		threads, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/stat", s.cmd.Process.Pid))
		if err != nil || len(threads) == 0 {
			s.Fatalf("no threads: %v", err)
		}
		for _, thread := range threads {
			stat, err := os.ReadFile(thread)
			if err != nil {
				return false
			}
			if state := stat[bytes.LastIndexByte(stat, ')')+2]; strings.IndexByte(states, state) < 0 {
				return false
			}
		}
		return true
	})
}

// cutPower ends a file system at once; its journal is not written either.
func cutPower(t testing.TB, dir string) {
	t.Helper()
	f, err := os.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	const shutdown = 0x8004587d // EXT4_IOC_SHUTDOWN
	withoutLog := uint32(2)     // EXT4_GOING_FLAGS_NOLOGFLUSH
	if _, _, errno := syscall.Syscall(syscall.SYS_IOCTL, f.Fd(), shutdown, uintptr(unsafe.Pointer(&withoutLog))); errno != 0 {
		t.Skipf("this kernel cannot shut a file system down: %v", errno)
	}
}

func TestALockedDatabaseHoldsWritersForAWhileAndReadersNot(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := start(t, settings(dir))
	other := openDB(t, "sqlite", "file:"+filepath.Join(dir, "vitrine.db")+"?_txlock=immediate&_pragma=busy_timeout(10000)")
	hold, err := other.Begin()
	if err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	asked := make(chan answer, 1)
	go func() { asked <- s.subscribe("locked@example.com") }()
	reads := 0
	for len(asked) == 0 {
		reads += s.readsGoOn()
	}
	refused(t, <-asked)
	waited := time.Since(began)
	if err := hold.Rollback(); err != nil {
		t.Fatal(err)
	}
	if a := s.subscribe("free@example.com"); a.status != 201 {
		t.Errorf("a write after the lock is %d %s", a.status, a.body)
	}
	figures(t, "a write waited %.1f s for the lock and was refused; %d pages and reads meanwhile, all 200; the next write was taken", waited.Seconds(), reads)
}

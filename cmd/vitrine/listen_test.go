package main_test

import (
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// listening is a socket that outlives the servers that inherit it.
func listening(t testing.TB) (address string, socket *os.File) {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ln.Close() })
	if socket, err = ln.(*net.TCPListener).File(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { socket.Close() })
	return ln.Addr().String(), socket
}

// activated starts a server on a socket that it inherits, as systemd does it.
func activated(t testing.TB, socket *os.File, env []string) *server {
	t.Helper()
	c := exec.Command("sh", "-c", `LISTEN_FDS=1 LISTEN_PID=$$ exec "$0" serve`, binary)
	c.Env, c.ExtraFiles = env, []*os.File{socket}
	return launched(t, c)
}

func TestARestartUnderSystemdResetsNoConnection(t *testing.T) {
	address, socket := listening(t)
	notices, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: filepath.Join(t.TempDir(), "notify"), Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	defer notices.Close()
	env := append(settings(t.TempDir(), "VITRINE_ADDR=127.0.0.1:1"), "PATH="+os.Getenv("PATH"), "NOTIFY_SOCKET="+notices.LocalAddr().String())
	first := activated(t, socket, env)
	heard := make([]byte, 64)
	notices.SetReadDeadline(time.Now().Add(patience))
	if n, err := notices.Read(heard); err != nil || string(heard[:n]) != "READY=1" {
		t.Fatalf("systemd hears %q, %v\n%s", heard[:n], err, first.stderr)
	}
	var stop atomic.Bool
	var good, bad atomic.Int64
	var visitors sync.WaitGroup
	for range 8 {
		visitors.Go(func() {
			client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}, Timeout: patience}
			for !stop.Load() {
				res, err := client.Get("http://" + address + "/healthz")
				if err != nil || res.StatusCode != 200 {
					bad.Add(1)
					t.Logf("%v", err)
				} else {
					good.Add(1)
				}
				if err == nil {
					res.Body.Close()
				}
			}
		})
	}
	first.eventually("requests are answered", func() bool { return good.Load() >= 50 })
	if code := first.stop(); code != 0 {
		t.Errorf("exit code %d", code)
	}
	before := good.Load()
	activated(t, socket, env)
	for end := time.Now().Add(patience); good.Load() < before+50 && time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
	}
	stop.Store(true)
	visitors.Wait()
	if bad.Load() > 0 || good.Load() < before+50 {
		t.Errorf("%d requests failed over the restart, %d did not", bad.Load(), good.Load())
	}
}

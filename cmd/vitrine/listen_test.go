package main_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"vitrine/internal/store/storetest"
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

// authority is a real ACME server that believes every claim to a domain.
type authority struct {
	directory string
	trust     string // file with the certificate of its own door
	roots     *x509.CertPool
}

func startAuthority(t *testing.T) authority {
	t.Helper()
	dir, addr, manage := t.TempDir(), freeAddress(t), freeAddress(t)
	cert, key := selfSigned(t, dir)
	config, _ := json.Marshal(map[string]any{"pebble": map[string]any{
		"listenAddress": addr, "managementListenAddress": manage, "certificate": cert, "privateKey": key, "httpPort": 5002, "tlsPort": 5001,
	}})
	if err := os.WriteFile(filepath.Join(dir, "pebble.json"), config, 0o600); err != nil {
		t.Fatal(err)
	}
	path, err := exec.Command("../../scripts/tool", "pebble").Output()
	if err != nil {
		t.Fatalf("scripts/tool: %v", err)
	}
	run := exec.Command(strings.TrimSpace(string(path)), "-config", filepath.Join(dir, "pebble.json"))
	run.Env = append(os.Environ(), "PEBBLE_VA_ALWAYS_VALID=1", "PEBBLE_VA_NOSLEEP=1", "PEBBLE_WFE_NONCEREJECT=0")
	run.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := run.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		run.Process.Kill()
		run.Wait()
	})
	a := authority{directory: "https://" + addr + "/dir", trust: cert, roots: x509.NewCertPool()}
	pool := x509.NewCertPool()
	own, _ := os.ReadFile(cert)
	pool.AppendCertsFromPEM(own)
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool}}}
	for end := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		res, err := client.Get("https://" + manage + "/roots/0")
		if err == nil {
			root, _ := io.ReadAll(res.Body)
			res.Body.Close()
			if a.roots.AppendCertsFromPEM(root) {
				return a
			}
		}
		if time.Now().After(end) {
			t.Fatalf("the authority does not answer: %v", err)
		}
	}
}

func selfSigned(t *testing.T, dir string) (certFile, keyFile string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	about := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "authority"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, about, about, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := x509.MarshalECPrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	certFile, keyFile = filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	for path, block := range map[string]*pem.Block{certFile: {Type: "CERTIFICATE", Bytes: der}, keyFile: {Type: "EC PRIVATE KEY", Bytes: raw}} {
		if err := os.WriteFile(path, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return certFile, keyFile
}

func TestTheSiteGetsItsOwnCertificate(t *testing.T) {
	a := startAuthority(t)
	database := storetest.PostgresURL(t)
	var serials []string
	for range 2 {
		addr, plain := freeAddress(t), freeAddress(t)
		s := launch(t, []string{
			"VITRINE_DATA=" + t.TempDir(), "VITRINE_DATABASE_URL=" + database, "VITRINE_ADDR=" + addr, "VITRINE_HTTP_ADDR=" + plain, "VITRINE_OPS_ADDR=",
			"VITRINE_TLS_DOMAIN=studio.example", "VITRINE_ACME_URL=" + a.directory, "SSL_CERT_FILE=" + a.trust,
		})
		client := &http.Client{Timeout: 30 * time.Second, Transport: &http.Transport{ForceAttemptHTTP2: true, TLSClientConfig: &tls.Config{RootCAs: a.roots, ServerName: "studio.example"}},
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
		s.eventually("the server opens", func() bool { return strings.Contains(s.stdout.String(), "https://"+addr) })
		res, err := client.Get("https://" + addr + "/healthz")
		if err != nil {
			t.Fatalf("%v\n%s", err, s.stderr)
		}
		res.Body.Close()
		if res.StatusCode != 200 || res.ProtoMajor != 2 || res.Header.Get("Strict-Transport-Security") == "" {
			t.Errorf("%s %d", res.Proto, res.StatusCode)
		}
		serials = append(serials, fmt.Sprint(res.TLS.PeerCertificates[0].SerialNumber))
		to, err := client.Get("http://" + plain + "/careers?x=1")
		if err != nil {
			t.Fatal(err)
		}
		to.Body.Close()
		if to.StatusCode != 301 || to.Header.Get("Location") != "https://studio.example/careers?x=1" {
			t.Errorf("plain http leads to %d %s", to.StatusCode, to.Header.Get("Location"))
		}
		if _, err := tls.Dial("tcp", addr, &tls.Config{ServerName: "other.example", InsecureSkipVerify: true}); err == nil {
			t.Error("there is a certificate for somebody else's domain")
		}
		if code := s.stop(); code != 0 {
			t.Errorf("exit code %d", code)
		}
	}
	if serials[0] != serials[1] {
		t.Error("the second instance asked for a certificate of its own")
	}
}

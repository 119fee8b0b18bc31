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
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/net/dns/dnsmessage"

	"vitrine/internal/store/storetest"
)

// authority is a real ACME server. It asks for proof at the address that
// startNames gives every domain.
type authority struct {
	directory string
	trust     string // file with the certificate of its own door
	roots     *x509.CertPool
}

func startAuthority(t *testing.T, proofAt string) authority {
	t.Helper()
	_, port, _ := net.SplitHostPort(proofAt)
	tlsPort, _ := strconv.Atoi(port)
	dir, addr, manage := t.TempDir(), storetest.FreeAddress(), storetest.FreeAddress()
	cert, key := selfSigned(t, dir)
	config, _ := json.Marshal(map[string]any{"pebble": map[string]any{
		"listenAddress": addr, "managementListenAddress": manage, "certificate": cert, "privateKey": key, "tlsPort": tlsPort,
	}})
	if err := os.WriteFile(filepath.Join(dir, "pebble.json"), config, 0o600); err != nil {
		t.Fatal(err)
	}
	path, err := exec.Command("../../scripts/tool", "pebble").Output()
	if err != nil {
		t.Fatalf("scripts/tool: %v", err)
	}
	run := exec.Command(strings.TrimSpace(string(path)), "-config", filepath.Join(dir, "pebble.json"), "-dnsserver", startNames(t))
	run.Env = append(os.Environ(), "PEBBLE_VA_NOSLEEP=1", "PEBBLE_WFE_NONCEREJECT=0")
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

// startNames is a name server for which every name is this machine.
func startNames(t *testing.T) string {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ln.Close() })
	go func() {
		for {
			conn, err := ln.Accept()
			if err != nil {
				return
			}
			go answerNames(conn)
		}
	}()
	return ln.Addr().String()
}

func answerNames(conn net.Conn) {
	defer conn.Close()
	for {
		var size [2]byte
		if _, err := io.ReadFull(conn, size[:]); err != nil {
			return
		}
		raw := make([]byte, int(size[0])<<8|int(size[1]))
		var m dnsmessage.Message
		if _, err := io.ReadFull(conn, raw); err != nil || m.Unpack(raw) != nil || len(m.Questions) != 1 {
			return
		}
		m.Response, m.Additionals = true, nil
		if q := m.Questions[0]; q.Type == dnsmessage.TypeA {
			m.Answers = []dnsmessage.Resource{{Header: dnsmessage.ResourceHeader{Name: q.Name, Class: q.Class, TTL: 1}, Body: &dnsmessage.AResource{A: [4]byte{127, 0, 0, 1}}}}
		}
		answer, err := m.Pack()
		if err != nil {
			return
		}
		conn.Write(append([]byte{byte(len(answer) >> 8), byte(len(answer))}, answer...))
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
	addr := storetest.FreeAddress()
	a := startAuthority(t, addr)
	database := storetest.PostgresURL(t)
	var serials []string
	for range 2 {
		plain := storetest.FreeAddress()
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

func TestACertificateThatDoesNotComeIsSaid(t *testing.T) {
	addr, plain := storetest.FreeAddress(), storetest.FreeAddress()
	s := launch(t, []string{
		"VITRINE_DATA=" + t.TempDir(), "VITRINE_ADDR=" + addr, "VITRINE_HTTP_ADDR=" + plain, "VITRINE_OPS_ADDR=",
		"VITRINE_TLS_DOMAIN=studio.example", "VITRINE_ACME_URL=https://" + storetest.FreeAddress() + "/dir",
	})
	s.eventually("the server opens", func() bool { return strings.Contains(s.stdout.String(), "https://"+addr) })
	if r := run(t, []string{"VITRINE_ADDR=" + addr, "VITRINE_HTTP_ADDR=" + plain, "VITRINE_TLS_DOMAIN=studio.example"}, "", "health"); r.code != 0 || strings.Contains(s.stderr.String(), "no certificate") {
		t.Errorf("its health: %+v\n%s", r, s.stderr)
	}
	for _, domain := range []string{"other.example", "studio.example", "studio.example"} {
		if _, err := tls.Dial("tcp", addr, &tls.Config{ServerName: domain, InsecureSkipVerify: true}); err == nil {
			t.Error("there is a certificate from nobody")
		}
	}
	s.eventually("the log says so", func() bool { return strings.Contains(s.stderr.String(), "no certificate") })
	if log := s.stderr.String(); strings.Count(log, "no certificate") != 1 || !strings.Contains(log, "domain=studio.example") {
		t.Error(log)
	}
}

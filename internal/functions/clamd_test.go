package functions

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"io"
	"net"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"vitrine/internal/schema"
)

// clamd speaks the protocol of the real one, and finds the word EICAR.
type clamd struct {
	address string
	mode    atomic.Value // "", "silent", "away" or "small"
}

func startClamd(t *testing.T, network, address string) *clamd {
	t.Helper()
	c := &clamd{}
	c.mode.Store("")
	ln, err := net.Listen(network, address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ln.Close() })
	c.address = ln.Addr().String()
	if network == "unix" {
		c.address = "unix:" + address
	}
	go func() {
		for {
			conn, err := ln.Accept()
			if err != nil {
				return
			}
			go c.serve(conn)
		}
	}()
	return c
}

func (c *clamd) serve(conn net.Conn) {
	defer conn.Close()
	in := bufio.NewReader(conn)
	if word, err := in.ReadString(0); err != nil || word != "zINSTREAM\x00" {
		io.WriteString(conn, "UNKNOWN COMMAND\x00")
		return
	}
	if c.mode.Load() == "away" {
		return
	}
	var file bytes.Buffer
	for {
		var size uint32
		if err := binary.Read(in, binary.BigEndian, &size); err != nil {
			return
		}
		if size == 0 {
			break
		}
		if c.mode.Load() == "small" {
			io.WriteString(conn, "INSTREAM size limit exceeded. ERROR\x00")
			return
		}
		if _, err := io.CopyN(&file, in, int64(size)); err != nil {
			return
		}
	}
	switch {
	case c.mode.Load() == "silent":
		io.Copy(io.Discard, conn)
	case bytes.Contains(file.Bytes(), []byte("ODD")):
		io.WriteString(conn, "stream: Can't allocate memory ERROR\x00")
	case bytes.Contains(file.Bytes(), []byte("EICAR")):
		io.WriteString(conn, "stream: Win.Test.EICAR_HDB-1 FOUND\x00")
	default:
		io.WriteString(conn, "stream: OK\x00")
	}
}

func TestClamdIsAskedAsItsProtocolHasIt(t *testing.T) {
	for _, c := range []*clamd{startClamd(t, "tcp", "127.0.0.1:0"), startClamd(t, "unix", filepath.Join(t.TempDir(), "clamd.sock"))} {
		long := strings.Repeat("x", 3*chunkSize+7)
		for text, want := range map[string]string{"": "", "plain": "", long: "", long + "EICAR": "Win.Test.EICAR_HDB-1"} {
			if found, err := Clamd(c.address).Scan(t.Context(), strings.NewReader(text)); err != nil || found != want {
				t.Errorf("%d bytes: %q, %v", len(text), found, err)
			}
		}
		for _, mode := range []string{"away", "small", "silent"} {
			c.mode.Store(mode)
			ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
			if _, err := Clamd(c.address).Scan(ctx, strings.NewReader(long)); err == nil {
				t.Errorf("%s is taken for clean", mode)
			}
			cancel()
		}
	}
	if _, err := Clamd("unix:/nowhere/clamd.sock").Scan(t.Context(), strings.NewReader("x")); err == nil {
		t.Error("no scanner is taken for clean")
	}
}

func TestACVIsHeldBackUntilItIsScanned(t *testing.T) {
	eachJobs(t, func(t *testing.T, x *jobs) {
		scans := func() (out string) {
			for _, row := range x.applications() {
				out += row.Text("scan") + " " + row.Text("scan_note") + ", "
			}
			return out
		}
		c := startClamd(t, "tcp", "127.0.0.1:0")
		x.fn.scanner = Clamd(c.address)
		x.want(x.apply(x.form("email", "clean@example.org")), 200)
		x.want(x.apply(x.form("email", "bad@example.org", "cv", string(cv[:9])+"EICAR\n%%EOF")), 200)
		c.mode.Store("away")
		x.want(x.apply(x.form("email", "later@example.org")), 200)
		x.want(x.apply(x.form("email", "badlater@example.org", "cv", string(cv[:9])+"EICAR later\n%%EOF")), 200)
		x.want(x.apply(x.form("email", "none@example.org", "cv", "")), 200)
		const found = "held Win.Test.EICAR_HDB-1, "
		if got := scans(); got != "clean , "+found+"held , held , none , " {
			t.Errorf("at first: %s", got)
		}
		if err := x.fn.ScanHeld(t.Context()); err == nil {
			t.Error("nobody hears that the scanner is away")
		}
		c.mode.Store("")
		if err := x.fn.ScanHeld(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := scans(); got != "clean , "+found+"clean , "+found+"none , " {
			t.Errorf("later: %s", got)
		}
		if schema.ScanHeld != "held" {
			t.Error("clients know it by this word")
		}
	})
}

func TestACVThatCannotBeScannedKeepsNoOtherWaiting(t *testing.T) {
	eachJobs(t, func(t *testing.T, x *jobs) {
		c := startClamd(t, "tcp", "127.0.0.1:0")
		x.fn.scanner = Clamd(c.address)
		c.mode.Store("away")
		for _, text := range []string{"ODD", "plain", "ODD again", "plain too"} {
			x.want(x.apply(x.form("cv", string(cv[:9])+text+"\n%%EOF")), 200)
		}
		c.mode.Store("")
		for range 2 { // it is tried again, and told again
			if err := x.fn.ScanHeld(t.Context()); err == nil || !strings.Contains(err.Error(), "2 could not be scanned") || !strings.Contains(err.Error(), "allocate") {
				t.Errorf("it says %v", err)
			}
		}
		for i, want := range []string{schema.ScanHeld, schema.ScanClean, schema.ScanHeld, schema.ScanClean} {
			if row := x.applications()[i]; row.Text("scan") != want || row.Text("scan_note") != "" {
				t.Errorf("CV %d: %s %s", i, row.Text("scan"), row.Text("scan_note"))
			}
		}
		x.fn.scanner = Clamd("unix:/nowhere/clamd.sock")
		if err := x.fn.ScanHeld(t.Context()); err == nil || !strings.Contains(err.Error(), "1 could not be scanned") {
			t.Errorf("without a scanner: %v", err)
		}
	})
}

package storage

import (
	"bytes"
	"io"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"testing"
	"time"

	"vitrine/internal/storage/s3test"
)

// stopping is the address of a server with something between that passes so
// many bytes on each way of a connection and then no more, nor ends it.
func stopping(t *testing.T, address string, up, down int64) string {
	t.Helper()
	at, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ln.Close() })
	server := at.Host
	go func() {
		for {
			here, err := ln.Accept()
			if err != nil {
				return
			}
			there, err := net.Dial("tcp", server)
			if err != nil {
				here.Close()
				return
			}
			t.Cleanup(func() { here.Close(); there.Close() })
			go io.CopyN(there, here, up)
			go io.CopyN(here, there, down)
		}
	}()
	at.Host = ln.Addr().String()
	return at.String()
}

func TestATransferThatStopsIsGivenUp(t *testing.T) {
	address := s3test.Start(t).URL("kept")
	v := vaultAt(t, address)
	path := filepath.Join(t.TempDir(), "large")
	if err := os.WriteFile(path, bytes.Repeat([]byte("0123456789abcdef"), 20<<16), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := v.Keep(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	const enough, little = 1 << 40, 1 << 20
	for what, c := range map[string]struct {
		up, down int64
		transfer func(*Vault) error
	}{
		"to the bucket":   {little, enough, func(v *Vault) error { return v.Keep(t.Context(), path) }},
		"from the bucket": {enough, little, func(v *Vault) error { return v.Fetch(t.Context(), "large", filepath.Join(t.TempDir(), "back")) }},
	} {
		t.Run(what, func(t *testing.T) {
			v, err := openVault(t.Context(), stopping(t, address, c.up, c.down), 300*time.Millisecond)
			if err != nil {
				t.Fatal(err)
			}
			ended := make(chan error, 1)
			go func() { ended <- c.transfer(v) }()
			select {
			case err := <-ended:
				if err == nil || !unreachable(err) {
					t.Errorf("it ends with %v", err)
				}
			case <-time.After(30 * time.Second):
				t.Error("it goes on for ever")
			}
		})
	}
}

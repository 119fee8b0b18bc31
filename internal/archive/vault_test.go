package archive

import (
	"bytes"
	"io"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"vitrine/internal/s3"
	"vitrine/internal/s3/s3test"
	"vitrine/internal/store/storetest"
)

func vaultAt(t testing.TB, address string) *BucketVault {
	t.Helper()
	v, err := OpenVault(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestSitesShareABucketForBackupsByFolders(t *testing.T) {
	server := s3test.Start(t)
	vaults := map[string]*BucketVault{"": vaultAt(t, server.URL("kept")), "one": vaultAt(t, server.URL("kept/one")), "two": vaultAt(t, server.URL("kept/sites/two"))}
	for name, v := range vaults {
		path := filepath.Join(t.TempDir(), "of "+name)
		if err := os.WriteFile(path, []byte(name), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := v.Keep(t.Context(), path); err != nil {
			t.Fatal(err)
		}
	}
	if err := vaults["one"].Remove(t.Context(), "of two"); err != nil {
		t.Fatal(err)
	}
	for name, v := range vaults {
		if names, err := v.Names(t.Context()); err != nil || !slices.Equal(names, []string{"of " + name}) {
			t.Errorf("%q sees %q (%v)", name, names, err)
		}
		if err := v.Fetch(t.Context(), "of "+name, filepath.Join(t.TempDir(), "back")); err != nil {
			t.Error(err)
		}
	}
	for _, folder := range []string{"a//b", "../b", "a/./b"} {
		if err := Backups.Check(server.URL("kept/" + folder)); err == nil || strings.Contains(err.Error(), "s3cret") {
			t.Errorf("%s: %v", folder, err)
		}
	}
}

func TestABucketThatCouldNotBeMadeAtTheStartIsMadeLater(t *testing.T) {
	server := s3test.Start(t)
	server.Stop()
	vault := vaultAt(t, server.URL("kept"))
	server.Start()
	path := filepath.Join(t.TempDir(), "a")
	if err := os.WriteFile(path, []byte("a"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := vault.Keep(t.Context(), path); err != nil {
		t.Error(err)
	}
}

func TestAVaultOutlivesItsKey(t *testing.T) {
	server := s3test.Start(t)
	v, err := OpenVault(t.Context(), strings.Replace(server.URL("kept"), ":s3cret", ":expired", 1))
	if v == nil || err == nil || strings.Contains(err.Error(), "expired") {
		t.Fatalf("%v %v", v, err)
	}
	if _, err := v.Names(t.Context()); err == nil {
		t.Error("it opens without its key")
	}
	if v, err := OpenVault(t.Context(), "s3://nothing"); v != nil || err == nil {
		t.Errorf("%v %v", v, err)
	}
}

// TestALargeBackupArrivesWhole is one of two parts, and then one that the
// bucket does not have as it was sent.
func TestALargeBackupArrivesWhole(t *testing.T) {
	v := vaultAt(t, s3test.Start(t).URL("kept"))
	path, back := filepath.Join(t.TempDir(), "large"), filepath.Join(t.TempDir(), "back")
	content := bytes.Repeat([]byte("0123456789abcdef"), 20<<16)
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := v.Keep(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	if err := v.Fetch(t.Context(), "large", back); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(back); err != nil || !bytes.Equal(got, content) {
		t.Errorf("%d of %d bytes came back (%v)", len(got), len(content), err)
	}
	for size, etag := range map[int64]string{20 << 20: "other", 7: ""} {
		if err := v.check(t.Context(), v.bucket.Folder+"large", size, etag); err == nil || !strings.Contains(err.Error(), "arrived") {
			t.Errorf("%d bytes of %q: %v", size, etag, err)
		}
	}
	if err := v.check(t.Context(), v.bucket.Folder+"gone", 1, ""); err == nil {
		t.Error("what is not there is kept")
	}
}

// stopping is the address of a server with something between that passes so
// many bytes on each way of a connection and then no more, nor ends it.
func stopping(t *testing.T, address string, up, down int64) string {
	t.Helper()
	return storetest.Between(t, address, func(here, there net.Conn) {
		go io.CopyN(there, here, up)
		go io.CopyN(here, there, down)
		<-t.Context().Done()
	})
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
		transfer func(*BucketVault) error
	}{
		"to the bucket":   {little, enough, func(v *BucketVault) error { return v.Keep(t.Context(), path) }},
		"from the bucket": {enough, little, func(v *BucketVault) error { return v.Fetch(t.Context(), "large", filepath.Join(t.TempDir(), "back")) }},
	} {
		t.Run(what, func(t *testing.T) {
			impatient := Backups
			impatient.Stall = 300 * time.Millisecond
			bucket, err := impatient.Open(t.Context(), stopping(t, address, c.up, c.down))
			if err != nil {
				t.Fatal(err)
			}
			ended := make(chan error, 1)
			go func() { ended <- c.transfer(&BucketVault{bucket}) }()
			select {
			case err := <-ended:
				if err == nil || !s3.Unreachable(err) {
					t.Errorf("it ends with %v", err)
				}
			case <-time.After(storetest.Busy(30 * time.Second)):
				t.Error("it goes on for ever")
			}
		})
	}
}

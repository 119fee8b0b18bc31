package storage

import (
	"bytes"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/minio/minio-go/v7"

	"vitrine/internal/s3/s3test"
	"vitrine/internal/store/storetest"
)

func TestABadStorageAddressIsSaidWithoutItsSecret(t *testing.T) {
	for address, want := range map[string]string{
		"https://k:hidden@h/logos":                "no s3:// address",
		"s3://k:hid%zzden@h/logos":                "no s3:// address",
		"s3://h:9000/logos":                       "no key and secret",
		"s3://k@h:9000/logos":                     "no key and secret",
		"s3://k:hidden@/logos":                    "no host",
		"s3://k:hidden@h:9000":                    "no valid bucket",
		"s3://k:hidden@h:9000/a/b":                "no valid bucket",
		"s3://k:hidden@h:9000/logos?insecure=1":   "an option",
		"s3://k:hidden@h:9000/logos?acl=public":   "an option",
		"s3://k:hidden@h:9000/logos?region=a&x=1": "an option",
	} {
		_, err := OpenS3(t.Context(), address)
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "hidden") || strings.Contains(err.Error(), "den@") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", address, err)
		}
	}
}

func TestAWrongSecretStopsTheStart(t *testing.T) {
	server := s3test.Start(t)
	_, err := OpenS3(t.Context(), strings.Replace(server.URL("logos"), ":s3cret", ":other", 1))
	if err == nil || strings.Contains(err.Error(), "other") {
		t.Errorf("a wrong secret: %v", err)
	}
}

func TestABucketThatCouldNotBeMadeAtTheStartIsMadeLater(t *testing.T) {
	server := s3test.Start(t)
	server.Stop()
	disk, err := OpenS3(t.Context(), server.URL("logos"))
	if err != nil {
		t.Fatal(err)
	}
	server.Start()
	if err := disk.Put(t.Context(), "a", logo); err != nil {
		t.Error(err)
	}
}

func TestAnotherRegionIsSaid(t *testing.T) {
	elsewhere := strings.Replace(s3test.Start(t).URL("logos"), "region=us-east-1", "region=eu-1", 1)
	_, err := OpenS3(t.Context(), elsewhere)
	_, asked := Uploads.Missing(t.Context(), elsewhere)
	for _, err := range []error{err, asked} {
		if err == nil || !strings.Contains(err.Error(), "us-east-1") {
			t.Errorf("it does not say which region it is in: %v", err)
		}
	}
}

func TestABucketHoldsItsObjectsAndLeavesTheRestAlone(t *testing.T) {
	server := s3test.Start(t)
	d, err := OpenS3(t.Context(), server.URL("logos"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := OpenS3(t.Context(), server.URL("logos")); err != nil {
		t.Errorf("the second instance: %v", err)
	}
	content := bytes.Repeat([]byte("0123456789"), 300_000)
	if err := d.Put(t.Context(), "big", content); err != nil {
		t.Fatal(err)
	}
	if _, err := d.bucket.PutObject(t.Context(), d.bucket.Name, "backups/old", strings.NewReader("x"), 1, "", "", putNothing); err != nil {
		t.Fatal(err)
	}
	var found []string
	d.Each(t.Context(), func(file string, at time.Time) error {
		if time.Since(at).Abs() > time.Minute {
			t.Errorf("%s was written at %v", file, at)
		}
		found = append(found, file)
		return nil
	})
	if len(found) != 1 || found[0] != "big" {
		t.Errorf("the sweep would look at %v", found)
	}
	f, err := d.Open(t.Context(), "big")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if size, _ := f.Seek(0, io.SeekEnd); size != int64(len(content)) {
		t.Errorf("size %d", size)
	}
	for _, from := range []int64{2_999_995, 0, 1_234_567} {
		f.Seek(from, io.SeekStart)
		got, err := io.ReadAll(f)
		if err != nil || !bytes.Equal(got, content[from:]) {
			t.Errorf("from %d: %d bytes, %v", from, len(got), err)
		}
	}
	if err := d.Remove(t.Context(), "never"); err != nil {
		t.Errorf("removing what is gone: %v", err)
	}
}

func TestWhenS3IsDownUploadsFailSoonAndWorkAgainByThemselves(t *testing.T) {
	server := s3test.Start(t)
	x := inBucket(t, server)
	x.put("a.png", logo)
	server.Stop()
	began := time.Now()
	a := x.put("b.png", logo)
	if took := time.Since(began); took > storetest.Busy(10*time.Second) {
		t.Errorf("the upload took %v to fail", took)
	}
	x.wantError(a, 503, "SlowDown")
	x.wantError(x.public("a.png"), 503, "SlowDown")
	if bytes.Contains(a.body, []byte(server.Secret())) || bytes.Contains(a.body, []byte("127.0.0.1")) {
		t.Errorf("the cause is shown: %s", a.body)
	}
	if _, err := OpenS3(t.Context(), server.URL("logos")); err != nil {
		t.Errorf("an instance does not start while S3 is away: %v", err)
	}
	server.Start()
	if a := x.put("b.png", logo); a.StatusCode != 200 {
		t.Errorf("after S3 came back: %d %s", a.StatusCode, a.body)
	}
	if !bytes.Equal(x.public("a.png").body, logo) || !bytes.Equal(x.public("b.png").body, logo) {
		t.Error("an upload is not there")
	}
}

func TestAnS3ServerThatDoesNotAnswerIsGivenUpWithinTenSeconds(t *testing.T) {
	disk, err := OpenS3(t.Context(), "s3://k:s@"+silent(t)+"/logos?insecure=true")
	if err != nil {
		t.Fatal(err)
	}
	x := open(t, storetest.SQLite(t), func(o *Options) { o.Disk = disk })
	began := time.Now()
	x.wantError(x.put("a.png", logo), 503, "SlowDown")
	if took := time.Since(began); took > storetest.Busy(10*time.Second) {
		t.Errorf("the upload took %v to fail", took)
	}
}

var putNothing minio.PutObjectOptions

// silent accepts connections and says nothing.
func silent(t *testing.T) string {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ln.Close() })
	return ln.Addr().String()
}

package s3

import (
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"path"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
	"github.com/minio/minio-go/v7/pkg/s3utils"
)

// Setting is a knob that names a bucket, and how that bucket is used.
type Setting struct {
	Name    string        // of the knob, for errors
	Folder  string        // of the bucket that is ours; ends with a slash
	Shared  bool          // the address may name a folder for ours: bucket/folder
	Without string        // what does not work while the server cannot be reached
	Answer  time.Duration // how long an answer may take to begin
	Stall   time.Duration // how long nothing may move in a transfer
}

// Check refuses an address that cannot be right, without connecting to it; an
// empty one and the path of a folder are fine.
func (s Setting) Check(address string) error {
	if !strings.HasPrefix(address, "s3://") {
		return nil
	}
	_, err := s.connect(address)
	return err
}

// connect reads the address and calls nobody yet. Its errors do not repeat the
// address: it holds a secret.
func (s Setting) connect(address string) (*Bucket, error) {
	wrong := func(why string) (*Bucket, error) {
		return nil, errors.New(s.Name + " " + why + "; it is like s3://key:secret@host:port/bucket?region=eu-1&insecure=true, with / + @ : in the secret percent-encoded")
	}
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "s3" {
		return wrong("is no s3:// address")
	}
	secret, _ := u.User.Password()
	if u.User.Username() == "" || secret == "" {
		return wrong("has no key and secret")
	}
	if u.Hostname() == "" {
		return wrong("has no host")
	}
	bucket, prefix, below := strings.Cut(strings.Trim(u.Path, "/"), "/")
	if s3utils.CheckValidBucketName(bucket) != nil || below && !s.Shared {
		return wrong("has no valid bucket name")
	}
	if below {
		if path.Clean("/"+prefix) != "/"+prefix || s3utils.CheckValidObjectName(prefix) != nil {
			return wrong("has no valid folder in the bucket")
		}
		prefix += "/"
	}
	query, secure := u.Query(), true
	for name, values := range query {
		switch {
		case name == "region" && len(values) == 1:
		case name == "insecure" && len(values) == 1 && (values[0] == "true" || values[0] == "false"):
			secure = values[0] == "false"
		default:
			return wrong("has an option that is not region=NAME or insecure=true|false")
		}
	}
	region := cmp.Or(query.Get("region"), "us-east-1") // asking for it would cost a call, and most servers do not care
	core, err := minio.NewCore(u.Host, &minio.Options{
		Creds: credentials.NewStaticV4(u.User.Username(), secret, ""), Secure: secure, Region: region,
		Transport: transport(s.Answer, s.Stall), MaxRetries: 2,
	})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.Name, err)
	}
	return &Bucket{core, bucket, prefix + s.Folder, u.Host, region}, nil
}

package storage

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
	"github.com/minio/minio-go/v7/pkg/s3utils"
)

const (
	// folder keeps the sweep away from anything else that lies in the bucket.
	folder = "uploads/"

	putPatience  = 8 * time.Second // an upload has failed visibly within 10 s
	openPatience = 5 * time.Second
	readPatience = 10 * time.Second // a visitor waits, or a backup with its transaction
)

// OpenDisk opens the bucket that the address names, or without one a folder
// below dir.
func OpenDisk(ctx context.Context, address, dir string) (Disk, error) {
	if address != "" {
		return OpenS3(ctx, address)
	}
	return OpenFolder(filepath.Join(dir, "uploads"))
}

// S3 keeps the bytes in a bucket. Names are made by us and never reused, so
// nothing is overwritten.
type S3 struct {
	core   *minio.Core
	bucket string
	region string
	idle   time.Duration // between bytes of an object that is read
}

// OpenS3 connects to s3://key:secret@host:port/bucket and makes the bucket if
// it is missing. A server that cannot be reached is no error: the site works
// without it but for logos, and uploads work again by themselves.
func OpenS3(ctx context.Context, address string) (*S3, error) {
	at, err := parseS3(storageKnob, address)
	if err != nil {
		return nil, err
	}
	d, err := openS3(ctx, storageKnob, "uploads fail until it can", at)
	if err != nil {
		return nil, err
	}
	return d, nil
}

const (
	storageKnob = "VITRINE_STORAGE_URL"
	backupKnob  = "VITRINE_BACKUP_DIR"
)

// CheckAddresses refuses addresses of buckets that cannot be right, without
// connecting to them; empty ones and folders are fine.
func CheckAddresses(uploads, backups string) error {
	for _, a := range [][2]string{{storageKnob, uploads}, {backupKnob, backups}} {
		if strings.HasPrefix(a[1], "s3://") {
			if _, err := parseS3(a[0], a[1]); err != nil {
				return err
			}
		}
	}
	return nil
}

// MissesBucket tells whether the bucket of an address is not there yet. It
// makes none.
func MissesBucket(ctx context.Context, address string) (bool, error) {
	at, err := parseS3(backupKnob, address)
	if err != nil {
		return false, err
	}
	core, err := minio.NewCore(at.endpoint, at.options)
	if err != nil {
		return false, err
	}
	exists, err := hasBucket(ctx, core, at.bucket)
	return !exists, err
}

// openS3 connects to the bucket of a knob; without says what does not work
// while it cannot be reached. Beside the error of a bucket that refuses us
// there is a disk, for whoever can wait until it takes us.
func openS3(ctx context.Context, knob, without string, at bucketAddress) (*S3, error) {
	core, err := minio.NewCore(at.endpoint, at.options)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", knob, err)
	}
	d := &S3{core, at.bucket, at.options.Region, readPatience}
	switch err := d.prepare(ctx); {
	case err == nil:
	case unreachable(err):
		slog.WarnContext(ctx, "the object storage cannot be reached; "+without, "host", at.endpoint, "error", err)
	default:
		return d, fmt.Errorf("%s: use the bucket %s on %s: %w", knob, at.bucket, at.endpoint, err)
	}
	return d, nil
}

func (d *S3) prepare(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, openPatience)
	defer cancel()
	exists, err := hasBucket(ctx, d.core, d.bucket)
	if err != nil || exists {
		return err
	}
	err = d.core.MakeBucket(ctx, d.bucket, minio.MakeBucketOptions{Region: d.region})
	switch minio.ToErrorResponse(err).Code {
	case "BucketAlreadyOwnedByYou", "BucketAlreadyExists": // another instance was faster
		return nil
	}
	return err
}

// write tries again when the bucket is missing, as one is that could not be
// made because its server was away at the start.
func (d *S3) write(ctx context.Context, put func() error) error {
	err := put()
	if minio.ToErrorResponse(err).Code == minio.NoSuchBucket && d.prepare(ctx) == nil {
		err = put()
	}
	return err
}

// hasBucket asks again for what a server cannot say in an answer without a
// body, such as that the region is another.
func hasBucket(ctx context.Context, core *minio.Core, bucket string) (bool, error) {
	has, err := core.BucketExists(ctx, bucket)
	if minio.ToErrorResponse(err).StatusCode != http.StatusBadRequest {
		return has, err
	}
	for object := range core.Client.ListObjectsIter(ctx, bucket, minio.ListObjectsOptions{Prefix: folder, MaxKeys: 1}) {
		if object.Err != nil {
			return false, object.Err
		}
	}
	return false, err
}

// unreachable tells a server that is away from one that refuses us.
func unreachable(err error) bool {
	var netErr net.Error
	return errors.As(err, &netErr) || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, io.EOF) ||
		minio.ToErrorResponse(err).StatusCode >= http.StatusInternalServerError
}

type bucketAddress struct {
	endpoint, bucket string
	prefix           string // of backups alone: empty, or ends with a slash
	options          *minio.Options
}

// parseS3 reads the address. Its errors do not repeat it: it holds a secret.
func parseS3(knob, address string) (at bucketAddress, err error) {
	wrong := func(why string) (bucketAddress, error) {
		return bucketAddress{}, errors.New(knob + " " + why + "; it is like s3://key:secret@host:port/bucket?region=eu-1&insecure=true, with / + @ : in the secret percent-encoded")
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
	if s3utils.CheckValidBucketName(bucket) != nil || below && knob == storageKnob {
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
	region := query.Get("region")
	if region == "" {
		region = "us-east-1" // asking for it would cost a call, and most servers do not care
	}
	return bucketAddress{u.Host, bucket, prefix, &minio.Options{
		Creds: credentials.NewStaticV4(u.User.Username(), secret, ""), Secure: secure, Region: region,
		Transport: transport(openPatience, 2*listPatience), MaxRetries: 2,
	}}, nil
}

// transport waits so long for an answer to begin, and gives up a transfer in
// which nothing moves for so long.
func transport(answer, stall time.Duration) *http.Transport {
	dialer := &net.Dialer{Timeout: 3 * time.Second, KeepAlive: 15 * time.Second}
	return &http.Transport{
		DialContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
			conn, err := dialer.DialContext(ctx, network, addr)
			if err != nil {
				return nil, err
			}
			return moving{conn, stall}, nil
		},
		TLSHandshakeTimeout:   3 * time.Second,
		ResponseHeaderTimeout: answer,
		MaxIdleConnsPerHost:   32,
		IdleConnTimeout:       time.Minute,
		DisableCompression:    true,
		ForceAttemptHTTP2:     true,
	}
}

// Put sends the bytes with their checksum in one request, which S3 carries
// out whole or not at all. Whether a request that got no answer was carried
// out is not known; its object is taken back, or left to the sweep.
func (d *S3) Put(ctx context.Context, file string, content []byte) error {
	bounded, cancel := context.WithTimeout(ctx, putPatience)
	defer cancel()
	err := d.write(bounded, func() error {
		_, err := d.core.Client.PutObject(bounded, d.bucket, folder+file, bytes.NewReader(content), int64(len(content)),
			minio.PutObjectOptions{ContentType: "application/octet-stream", DisableMultipart: true, SendContentMd5: true})
		return err
	})
	if err == nil {
		return nil
	}
	undo, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	return fmt.Errorf("write an upload: %w", errors.Join(err, d.Remove(undo, file)))
}

func (d *S3) Remove(ctx context.Context, file string) error {
	ctx, cancel := context.WithTimeout(ctx, openPatience)
	defer cancel()
	if err := d.core.Client.RemoveObject(ctx, d.bucket, folder+file, minio.RemoveObjectOptions{}); err != nil {
		return fmt.Errorf("remove an upload: %w", err)
	}
	return nil
}

func (d *S3) Each(ctx context.Context, f func(file string, at time.Time) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // ends the listing when f does
	for object := range d.core.Client.ListObjectsIter(ctx, d.bucket, minio.ListObjectsOptions{Prefix: folder}) {
		if object.Err != nil {
			return fmt.Errorf("list the uploads: %w", object.Err)
		}
		file := strings.TrimPrefix(object.Key, folder)
		if strings.HasSuffix(file, "/") || strings.HasPrefix(file, ".") {
			continue // a folder below ours, or the marker
		}
		if err := f(file, object.LastModified); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// Open asks for the whole object at once: most readers want all of it, and
// the answer tells its length.
func (d *S3) Open(ctx context.Context, file string) (io.ReadSeekCloser, error) {
	body, info, err := d.get(ctx, file, 0)
	if err != nil {
		return nil, err
	}
	return &object{disk: d, ctx: ctx, file: file, size: info.Size, body: body}, nil
}

func (d *S3) get(ctx context.Context, file string, from int64) (io.ReadCloser, minio.ObjectInfo, error) {
	options := minio.GetObjectOptions{}
	if from > 0 {
		if err := options.SetRange(from, 0); err != nil {
			return nil, minio.ObjectInfo{}, err
		}
	}
	ctx, end := context.WithCancel(ctx)
	body, info, _, err := d.core.GetObject(ctx, d.bucket, folder+file, options)
	if err == nil {
		return &flowing{body, end, d.idle}, info, nil
	}
	end()
	if minio.ToErrorResponse(err).Code == "NoSuchKey" {
		err = fs.ErrNotExist
	}
	return nil, info, fmt.Errorf("read an upload: %w", err)
}

// object streams an object. A seek costs a request when it is followed by a
// read from another place than the stream's.
type object struct {
	disk *S3
	ctx  context.Context
	file string
	size int64
	body io.ReadCloser
	at   int64 // where the stream stands
	want int64 // where the next read begins
}

func (o *object) Read(b []byte) (int, error) {
	if o.want >= o.size {
		return 0, io.EOF
	}
	if o.want != o.at {
		body, _, err := o.disk.get(o.ctx, o.file, o.want)
		if err != nil {
			return 0, err
		}
		o.body.Close()
		o.body, o.at = body, o.want
	}
	n, err := o.body.Read(b)
	o.at += int64(n)
	o.want = o.at
	return n, err
}

func (o *object) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += o.want
	case io.SeekEnd:
		offset += o.size
	}
	if offset < 0 {
		return 0, errors.New("seek before the beginning")
	}
	o.want = offset
	return offset, nil
}

func (o *object) Close() error { return o.body.Close() }

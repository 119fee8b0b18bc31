// Package s3 opens a bucket on an S3 server: uploads lie in one, and backups.
package s3

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/minio/minio-go/v7"
)

const openPatience = 5 * time.Second

// Bucket is our folder of a bucket.
type Bucket struct {
	*minio.Core
	Name   string
	Folder string // that the names of our objects begin with; ends with a slash
	host   string
	region string
}

// Open connects to s3://key:secret@host:port/bucket, and makes the bucket if it
// is missing. A server that cannot be reached is no error. Beside the error of
// one that refuses us there is a bucket, for whoever can wait until it takes us.
func (s Setting) Open(ctx context.Context, address string) (*Bucket, error) {
	b, err := s.connect(address)
	if err != nil {
		return nil, err
	}
	switch err := b.prepare(ctx); {
	case err == nil:
	case Unreachable(err):
		slog.WarnContext(ctx, "the object storage cannot be reached; "+s.Without, "host", b.host, "error", err)
	default:
		return b, fmt.Errorf("%s: use the bucket %s on %s: %w", s.Name, b.Name, b.host, err)
	}
	return b, nil
}

// Missing tells whether the bucket of an address is not there yet. It makes
// none.
func (s Setting) Missing(ctx context.Context, address string) (bool, error) {
	b, err := s.connect(address)
	if err != nil {
		return false, err
	}
	ctx, cancel := context.WithTimeout(ctx, openPatience)
	defer cancel()
	exists, err := b.exists(ctx)
	return !exists, err
}

func (b *Bucket) prepare(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, openPatience)
	defer cancel()
	exists, err := b.exists(ctx)
	if err != nil || exists {
		return err
	}
	err = b.Core.MakeBucket(ctx, b.Name, minio.MakeBucketOptions{Region: b.region})
	switch minio.ToErrorResponse(err).Code {
	case "BucketAlreadyOwnedByYou", "BucketAlreadyExists": // another instance was faster
		return nil
	}
	return err
}

// Write tries again when the bucket is missing, as one is that could not be
// made because its server was away at the start.
func (b *Bucket) Write(ctx context.Context, put func() error) error {
	err := put()
	if minio.ToErrorResponse(err).Code == minio.NoSuchBucket && b.prepare(ctx) == nil {
		err = put()
	}
	return err
}

// exists asks again for what a server cannot say in an answer without a
// body, such as that the region is another.
func (b *Bucket) exists(ctx context.Context) (bool, error) {
	has, err := b.BucketExists(ctx, b.Name)
	if minio.ToErrorResponse(err).StatusCode != http.StatusBadRequest {
		return has, err
	}
	for object := range b.Client.ListObjectsIter(ctx, b.Name, minio.ListObjectsOptions{Prefix: b.Folder, MaxKeys: 1}) {
		if object.Err != nil {
			return false, object.Err
		}
	}
	return false, err
}

// Unreachable tells a server that is away from one that refuses us.
func Unreachable(err error) bool {
	var netErr net.Error
	return errors.As(err, &netErr) || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, io.EOF) ||
		minio.ToErrorResponse(err).StatusCode >= http.StatusInternalServerError
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

// moving is a connection that fails when nothing moves on it for so long: a
// server that stops within a transfer would hold us for ever.
type moving struct {
	net.Conn
	stall time.Duration
}

// Read and Write both put off the end for both: whoever sends for long hears
// nothing meanwhile.
func (c moving) Read(b []byte) (int, error) {
	c.SetDeadline(time.Now().Add(c.stall))
	return c.Conn.Read(b)
}

func (c moving) Write(b []byte) (int, error) {
	c.SetDeadline(time.Now().Add(c.stall))
	return c.Conn.Write(b)
}

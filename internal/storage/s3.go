package storage

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"

	"vitrine/internal/s3"
)

const (
	// folder keeps the sweep away from anything else that lies in the bucket.
	folder = "uploads/"

	putPatience    = 8 * time.Second // an upload has failed visibly within 10 s
	removePatience = 5 * time.Second
	readPatience   = 10 * time.Second // a visitor waits, or a backup with its transaction
)

// Uploads is the setting that puts uploads into a bucket.
var Uploads = s3.Setting{Name: "VITRINE_STORAGE_URL", Folder: folder, Without: "uploads fail until it can", Answer: 5 * time.Second, Stall: 2 * time.Minute}

// OpenDisk opens the bucket that the address names, or without one a folder
// below dir.
func OpenDisk(ctx context.Context, address, dir string) (Disk, error) {
	if address != "" {
		return OpenS3(ctx, address)
	}
	return OpenFolder(filepath.Join(dir, "uploads"))
}

// S3 keeps the bytes in a bucket, under names that are made by us and never
// reused.
type S3 struct {
	bucket *s3.Bucket
	idle   time.Duration // between bytes of an object that is read
}

// OpenS3 connects to s3://key:secret@host:port/bucket and makes the bucket if
// it is missing. A server that cannot be reached is no error: the site works
// without it but for logos, and uploads work again by themselves.
func OpenS3(ctx context.Context, address string) (*S3, error) {
	bucket, err := Uploads.Open(ctx, address)
	if err != nil {
		return nil, err
	}
	return &S3{bucket, readPatience}, nil
}

// Put takes an object back, or leaves it to the sweep, when its request got no
// answer: whether it was carried out is not known.
func (d *S3) Put(ctx context.Context, file string, content []byte) error {
	err := d.Replace(ctx, file, content)
	if err == nil {
		return nil
	}
	undo, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	return errors.Join(err, d.Remove(undo, file))
}

// Replace sends the bytes with their checksum in one request, which S3 carries
// out whole or not at all.
func (d *S3) Replace(ctx context.Context, file string, content []byte) error {
	ctx, cancel := context.WithTimeout(ctx, putPatience)
	defer cancel()
	err := d.bucket.Write(ctx, func() error {
		_, err := d.bucket.Client.PutObject(ctx, d.bucket.Name, d.bucket.Folder+file, bytes.NewReader(content), int64(len(content)),
			minio.PutObjectOptions{ContentType: "application/octet-stream", DisableMultipart: true, SendContentMd5: true})
		return err
	})
	if err != nil {
		return fmt.Errorf("write an upload: %w", err)
	}
	return nil
}

func (d *S3) Remove(ctx context.Context, file string) error {
	ctx, cancel := context.WithTimeout(ctx, removePatience)
	defer cancel()
	if err := d.bucket.Client.RemoveObject(ctx, d.bucket.Name, d.bucket.Folder+file, minio.RemoveObjectOptions{}); err != nil {
		return fmt.Errorf("remove an upload: %w", err)
	}
	return nil
}

func (d *S3) Each(ctx context.Context, f func(file string, at time.Time) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // ends the listing when f does
	for object := range d.bucket.Client.ListObjectsIter(ctx, d.bucket.Name, minio.ListObjectsOptions{Prefix: d.bucket.Folder}) {
		if object.Err != nil {
			return fmt.Errorf("list the uploads: %w", object.Err)
		}
		file := strings.TrimPrefix(object.Key, d.bucket.Folder)
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
	body, info, _, err := d.bucket.GetObject(ctx, d.bucket.Name, d.bucket.Folder+file, options)
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

// flowing is the body of an answer that ends when no byte of it comes for so
// long. It is sooner than its connection, whose limit is for calls in which a
// server may have to think.
type flowing struct {
	body io.ReadCloser
	end  context.CancelFunc // of the request
	idle time.Duration
}

// Read has the limit while somebody waits in it: whoever reads may take long
// over what came.
func (f *flowing) Read(b []byte) (int, error) {
	limit := time.AfterFunc(f.idle, f.end)
	n, err := f.body.Read(b)
	if !limit.Stop() && err != io.EOF {
		err = fmt.Errorf("the object storage sent nothing for %v: %w", f.idle, os.ErrDeadlineExceeded)
	}
	return n, err
}

func (f *flowing) Close() error {
	defer f.end()
	return f.body.Close()
}

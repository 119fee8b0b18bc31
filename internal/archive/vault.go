package archive

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"

	"vitrine/internal/s3"
)

const (
	largeBackup    = 5 * time.Minute // a server puts the parts of one together before it answers
	listPatience   = time.Minute
	removePatience = 5 * time.Second
)

// Backups is the setting that takes backups to a bucket, where they lie apart
// from uploads, should both share it.
var Backups = s3.Setting{
	Name: "VITRINE_BACKUP_DIR", Folder: "backups/", Shared: true, Without: "backups stay on this machine until it can",
	Answer: largeBackup, Stall: largeBackup,
}

// BucketVault is a vault in a bucket.
type BucketVault struct{ bucket *s3.Bucket }

// OpenVault connects to s3://key:secret@host:port/bucket, or to a folder in
// it: bucket/folder. Beside the error of a bucket that refuses us, as one does
// whose key has expired, there is a vault, which works when it takes us again.
func OpenVault(ctx context.Context, address string) (*BucketVault, error) {
	bucket, err := Backups.Open(ctx, address)
	if bucket == nil {
		return nil, err
	}
	return &BucketVault{bucket}, err
}

// Keep copies a file into the bucket under its own name, part by part, each
// with its checksum, and asks whether it is there: the file may then go.
func (v *BucketVault) Keep(ctx context.Context, path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	name := v.bucket.Folder + filepath.Base(path)
	var sent minio.UploadInfo
	err = v.bucket.Write(ctx, func() (err error) {
		sent, err = v.bucket.Client.FPutObject(ctx, v.bucket.Name, name, path,
			minio.PutObjectOptions{ContentType: "application/octet-stream", SendContentMd5: true})
		return err
	})
	if err == nil {
		err = v.check(ctx, name, info.Size(), sent.ETag)
	}
	if err != nil {
		return fmt.Errorf("keep a backup: %w", err)
	}
	return nil
}

func (v *BucketVault) check(ctx context.Context, name string, size int64, etag string) error {
	ctx, cancel := context.WithTimeout(ctx, listPatience)
	defer cancel()
	there, err := v.bucket.Client.StatObject(ctx, v.bucket.Name, name, minio.StatObjectOptions{})
	switch {
	case err != nil:
		return err
	case there.Size != size:
		return fmt.Errorf("%d of %d bytes arrived", there.Size, size)
	case there.ETag != etag:
		return errors.New("another file arrived")
	}
	return nil
}

// File is one backup in a vault.
type File struct {
	Name string
	Size int64
}

// Names lists the backups, sorted.
func (v *BucketVault) Names(ctx context.Context) (out []string, err error) {
	all, err := v.List(ctx)
	for _, one := range all {
		out = append(out, one.Name)
	}
	return out, err
}

// List tells the size of each backup too.
func (v *BucketVault) List(ctx context.Context) (out []File, err error) {
	ctx, cancel := context.WithTimeout(ctx, listPatience)
	defer cancel()
	for object := range v.bucket.Client.ListObjectsIter(ctx, v.bucket.Name, minio.ListObjectsOptions{Prefix: v.bucket.Folder}) {
		if object.Err != nil {
			return nil, fmt.Errorf("list the backups: %w", object.Err)
		}
		out = append(out, File{strings.TrimPrefix(object.Key, v.bucket.Folder), object.Size})
	}
	return out, nil
}

// Size tells how large a backup is.
func (v *BucketVault) Size(ctx context.Context, name string) (int64, error) {
	ctx, cancel := context.WithTimeout(ctx, listPatience)
	defer cancel()
	there, err := v.bucket.Client.StatObject(ctx, v.bucket.Name, v.bucket.Folder+name, minio.StatObjectOptions{})
	if err != nil {
		return 0, fmt.Errorf("look at the backup %s: %w", name, err)
	}
	return there.Size, nil
}

// Remove takes a backup away.
func (v *BucketVault) Remove(ctx context.Context, name string) error {
	ctx, cancel := context.WithTimeout(ctx, removePatience)
	defer cancel()
	if err := v.bucket.Client.RemoveObject(ctx, v.bucket.Name, v.bucket.Folder+name, minio.RemoveObjectOptions{}); err != nil {
		return fmt.Errorf("remove a backup: %w", err)
	}
	return nil
}

// Fetch copies a backup into a new file, readable by its owner alone.
func (v *BucketVault) Fetch(ctx context.Context, name, path string) error {
	if err := v.bucket.Client.FGetObject(ctx, v.bucket.Name, v.bucket.Folder+name, path, minio.GetObjectOptions{}); err != nil {
		if minio.ToErrorResponse(err).StatusCode == http.StatusNotFound {
			err = fs.ErrNotExist
		}
		return fmt.Errorf("fetch the backup %s: %w", name, err)
	}
	return os.Chmod(path, 0o600)
}

package storage

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
)

const (
	vaultPatience = 5 * time.Minute // a server puts the parts of a large backup together before it answers
	listPatience  = time.Minute
)

// Vault keeps backups in a bucket.
type Vault struct {
	disk  *S3
	shelf string // apart from uploads, should both share the bucket
}

// OpenVault connects to s3://key:secret@host:port/bucket, or to a folder in
// it: bucket/folder. Beside the error of a bucket that refuses us, as one does
// whose key has expired, there is a vault, which works when it takes us again.
func OpenVault(ctx context.Context, address string) (*Vault, error) {
	return openVault(ctx, address, vaultPatience)
}

func openVault(ctx context.Context, address string, stall time.Duration) (*Vault, error) {
	at, err := parseS3(backupKnob, address)
	if err != nil {
		return nil, err
	}
	at.options.Transport = transport(vaultPatience, stall)
	disk, err := openS3(ctx, backupKnob, "backups stay on this machine until it can", at)
	if disk == nil {
		return nil, err
	}
	return &Vault{disk, at.prefix + "backups/"}, err
}

// Keep copies a file into the bucket under its own name, part by part, each
// with its checksum, and asks whether it is there: the file may then go.
func (v *Vault) Keep(ctx context.Context, path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	name := v.shelf + filepath.Base(path)
	var kept minio.UploadInfo
	err = v.disk.write(ctx, func() (err error) {
		kept, err = v.disk.core.Client.FPutObject(ctx, v.disk.bucket, name, path,
			minio.PutObjectOptions{ContentType: "application/octet-stream", SendContentMd5: true})
		return err
	})
	if err == nil {
		err = v.check(ctx, name, info.Size(), kept.ETag)
	}
	if err != nil {
		return fmt.Errorf("keep a backup: %w", err)
	}
	return nil
}

func (v *Vault) check(ctx context.Context, name string, size int64, etag string) error {
	ctx, cancel := context.WithTimeout(ctx, listPatience)
	defer cancel()
	there, err := v.disk.core.Client.StatObject(ctx, v.disk.bucket, name, minio.StatObjectOptions{})
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

// Kept is one backup in a vault.
type Kept struct {
	Name string
	Size int64
}

// Names lists the backups, sorted.
func (v *Vault) Names(ctx context.Context) (out []string, err error) {
	all, err := v.List(ctx)
	for _, one := range all {
		out = append(out, one.Name)
	}
	return out, err
}

// List tells the size of each backup too.
func (v *Vault) List(ctx context.Context) (out []Kept, err error) {
	ctx, cancel := context.WithTimeout(ctx, listPatience)
	defer cancel()
	for object := range v.disk.core.Client.ListObjectsIter(ctx, v.disk.bucket, minio.ListObjectsOptions{Prefix: v.shelf}) {
		if object.Err != nil {
			return nil, fmt.Errorf("list the backups: %w", object.Err)
		}
		out = append(out, Kept{strings.TrimPrefix(object.Key, v.shelf), object.Size})
	}
	return out, nil
}

// Size tells how large a backup is.
func (v *Vault) Size(ctx context.Context, name string) (int64, error) {
	ctx, cancel := context.WithTimeout(ctx, listPatience)
	defer cancel()
	there, err := v.disk.core.Client.StatObject(ctx, v.disk.bucket, v.shelf+name, minio.StatObjectOptions{})
	if err != nil {
		return 0, fmt.Errorf("look at the backup %s: %w", name, err)
	}
	return there.Size, nil
}

// Remove takes a backup away.
func (v *Vault) Remove(ctx context.Context, name string) error {
	ctx, cancel := context.WithTimeout(ctx, openPatience)
	defer cancel()
	if err := v.disk.core.Client.RemoveObject(ctx, v.disk.bucket, v.shelf+name, minio.RemoveObjectOptions{}); err != nil {
		return fmt.Errorf("remove a backup: %w", err)
	}
	return nil
}

// Fetch copies a backup into a new file, readable by its owner alone.
func (v *Vault) Fetch(ctx context.Context, name, path string) error {
	if err := v.disk.core.Client.FGetObject(ctx, v.disk.bucket, v.shelf+name, path, minio.GetObjectOptions{}); err != nil {
		if minio.ToErrorResponse(err).StatusCode == http.StatusNotFound {
			err = fs.ErrNotExist
		}
		return fmt.Errorf("fetch the backup %s: %w", name, err)
	}
	return os.Chmod(path, 0o600)
}

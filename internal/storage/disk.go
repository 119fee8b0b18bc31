package storage

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
	"strings"
	"time"
)

// Disk is where the bytes lie, under names that we make. A folder is one, a
// bucket elsewhere can be another.
type Disk interface {
	// Put keeps the bytes. When it returns nil they survive a crash; when it
	// fails, nothing is left under the name.
	Put(ctx context.Context, file string, content []byte) error
	// Replace puts other bytes under a name that is in use; when it fails, the
	// old ones or the new ones are there, whole.
	Replace(ctx context.Context, file string, content []byte) error
	// Open reads a file; fs.ErrNotExist when there is none.
	Open(ctx context.Context, file string) (io.ReadSeekCloser, error)
	// Remove takes a file away; one that is gone already is no error.
	Remove(ctx context.Context, file string) error
	// Each calls f for every file with the moment it was written, those of
	// unfinished writes included; names that begin with a dot are no uploads.
	Each(ctx context.Context, f func(file string, at time.Time) error) error
}

// unfinished marks a file whose write has not ended.
const unfinished = ".part"

// Folder keeps the bytes in a folder of this machine.
type Folder struct{ root *os.Root }

// OpenFolder opens the folder, and makes it if need be.
func OpenFolder(dir string) (*Folder, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("make the upload folder: %w", err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("open the upload folder: %w", err)
	}
	return &Folder{root}, nil
}

// Close lets go of the folder.
func (d *Folder) Close() error { return d.root.Close() }

func (d *Folder) Put(_ context.Context, file string, content []byte) error {
	if err := d.swap(file, content); err != nil {
		return err
	}
	if err := d.sync(); err != nil {
		d.root.Remove(file)
		return fmt.Errorf("write an upload: %w", err)
	}
	return nil
}

func (d *Folder) Replace(_ context.Context, file string, content []byte) error {
	if err := d.swap(file, content); err != nil {
		return err
	}
	return d.sync()
}

// swap writes beside the name, syncs, and renames: whoever opens the name
// reads all of it or nothing.
func (d *Folder) swap(file string, content []byte) error {
	err := d.write(file+unfinished, content)
	if err == nil {
		err = d.root.Rename(file+unfinished, file)
	}
	if err != nil {
		d.root.Remove(file + unfinished)
		return fmt.Errorf("write an upload: %w", err)
	}
	return nil
}

func (d *Folder) write(file string, content []byte) error {
	f, err := d.root.OpenFile(file, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

// sync makes names durable, as the sync of a file does for its bytes. Windows
// has no such call, and NTFS logs them.
func (d *Folder) sync() error {
	if runtime.GOOS == "windows" {
		return nil
	}
	dir, err := d.root.Open(".")
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close())
}

func (d *Folder) Open(_ context.Context, file string) (io.ReadSeekCloser, error) {
	return d.root.Open(file)
}

func (d *Folder) Remove(_ context.Context, file string) error {
	if err := d.root.Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("remove an upload: %w", err)
	}
	return nil
}

func (d *Folder) Each(ctx context.Context, f func(file string, at time.Time) error) error {
	dir, err := d.root.Open(".")
	if err != nil {
		return fmt.Errorf("list the uploads: %w", err)
	}
	defer dir.Close()
	for {
		entries, err := dir.ReadDir(500)
		for _, e := range entries {
			info, err := e.Info()
			if err != nil || !info.Mode().IsRegular() || strings.HasPrefix(e.Name(), ".") {
				continue
			}
			if err := errors.Join(ctx.Err(), f(e.Name(), info.ModTime())); err != nil {
				return err
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("list the uploads: %w", err)
		}
	}
}

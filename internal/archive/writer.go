package archive

import (
	"archive/zip"
	"compress/flate"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
)

// writer writes an archive beside its name. Only a whole and verified one
// gets the name.
type writer struct {
	Manifest
	path string
	file *os.File
	seal io.WriteCloser // nil writes plainly
	key  *Key           // reads it back
	zip  *zip.Writer
}

func create(path string, key *Key) (*writer, error) {
	if _, err := os.Lstat(path); err == nil {
		return nil, fmt.Errorf("%s is there already; choose another name", path)
	}
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*.part") // mode 0600
	if err != nil {
		return nil, fmt.Errorf("make the archive: %w", err)
	}
	w := &writer{Manifest: Manifest{Format: Format}, path: path, file: f}
	var to io.Writer = f
	if key.seals() {
		if w.seal, w.key, err = key.seal(f); err != nil {
			w.abandon()
			return nil, fmt.Errorf("encrypt the archive: %w", err)
		}
		to = w.seal
	}
	z := zip.NewWriter(to)
	// Text shrinks to a fifth at this level; more costs minutes and saves little.
	z.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) { return flate.NewWriter(w, flate.BestSpeed) })
	w.zip = z
	return w, nil
}

// abandon removes what was written; after finish it does nothing.
func (w *writer) abandon() {
	if w.file != nil {
		w.file.Close()
		os.Remove(w.file.Name())
	}
}

// add writes one member and notes its size and sum.
func (w *writer) add(name string, method uint16, write func(io.Writer) error) error {
	part, err := w.zip.CreateHeader(&zip.FileHeader{Name: name, Method: method, Modified: w.MadeAt})
	if err != nil {
		return err
	}
	sum, size := sha256.New(), counter(0)
	if err := write(io.MultiWriter(part, sum, &size)); err != nil {
		return err
	}
	w.Members = append(w.Members, Member{name, int64(size), hex.EncodeToString(sum.Sum(nil))})
	return nil
}

type counter int64

func (c *counter) Write(p []byte) (int, error) { *c += counter(len(p)); return len(p), nil }

// finish writes the manifest, reads the whole archive back, and gives it its
// name.
func (w *writer) finish(ctx context.Context, o Options) error {
	raw, err := json.MarshalIndent(w.Manifest, "", " ")
	if err != nil {
		return err
	}
	part, err := w.zip.CreateHeader(&zip.FileHeader{Name: manifestName, Method: zip.Deflate, Modified: w.MadeAt})
	if err == nil {
		_, err = part.Write(raw)
	}
	err = errors.Join(err, w.zip.Close())
	if w.seal != nil {
		err = errors.Join(err, w.seal.Close())
	}
	if err := errors.Join(err, w.file.Sync(), w.file.Close()); err != nil { // Windows renames no open file
		return fmt.Errorf("write the archive: %w", err)
	}
	if err := check(ctx, w.file.Name(), w.key, o); err != nil {
		return fmt.Errorf("the archive does not read back: %w", err)
	}
	if err := os.Rename(w.file.Name(), w.path); err != nil {
		return fmt.Errorf("name the archive: %w", err)
	}
	w.file = nil
	return syncFolder(filepath.Dir(w.path))
}

// check reads an archive from end to end, also one of a newer program's database.
func check(ctx context.Context, path string, key *Key, o Options) error {
	r, err := open(path, key, Manifest.strange)
	if err != nil {
		return err
	}
	defer r.Close()
	return r.Verify(ctx, o.Progress)
}

// syncFolder makes names durable; Windows has no such call, and NTFS logs them.
func syncFolder(dir string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	f, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

package archive

import (
	"archive/zip"
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"vitrine/internal/schema"
	"vitrine/internal/store"
)

const (
	maxManifest = 64 << 20
	maxLine     = 16 << 20 // far above the largest row that the rules allow
	maxUpload   = 16 << 20
)

var errNoArchive = errors.New("this is no archive of Vitrine")

// Reader reads an archive.
type Reader struct {
	Manifest
	file     *os.File
	zip      *zip.Reader
	files    map[string]*zip.File
	verified bool
}

// Open reads what an archive says it holds. Archives of newer programs, and
// files that are none or were cut short, are refused. The key opens encrypted
// ones; nil is none.
func Open(path string, key *Key) (*Reader, error) {
	r, err := open(path, key, Manifest.tooNew)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return r, nil
}

func open(path string, key *Key, refuse func(Manifest) error) (*Reader, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("open the archive: %w", err)
	}
	r := &Reader{file: f, files: map[string]*zip.File{}}
	if err := r.read(key, refuse); err != nil {
		f.Close()
		return nil, err
	}
	return r, nil
}

func (r *Reader) read(key *Key, refuse func(Manifest) error) error {
	info, err := r.file.Stat()
	if err != nil {
		return err
	}
	content, size, err := unseal(r.file, info.Size(), key)
	if err != nil {
		return err
	}
	r.zip, err = zip.NewReader(content, size)
	if errors.Is(err, zip.ErrFormat) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		return errors.New("it is no archive of Vitrine, or is damaged")
	}
	if err != nil {
		return err
	}
	if err := r.readManifest(); err != nil {
		return err
	}
	if err := refuse(r.Manifest); err != nil {
		return err
	}
	return r.complete()
}

// Close lets go of the file.
func (r *Reader) Close() error { return r.file.Close() }

func (r *Reader) readManifest() error {
	for _, f := range r.zip.File {
		if r.files[f.Name] != nil {
			return damaged("%s is in it twice", f.Name)
		}
		r.files[f.Name] = f
	}
	if r.files[manifestName] == nil {
		return errNoArchive
	}
	raw, err := r.content(manifestName, maxManifest)
	if err == nil {
		err = json.Unmarshal(raw, &r.Manifest)
	}
	if err != nil {
		return damaged("%v", err)
	}
	return nil
}

// complete compares the list of the manifest with the files there are.
func (r *Reader) complete() error {
	listed := map[string]bool{}
	for _, m := range r.Members {
		if r.files[m.Name] == nil || listed[m.Name] {
			return damaged("%s is missing, or listed twice", m.Name)
		}
		if file, is := uploadOf(m); is && (!plainName(file) || m.Bytes > maxUpload) {
			return damaged("%s is no upload", m.Name)
		}
		listed[m.Name] = true
	}
	if len(listed)+1 != len(r.files) {
		return damaged("it holds files that its manifest does not name")
	}
	if r.Kind == KindSQLite {
		if !listed[databaseName] {
			return damaged("the database is missing")
		}
		return nil
	}
	for _, t := range r.Tables {
		if !listed[tableMember(t.Name)] {
			return damaged("the table %s is missing", t.Name)
		}
		if lookup(t.Name) == nil && r.Schema == store.Known() {
			return damaged("%s is no table of this program", t.Name)
		}
	}
	return nil
}

func damaged(format string, args ...any) error {
	return fmt.Errorf("the archive is damaged: "+format, args...)
}

func uploadOf(m Member) (file string, is bool) { return strings.CutPrefix(m.Name, uploadPrefix) }

// plainName keeps what comes from an archive from naming a path.
func plainName(s string) bool {
	return s != "" && len(s) <= 200 && s[0] != '.' && !strings.ContainsFunc(s, func(c rune) bool {
		return !strings.ContainsRune("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-", c)
	})
}

// Verify reads every byte and compares sizes, sums and counts with the
// manifest.
func (r *Reader) Verify(ctx context.Context, p Progress) error {
	if r.verified {
		return nil
	}
	rows := map[string]int64{}
	for _, t := range r.Tables {
		rows[tableMember(t.Name)] = t.Rows
	}
	var done, total int64
	for _, m := range r.Members {
		total += m.Bytes
	}
	for _, m := range r.Members {
		lines, err := r.verify(ctx, m, func(n int64) { done += n; p.at("check", done, total) })
		if err != nil {
			return err
		}
		if want, is := rows[m.Name]; is && want != lines {
			return damaged("%s has %d rows where %d are listed", m.Name, lines, want)
		}
	}
	r.verified = true
	return nil
}

func (r *Reader) verify(ctx context.Context, m Member, read func(int64)) (lines int64, err error) {
	content, err := r.files[m.Name].Open()
	if err != nil {
		return 0, damaged("%s: %v", m.Name, err)
	}
	defer content.Close()
	sum, size, buffer := sha256.New(), int64(0), make([]byte, 128<<10)
	for {
		n, err := content.Read(buffer)
		sum.Write(buffer[:n])
		lines += int64(bytes.Count(buffer[:n], []byte{'\n'}))
		size += int64(n)
		read(int64(n))
		if err == io.EOF {
			break
		}
		if err != nil || size > m.Bytes {
			return 0, damaged("%s: %v", m.Name, errors.Join(err, ctx.Err()))
		}
		if ctx.Err() != nil {
			return 0, ctx.Err()
		}
	}
	if size != m.Bytes || hex.EncodeToString(sum.Sum(nil)) != m.SHA256 {
		return 0, damaged("%s does not have the sum that is listed", m.Name)
	}
	return lines, nil
}

// each calls f with every row of a table, as typed values.
func (r *Reader) each(ctx context.Context, t *schema.Table, f func(store.Row) error) error {
	file := r.files[tableMember(t.Name)]
	if file == nil {
		return damaged("the table %s is missing", t.Name)
	}
	content, err := file.Open()
	if err != nil {
		return damaged("%s: %v", t.Name, err)
	}
	defer content.Close()
	lines := bufio.NewScanner(content)
	lines.Buffer(make([]byte, 64<<10), maxLine)
	for lines.Scan() {
		row, err := decodeRow(t, lines.Bytes(), r.Manifest)
		if err != nil {
			return fmt.Errorf("%s: %w", t.Name, err)
		}
		if err := errors.Join(ctx.Err(), f(row)); err != nil {
			return err
		}
	}
	if err := lines.Err(); err != nil {
		return damaged("%s: %v", t.Name, err)
	}
	return nil
}

// Secret is the signing secret, if the archive brings one along.
func (r *Reader) Secret() (secret []byte, brought bool, err error) {
	for _, m := range r.Members {
		if m.Name == secretName {
			secret, err = r.upload(m)
			return secret, true, err
		}
	}
	return nil, false, nil
}

// Sealed counts the second factors, which only that secret opens.
func (m Manifest) Sealed() int64 {
	for _, t := range m.Tables {
		if t.Name == schema.Factors.Name {
			return t.Rows
		}
	}
	return 0
}

// upload reads the bytes of one upload.
func (r *Reader) upload(m Member) ([]byte, error) {
	raw, err := r.content(m.Name, maxUpload+1)
	if err != nil || int64(len(raw)) != m.Bytes {
		return nil, damaged("%s: %v", m.Name, err)
	}
	return raw, nil
}

// content reads a member, of at most so many bytes.
func (r *Reader) content(name string, most int64) ([]byte, error) {
	f, err := r.files[name].Open()
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, most))
}

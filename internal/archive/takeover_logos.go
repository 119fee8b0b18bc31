package archive

import (
	"archive/zip"
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"path"
	"strings"

	"github.com/google/uuid"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

const maxLogo = 5 << 20

var errTooLarge = errors.New("it is too large")

// sentence is what a person reads about a broken rule.
func sentence(err error) string {
	if f := fault.From(err); f.Kind != fault.Internal {
		return cmp.Or(f.Hint, f.Message)
	}
	return err.Error()
}

// object is a file as the source lists it; a folder has no id.
type object struct {
	Name      string  `json:"name"`
	ID        *string `json:"id"`
	CreatedAt string  `json:"created_at"`
}

// takeLogos copies the bucket: first the bytes, then their rows.
func (t *Takeover) takeLogos(ctx context.Context) error {
	var rows []store.Row
	err := t.walk(ctx, "", 0, func(name string, o object) error {
		row, taken, err := t.takeLogo(ctx, name, o)
		if err != nil || !taken {
			return err
		}
		rows = append(rows, row)
		t.report.Logos++
		t.Progress.at("logos", int64(t.report.Logos), -1)
		return nil
	})
	if answer, is := errors.AsType[*answerError](err); is && strings.Contains(answer.message, "Bucket not found") {
		t.report.Notes = append(t.report.Notes, "the source has no bucket "+t.Bucket)
		return nil
	}
	if err != nil {
		return err
	}
	t.Progress.at("logos", int64(t.report.Logos), int64(t.report.Logos))
	_, err = t.w.addRows(&schema.StorageObjects, func(write func(store.Row) error) error {
		for _, row := range rows {
			if err := write(row); err != nil {
				return err
			}
		}
		return nil
	})
	return err
}

// walk lists a folder of the bucket and the folders in it.
func (t *Takeover) walk(ctx context.Context, folder string, depth int, f func(name string, o object) error) error {
	const pageFiles = 100
	for offset := 0; ; {
		var page []object
		body := map[string]any{"prefix": folder, "limit": pageFiles, "offset": offset, "sortBy": map[string]string{"column": "name", "order": "asc"}}
		if err := t.ask(ctx, "list the logos", http.MethodPost, "/storage/v1/object/list/"+t.Bucket, body, &page); err != nil {
			return err
		}
		if len(page) == 0 {
			return nil
		}
		for _, o := range page {
			name := path.Join(folder, o.Name)
			switch {
			case o.ID != nil:
				if err := f(name, o); err != nil {
					return err
				}
			case depth < 5:
				if err := t.walk(ctx, name, depth+1, f); err != nil {
					return err
				}
			}
		}
		offset += len(page)
	}
}

// takeLogo returns the row of a logo; of what is no picture that we keep, none
// is taken.
func (t *Takeover) takeLogo(ctx context.Context, name string, o object) (row store.Row, taken bool, err error) {
	if strings.HasSuffix(name, ".emptyFolderPlaceholder") {
		return nil, false, nil
	}
	var escaped []string
	for _, part := range strings.Split(name, "/") {
		escaped = append(escaped, url.PathEscape(part))
	}
	content, err := t.fetch(ctx, "fetch the logo "+name, http.MethodGet, "/storage/v1/object/"+t.Bucket+"/"+strings.Join(escaped, "/"), nil, 2*maxLogo)
	var answer *answerError
	if err != nil && !errors.As(err, &answer) && !errors.Is(err, errTooLarge) {
		return nil, false, err
	}
	row, content, err = t.logoRow(name, o, content, err)
	if err != nil {
		t.report.Problems = append(t.report.Problems, fmt.Sprintf("logo %s: %s", name, sentence(err)))
		return nil, false, nil
	}
	t.logos[name] = row.Text("name")
	return row, true, t.w.add(uploadPrefix+row.Text("file"), zip.Store, func(out io.Writer) error { _, err := out.Write(content); return err })
}

// logoRow judges a logo that was fetched, or could not be, and returns what is
// kept of it.
func (t *Takeover) logoRow(name string, o object, content []byte, err error) (store.Row, []byte, error) {
	if err != nil {
		return nil, nil, err
	}
	mimetype, err := t.Judge(content)
	if err != nil {
		return nil, nil, err
	}
	if len(content) > maxLogo {
		return nil, nil, errTooLarge
	}
	content = t.Strip(mimetype, content)
	id := uuid.NewString()
	if known, err := uuid.Parse(*o.ID); err == nil {
		id = known.String()
	}
	at, err := schema.StorageObjects.Column("created_at").Parse(o.CreatedAt)
	if err != nil {
		at = t.w.MadeAt
	}
	row, err := t.judge(&schema.StorageObjects, map[string]any{
		"id": id, "name": t.freeName(name), "file": rand.Text(), "size": len(content), "mimetype": mimetype,
		"etag": etagOf(content), "created_at": at, "updated_at": at,
	})
	return row, content, err
}

func etagOf(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:16])
}

// freeName is the name of a logo, in the letters that a name may have here.
func (t *Takeover) freeName(name string) string {
	plain := strings.Map(func(c rune) rune {
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.ContainsRune("._-", c) {
			return c
		}
		return '_'
	}, name)
	plain = plain[max(0, len(plain)-120):] // the end has the kind of file, and room is left for a number
	try := plain
	if t.GoodName(name) {
		try = name
	}
	for n := 1; t.once["storage_objects name "+try] || !t.GoodName(try); n++ {
		try = fmt.Sprintf("logo_%d_%s", n, strings.TrimLeft(plain, ".-"))
	}
	return try
}

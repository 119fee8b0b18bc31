package store

import (
	"context"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"vitrine/internal/schema"
)

const maxSlug = 80

// Slugify writes a title in lower-case ASCII with hyphens; "" when nothing
// is left of it.
func Slugify(title string) string {
	var out strings.Builder
	gap := false
	for _, c := range strings.ToLower(norm.NFKD.String(title)) {
		switch {
		case c >= 'a' && c <= 'z', c >= '0' && c <= '9':
			if gap && out.Len() > 0 {
				out.WriteByte('-')
			}
			gap = false
			out.WriteRune(c)
		case unicode.Is(unicode.Mn, c):
		default:
			gap = true
		}
		if out.Len() >= maxSlug {
			break
		}
	}
	slug := out.String()
	return strings.TrimSuffix(slug[:min(len(slug), maxSlug)], "-")
}

// chooseSlug chooses the slug of a new row. It stays empty when the title has
// nothing to make one from: then the id names the row.
func (x Session) chooseSlug(ctx context.Context, t *schema.Table, row Row) error {
	if err := x.Lock(ctx, t.Name); err != nil {
		return err
	}
	base := Slugify(row.Text(t.Slug))
	if base == "" {
		row["slug"] = ""
		return nil
	}
	slug, err := x.freeSlug(ctx, t, base)
	row["slug"] = slug
	return err
}

func (x Session) slugFromID(ctx context.Context, t *schema.Table, row Row) (Row, error) {
	slug, err := x.freeSlug(ctx, t, t.SlugPrefix+strconv.FormatInt(row.Int("id"), 10))
	if err != nil {
		return nil, err
	}
	b := x.builder()
	b.write("UPDATE ", Quote(t.Name), " SET ", Quote("slug"), " = ", b.mark(t.Column("slug"), slug), " WHERE ")
	b.where(t, Eq("id", row["id"]))
	b.write(" RETURNING ", columnList(t))
	rows, err := x.returning(ctx, t, b, nil)
	if err != nil {
		return nil, err
	}
	if len(rows) != 1 {
		return nil, NotOne(len(rows))
	}
	return rows[0], nil
}

// freeSlug adds -2, -3 and so on until the slug is free.
func (x Session) freeSlug(ctx context.Context, t *schema.Table, base string) (string, error) {
	taken := map[string]bool{}
	rows, err := x.AsSystem().Select(ctx, t, Query{
		Fields: Fields("slug"),
		Where:  All{Any{Eq("slug", base), Compare{"slug", OpLike, base + "-%"}}},
	})
	if err != nil {
		return "", err
	}
	for _, row := range rows {
		taken[row.Text("slug")] = true
	}
	slug := base
	for n := 2; taken[slug]; n++ {
		slug = base + "-" + strconv.Itoa(n)
	}
	return slug, nil
}

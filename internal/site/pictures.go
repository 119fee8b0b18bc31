package site

import (
	"context"
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"

	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// picturesOf are the pictures of the library that a page shows, by address.
type picturesOf map[string]schema.SizedPicture

// sizePictures tells the page how large the pictures of the library are, so
// that browsers choose the size they need. A page that shows none is told
// nothing, and one whose pictures cannot be looked up shows them as they are.
func (s *Site) sizePictures(ctx context.Context, k *kind, page data) {
	var wanted []schema.Upload
	eachPicture(k, page, func(row store.Row, c *schema.Column) {
		for _, one := range schema.UploadsIn(row.Text(c.Name)) {
			if !slices.Contains(wanted, one) {
				wanted = append(wanted, one)
			}
		}
	})
	whose, _ := page[siteIdentity.key].(map[string]any)
	head, _ := whose["head"].(map[string]any)
	image, _ := head["image"].(string)
	wanted = append(wanted, schema.UploadsIn(image)...)
	if len(wanted) == 0 || s.Pictures == nil {
		return
	}
	found, err := s.Pictures(ctx, wanted)
	if err != nil {
		s.Log.WarnContext(ctx, "look up the pictures of a page", "error", err)
		return
	}
	sizes := picturesOf{}
	for one, size := range found {
		sizes[one.Address()] = size
	}
	eachPicture(k, page, func(row store.Row, c *schema.Column) {
		if c.Clean == schema.Illustrated {
			row[c.Name] = sizes.inText(row.Text(c.Name))
		}
	})
	if len(sizes) > 0 {
		page["pictures"] = sizes
	}
}

// eachPicture visits the columns of a page's rows that show pictures.
func eachPicture(k *kind, page data, visit func(row store.Row, c *schema.Column)) {
	for _, p := range k.pieces {
		all, _ := page[p.key].([]store.Row)
		if one, ok := page[p.key].(store.Row); ok {
			all = []store.Row{one}
		}
		for c := range p.tables[0].Columns.All() {
			if !showsPicture(c) {
				continue
			}
			for _, row := range all {
				if row[c.Name] != nil {
					visit(row, c)
				}
			}
		}
	}
}

func showsPicture(c *schema.Column) bool {
	return c.Rule(schema.Image) != nil || c.Clean == schema.Illustrated
}

// The sanitiser writes images in no other way.
var imageShape = regexp.MustCompile(`<img src="(/storage/v1/object/public/media/[A-Za-z0-9._-]+)"([^>]*)>`)

// textWidths are those of pictures between paragraphs, which are 42rem wide.
var textWidths = []int64{320, 480, 640, 960, 1200}

// inText gives images of rich text their sizes.
func (p picturesOf) inText(text string) string {
	return imageShape.ReplaceAllStringFunc(text, func(image string) string {
		parts := imageShape.FindStringSubmatch(image)
		size, known := p[parts[1]]
		if !known {
			return image
		}
		address := schema.Rendered + strings.TrimPrefix(parts[1], schema.Uploads)
		var set []string
		for _, width := range textWidths {
			if width <= size.Width {
				set = append(set, fmt.Sprintf("%s?width=%d&v=%s %dw", address, width, size.Look, width))
			}
		}
		if len(set) == 0 {
			set = []string{fmt.Sprintf("%s?v=%s %dw", address, size.Look, size.Width)}
		}
		rest := parts[2]
		if !strings.Contains(rest, " width=") {
			rest += fmt.Sprintf(` width="%d" height="%d"`, size.Width, size.Height)
		}
		return fmt.Sprintf(`<img src="%s" srcset="%s" sizes="(max-width: 44rem) 92vw, 42rem" loading="lazy" decoding="async"%s>`,
			parts[1], html.EscapeString(strings.Join(set, ", ")), rest)
	})
}

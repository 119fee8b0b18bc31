package site

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
)

// maxDrawings bounds the drawings of a studio that are cached, in bytes; a family
// takes a tenth.
const maxDrawings = 4 << 20

// artwork is what a page shows of a studio's own drawings; see web/src/site/art.ts.
type artwork struct {
	Options json.RawMessage   `json:"options"`
	Calls   []json.RawMessage `json:"calls"`
}

// artPlace is where the body has room for an item of a call. No text of an
// editor can be a comment.
var artPlace = regexp.MustCompile(`<!--art \d+ \d+-->`)

var errNotDrawn = errors.New("a drawing is missing")

// drawIn puts the drawings into a page. Each is made once, whatever else of the
// page changes: lines by the thousand take longer than all the rest.
func (s *Site) drawIn(ctx context.Context, page *rendered) error {
	drawn, err := s.drawingsOf(ctx, page.Art)
	if err != nil {
		return err
	}
	page.Body = artPlace.ReplaceAllStringFunc(page.Body, func(place string) string {
		var call, item int
		if _, wrong := fmt.Sscanf(place, "<!--art %d %d-->", &call, &item); wrong != nil || call >= len(drawn) || item >= len(drawn[call]) {
			err = errNotDrawn
			return ""
		}
		return drawn[call][item]
	})
	return err
}

// drawingsOf are the drawings of a page. What is not cached is made, as many at a
// time as the bundle finds time for.
func (s *Site) drawingsOf(ctx context.Context, o *artwork) ([][]string, error) {
	drawn, missing := make([][]string, len(o.Calls)), []int{}
	for i, call := range o.Calls {
		known := false
		if drawn[i], _, known = s.drawings.Get(o.key(call)); !known {
			missing = append(missing, i)
		}
	}
	for len(missing) > 0 {
		ask := artwork{Options: o.Options}
		for _, i := range missing {
			ask.Calls = append(ask.Calls, o.Calls[i])
		}
		input, err := json.Marshal(ask)
		if err != nil {
			return nil, err
		}
		var made [][]string
		if err := s.render.call(ctx, "draw", true, input, &made); err != nil {
			return nil, err
		}
		if len(made) == 0 || len(made) > len(missing) {
			return nil, errNotDrawn
		}
		for n, bodies := range made {
			key := o.key(o.Calls[missing[n]])
			_, generation, _ := s.drawings.Get(key)
			s.drawings.Put(key, bodies, generation)
			drawn[missing[n]] = bodies
		}
		missing = missing[len(made):]
	}
	return drawn, nil
}

func (o *artwork) key(call json.RawMessage) [sha256.Size]byte {
	return sha256.Sum256(append(append([]byte{}, o.Options...), call...))
}

func weighDrawing(_ [sha256.Size]byte, bodies []string) (bytes int) {
	for _, body := range bodies {
		bytes += len(body)
	}
	return bytes
}

package storage

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"runtime/debug"
	"strings"
	"time"

	"vitrine/internal/edge"
	"vitrine/internal/fault"
	"vitrine/internal/limit"
	"vitrine/internal/picture"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// renders is how many versions that nobody has asked for yet one address may
// have made.
var renders = limit.Rate{Name: "render", Count: 240, Per: time.Minute}

const (
	renderTime    = 30 * time.Second // until somebody's turn comes and the version is made
	maxRendering  = 64               // versions that wait for their turn
	foreverMaxAge = 365 * 24 * 3600
	// encoding rises when versions are made in another way.
	encoding = "1"
)

// shown is an object with what the library says of it; nil where it says nothing.
type shown struct{ object, media store.Row }

// noSignedRender says that versions have no signed addresses; all pictures are public.
func (h *Handler) noSignedRender(call) error {
	return fault.New(fault.NotOffered, "Pictures are public here: ask for render/image/public. Signed versions are not offered.")
}

// render answers with a picture in the size that somebody needs.
func (h *Handler) render(c call) error {
	a, err := readAsked(c.URL.Query())
	if err != nil {
		return err
	}
	is, err := h.lookUp(c.Context(), c.key())
	if err != nil {
		return err
	}
	c.w.Header().Set("Vary", "Accept")
	if is.media == nil { // it came past the library, which will know it within the hour
		return h.serve(c)
	}
	v := a.of(is.media)
	v.webp = h.Encoder.WebP != nil && strings.Contains(c.Header.Get("Accept"), "image/webp")
	name := versionName{c.key(), is.object.Text("etag") + "-" + v.String() + "-" + encoding}
	made, found := h.versions.get(name)
	if !found {
		if made, err = h.make(c, name, is.object, v); err != nil {
			return err
		}
	}
	if made.content == nil {
		return h.serve(c)
	}
	row := store.Row{"id": is.object["id"], "mimetype": made.mimetype, "etag": name.version, "updated_at": is.object["updated_at"], "max_age": min(is.object.Int("max_age"), defaultAge)}
	if c.URL.Query().Get("v") == Look(is.object, is.media) {
		row["max_age"] = int64(foreverMaxAge)
	}
	return h.send(c, row, bytes.NewReader(made.content), edge.KeyOf(schema.Media.Name, fmt.Sprint(is.media["id"])))
}

// Pictures tells how large pictures are, for the pages that show them.
func (h *Handler) Pictures(ctx context.Context, of []schema.Upload) (map[schema.Upload]schema.SizedPicture, error) {
	out := map[schema.Upload]schema.SizedPicture{}
	for _, one := range of {
		b, err := bucketOf(one.Bucket)
		if err != nil {
			continue
		}
		is, err := h.lookUp(ctx, key(b.name, one.Name))
		if err != nil && !fault.Is(err, fault.NotOne) {
			return nil, err
		}
		if err == nil && is.media != nil {
			out[one] = schema.SizedPicture{
				Width: is.media.Int("width"), Height: is.media.Int("height"), Look: Look(is.object, is.media), Logo: !cropOf(is.media, "logo").Empty(),
				FocalX: is.media.Float("focal_x"), FocalY: is.media.Float("focal_y"),
			}
		}
	}
	return out, nil
}

// Part is a part of a public picture as a file, made once like any version. One
// that is gone, or moves, is fault.NotOne.
func (h *Handler) Part(ctx context.Context, address string, want picture.Want) ([]byte, error) {
	at, err := parsePath(address)
	if err != nil {
		return nil, err
	}
	if b, err := bucketOf(at.bucket); err != nil || b.private || at.what != "public" {
		return nil, noObject()
	}
	is, err := h.lookUp(ctx, key(at.bucket, at.name))
	if err != nil {
		return nil, err
	}
	v := version{Want: want, quality: qualities[len(qualities)-1]}
	name := versionName{key(at.bucket, at.name), is.object.Text("etag") + "-" + v.String() + "-" + encoding}
	out, found := h.versions.get(name)
	if !found {
		if out, err = h.makeOnce(ctx, name, is.object, v); err != nil {
			return nil, err
		}
	}
	if out.content == nil {
		return nil, fault.New(fault.NotOne, "An animation has no part")
	}
	return out.content, nil
}

func (h *Handler) lookUp(ctx context.Context, key string) (shown, error) {
	is, generation, found := h.shown.Get(key)
	if found {
		return is, nil
	}
	object, err := h.find(ctx, key)
	if err != nil {
		return shown{}, err
	}
	rows, err := h.Store.AsSystem().Select(ctx, &schema.Media, store.Query{Where: store.All{inLibrary(apart(key))}, Limit: store.Limit(1)})
	if err != nil {
		return shown{}, err
	}
	is = shown{object: object}
	if len(rows) > 0 {
		is.media = rows[0]
	}
	h.shown.Put(key, is, generation)
	return is, nil
}

// make makes the version within the limits of the caller.
func (h *Handler) make(c call, name versionName, object store.Row, v version) (made, error) {
	if who, err := schema.ActorFrom(c.Context()); err == nil && !who.Staff() {
		if err := h.Limits.Allow(renders, who.Address); err != nil {
			return made{}, err
		}
	}
	control := http.NewResponseController(c.w)
	_ = control.SetReadDeadline(time.Time{}) // nothing is left to read, and the end of that time would end the call
	_ = control.SetWriteDeadline(time.Now().Add(2*h.renderTime + uploadTime))
	return h.makeOnce(c.Context(), name, object, v)
}

// makeOnce has one caller make the version and the others wait for it. Whoever
// leaves does not stop it.
func (h *Handler) makeOnce(ctx context.Context, name versionName, object store.Row, v version) (made, error) {
	done := h.flight.DoChan(name.object+" "+name.version, func() (any, error) {
		if there, found := h.versions.get(name); found { // made between the look and now
			return there, nil
		}
		select {
		case h.rendering <- struct{}{}:
			defer func() { <-h.rendering }()
		default:
			return made{}, crowded()
		}
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), h.renderTime)
		defer cancel()
		out, err := h.makeVersion(ctx, object, v)
		if err == nil {
			h.versions.put(name, out)
		}
		return out, err
	})
	select {
	case result := <-done:
		out, _ := result.Val.(made)
		return out, result.Err
	case <-ctx.Done():
		return made{}, fault.New(fault.TimedOut, "the caller did not wait").Because(ctx.Err())
	}
}

func crowded() *fault.Error {
	return fault.New(fault.Crowded, "Too many pictures are being made. Please try again in a few seconds.").After(5 * time.Second)
}

// makeVersion decodes one picture at a time. What cannot be made smaller, and an
// animation, is served as it is.
func (h *Handler) makeVersion(ctx context.Context, object store.Row, v version) (made, error) {
	release, err := h.decodes(ctx)
	if err != nil { // nobody leaves this context but time
		return made{}, crowded().Because(err)
	}
	defer release()
	content, err := h.read(ctx, object.Text("file"))
	if errors.Is(err, fs.ErrNotExist) {
		return made{}, noObject()
	}
	if err != nil {
		return made{}, fault.New(fault.Unavailable, "The file cannot be read now. Please try again later.").Because(err)
	}
	mimetype := object.Text("mimetype")
	if mimetype == "image/gif" {
		if walked, err := measureGIF(content); err != nil || walked.frames > 1 {
			return made{}, nil
		}
	}
	defer debug.FreeOSMemory()
	v.Turned = turned(content)
	img, err := picture.Scale(content, v.Want)
	if err != nil {
		return made{}, err
	}
	if 4*v.Part.Dx()*v.Part.Dy() > muchMemory {
		debug.FreeOSMemory() // of the picture, before the encoder takes its own
	}
	out := made{}
	out.content, out.mimetype, err = h.Encoder.Encode(ctx, img, v.quality, picture.Profile(mimetype, content), v.webp)
	if out.content == nil {
		return made{}, err
	}
	if err != nil {
		h.Log.WarnContext(ctx, "a picture could not be made as WebP", "error", err)
	}
	is, err := look(mimetype, content)
	if err == nil && v.Width == is.width && v.Height == is.height && len(out.content) >= len(content) {
		return made{}, nil
	}
	return out, err
}

package storage

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/google/uuid"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// uploadTime is how long a slow line may take to send the body that fits a slot.
const uploadTime = 60 * time.Second

// upload stores a picture under a new name. What costs nothing is judged
// first: who sends it, how much is announced, whether the name is taken.
func (h *Handler) upload(c call) (err error) {
	defer func() { h.Uploaded(err) }()
	if err := staff(c); err != nil {
		return err
	}
	if err := h.Limits.Allow(uploads, c.actor.UserID); err != nil {
		return err
	}
	if err := c.announced(); err != nil {
		return err
	}
	if _, err := h.find(c.Context(), c.key()); err == nil {
		return taken()
	} else if !fault.Is(err, fault.NotOne) {
		return err
	}
	room := slotsFor(c.ContentLength, c.bucket.most)
	allowTime(c.w, h.slots.wait)
	release, err := h.slots.acquire(c.Context(), room)
	if err != nil {
		return err
	}
	defer release()
	allowTime(c.w, time.Duration(room)*uploadTime)
	sent, err := receive(c.w, c.Request, c.bucket.most)
	if err != nil {
		return err
	}
	found, err := h.judge(c.Context(), &sent)
	if err != nil {
		return err
	}
	return h.keep(c, sent, found)
}

// update would replace bytes that browsers keep under the same address.
func (h *Handler) update(c call) error {
	if err := staff(c); err != nil {
		return err
	}
	return fault.New(fault.NotOffered, "An object is not replaced; upload it under another name.")
}

// announced refuses by the headers alone what would be refused later.
func (c call) announced() error {
	if e := c.Header.Get("Content-Encoding"); e != "" && !strings.EqualFold(e, "identity") {
		return fault.New(fault.Invalid, "a compressed body is not supported")
	}
	if c.ContentLength > c.bucket.most+maxEnvelope {
		return tooLarge()
	}
	return nil
}

// allowTime gives the body longer than other requests have. Servers that
// cannot do it, as in tests, have no such limit either.
func allowTime(w http.ResponseWriter, long time.Duration) {
	now, control := time.Now(), http.NewResponseController(w)
	_ = control.SetReadDeadline(now.Add(long))
	_ = control.SetWriteDeadline(now.Add(long + uploadTime))
}

// judge decodes one picture at a time, and strips it.
func (h *Handler) judge(ctx context.Context, sent *upload) (found, error) {
	release, err := h.decodes(ctx)
	if err != nil {
		return found{}, err
	}
	defer release()
	mimetype, err := Judge(sent.content)
	if err != nil {
		return found{}, err
	}
	sent.content = Strip(mimetype, sent.content)
	return look(mimetype, sent.content)
}

// decodes waits for its turn: one picture is decoded at a time.
func (h *Handler) decodes(ctx context.Context) (release func(), err error) {
	select {
	case h.decode <- struct{}{}:
		return func() { <-h.decode }, nil
	case <-ctx.Done():
		return nil, fault.New(fault.TimedOut, "the caller did not wait").Because(ctx.Err())
	}
}

// keep puts the bytes on disk and then the rows beside the others, both or
// neither. The unique name decides between two uploads at once. Only refused
// rows are known not to be there; after any other failure the file is left to
// the sweep.
func (h *Handler) keep(c call, sent upload, is found) error {
	id, file := uuid.NewString(), rand.Text()
	if err := h.Disk.Put(c.Context(), file, sent.content); err != nil {
		return fault.New(fault.Unavailable, "The file cannot be stored now. Please try again later.").Because(err)
	}
	h.Log.InfoContext(c.Context(), "write", "attempt", "insert storage_objects", "user", c.actor.Label)
	object := store.Row{
		"id": id, "name": c.key(), "file": file, "size": len(sent.content), "mimetype": is.mimetype,
		"etag": etagOf(sent.content), "max_age": sent.maxAge,
	}
	err := h.Store.As(c.actor).AsSystem().Tx(c.Context(), func(tx store.Session) error {
		if _, err := tx.Insert(c.Context(), &schema.StorageObjects, object); err != nil {
			return err
		}
		_, err := tx.Insert(c.Context(), &schema.Media, is.row(object, sent.fileName))
		return err
	})
	if fault.Is(err, fault.Duplicate) {
		if err := h.Disk.Remove(c.Context(), file); err != nil {
			h.Log.WarnContext(c.Context(), "an upload stays on disk until the next sweep", "error", err)
		}
		return taken()
	}
	if err != nil {
		return fmt.Errorf("store %s: %w", c.name, err)
	}
	return reply(c.w, http.StatusOK, map[string]string{"Id": id, "Key": c.bucket.name + "/" + c.name})
}

func etagOf(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:16])
}

func taken() error { return fault.New(fault.Duplicate, "The resource already exists") }

func tooLarge() error {
	return fault.New(fault.TooLarge, "The object exceeded the maximum allowed size")
}

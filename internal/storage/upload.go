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

// uploadTime is how long a slow line may take to send a file.
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
	if err := announced(c.Request); err != nil {
		return err
	}
	if _, err := h.find(c); err == nil {
		return taken()
	} else if !fault.Is(err, fault.NotOne) {
		return err
	}
	release, err := h.slots.acquire(c.Context())
	if err != nil {
		return err
	}
	defer release()
	allowTime(c.w)
	sent, err := receive(c.w, c.Request)
	if err != nil {
		return err
	}
	mimetype, err := h.judge(c.Context(), &sent)
	if err != nil {
		return err
	}
	return h.keep(c, sent, mimetype)
}

// update would replace bytes that browsers keep under the same address.
func (h *Handler) update(c call) error {
	if err := staff(c); err != nil {
		return err
	}
	return fault.New(fault.NotOffered, "An object is not replaced; upload it under another name.")
}

// announced refuses by the headers alone what would be refused later.
func announced(r *http.Request) error {
	if e := r.Header.Get("Content-Encoding"); e != "" && !strings.EqualFold(e, "identity") {
		return fault.New(fault.Invalid, "a compressed body is not supported")
	}
	if r.ContentLength > maxUpload+maxEnvelope {
		return tooLarge()
	}
	return nil
}

// allowTime gives the body longer than other requests have. Servers that
// cannot do it, as in tests, have no such limit either.
func allowTime(w http.ResponseWriter) {
	now, control := time.Now(), http.NewResponseController(w)
	_ = control.SetReadDeadline(now.Add(uploadTime))
	_ = control.SetWriteDeadline(now.Add(2 * uploadTime))
}

// judge decodes one picture at a time, and strips it.
func (h *Handler) judge(ctx context.Context, sent *upload) (string, error) {
	select {
	case h.decode <- struct{}{}:
		defer func() { <-h.decode }()
		mimetype, err := Judge(sent.content)
		if err == nil {
			sent.content = Strip(mimetype, sent.content)
		}
		return mimetype, err
	case <-ctx.Done():
		return "", fault.New(fault.TimedOut, "the caller did not wait").Because(ctx.Err())
	}
}

// keep puts the bytes on disk and then the row beside the others. The unique
// name decides between two uploads at once. Only a refused row is known not
// to be there; after any other failure the file is left to the sweep.
func (h *Handler) keep(c call, sent upload, mimetype string) error {
	id, file := uuid.NewString(), rand.Text()
	if err := h.Disk.Put(c.Context(), file, sent.content); err != nil {
		return fault.New(fault.Unavailable, "The file cannot be stored now. Please try again later.").Because(err)
	}
	h.Log.InfoContext(c.Context(), "write", "attempt", "insert storage_objects", "user", c.actor.Label)
	_, err := h.Store.As(c.actor).AsSystem().Insert(c.Context(), &schema.StorageObjects, store.Row{
		"id": id, "name": c.name, "file": file, "size": len(sent.content), "mimetype": mimetype,
		"etag": etagOf(sent.content), "max_age": sent.maxAge,
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
	return reply(c.w, http.StatusOK, map[string]string{"Id": id, "Key": Bucket + "/" + c.name})
}

func etagOf(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:16])
}

func taken() error { return fault.New(fault.Duplicate, "The resource already exists") }

func tooLarge() error {
	return fault.New(fault.TooLarge, "The object exceeded the maximum allowed size")
}

package storage

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"vitrine/internal/client"
	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

const pdf = "application/pdf"

// servePrivate answers calls about the CVs. Who is not of the staff learns nothing,
// not even what is there; nobody uploads or removes one here, as it comes and goes
// with its application.
func (h *Handler) servePrivate(c call, what string) error {
	reads := c.Method == http.MethodGet || c.Method == http.MethodHead
	if reads && what == "sign" {
		return h.serveSigned(c)
	}
	if what == "public" || what == "render" || what == "own render" || what == "signed render" {
		return noObject()
	}
	if !c.actor.Staff() {
		if c.name == "" {
			_, err := bucketOf("")
			return err
		}
		return noObject()
	}
	switch c.Method + " " + what {
	case "GET object", "HEAD object":
		return h.serveCV(c)
	case "GET info", "HEAD info":
		return h.info(c)
	case "POST sign":
		return h.sign(c)
	case "POST list":
		return h.list(c)
	case "GET bucket":
		return h.describeBucket(c)
	}
	return fault.New(fault.Denied, "a CV comes and goes with its application")
}

// notSigned is for files that everybody may have.
func (h *Handler) notSigned(call) error {
	return fault.New(fault.NotOffered, "Only files of applications have signed addresses.")
}

// sign gives staff an address at which the CV can be fetched for a while, and
// notes who asked.
func (h *Handler) sign(c call) error {
	var body struct {
		ExpiresIn int64 `json:"expiresIn"`
		Transform any   `json:"transform"`
	}
	if err := readJSON(c, &body); err != nil {
		return err
	}
	if most := int64(maxSigned / time.Second); body.ExpiresIn < 1 || body.ExpiresIn > most || body.Transform != nil {
		return fault.New(fault.BadBody, "expiresIn must be from 1 to %d seconds, and nothing is transformed", most)
	}
	object, application, err := h.findCV(c)
	if err != nil {
		return err
	}
	if err := h.note(c, application); err != nil {
		return err
	}
	token := h.signed.token(object, h.Now().Add(time.Duration(body.ExpiresIn)*time.Second))
	return reply(c.w, http.StatusOK, map[string]string{"signedURL": "/object/sign/" + c.bucket.name + "/" + c.name + "?token=" + url.QueryEscape(token)})
}

// note writes down who asked for a CV.
func (h *Handler) note(c call, application store.Row) error {
	_, err := h.Store.As(c.actor).AsSystem().Insert(c.Context(), &schema.ApplicationEvents, store.Row{"application_id": application.Int("id"), "kind": schema.EventCV})
	return err
}

// serveSigned needs no session: who has the address was given it.
func (h *Handler) serveSigned(c call) error {
	object, err := h.find(c.Context(), c.key())
	if err != nil {
		return err
	}
	if !h.signed.holds(c.URL.Query().Get("token"), object, h.Now()) {
		return noObject()
	}
	_, application, err := h.findCV(c)
	if err != nil {
		return err
	}
	return h.sendCV(c, object, application)
}

// serveCV is the download with a session.
func (h *Handler) serveCV(c call) error {
	object, application, err := h.findCV(c)
	if err != nil {
		return err
	}
	if c.Method == http.MethodGet {
		if err := h.note(c, application); err != nil {
			return err
		}
	}
	return h.sendCV(c, object, application)
}

// findCV is a CV with the application that names it. While that is in Trash nobody
// has the file, nor before it was scanned.
func (h *Handler) findCV(c call) (object, application store.Row, err error) {
	if object, err = h.find(c.Context(), c.key()); err != nil {
		return nil, nil, err
	}
	application, err = h.Store.AsSystem().One(c.Context(), &schema.JobApplications, store.Eq("cv_name", c.name))
	if fault.Is(err, fault.NotOne) {
		return nil, nil, noObject()
	}
	if err == nil && application.Text("scan") == schema.ScanHeld {
		err = fault.New(fault.Denied, "the file is held back until a scan has found nothing in it")
	}
	return object, application, err
}

// sendCV never shows it: a browser saves it, and keeps nothing in its cache.
func (h *Handler) sendCV(c call, object, application store.Row) error {
	content, err := h.Disk.Open(c.Context(), object.Text("file"))
	if errors.Is(err, fs.ErrNotExist) {
		h.Log.WarnContext(c.Context(), "the file of an application is not there", "name", c.name, "file", object.Text("file"))
		return noObject()
	}
	if err != nil {
		return fault.New(fault.Unavailable, "The file cannot be read now. Please try again later.").Because(err)
	}
	defer content.Close()
	name := c.URL.Query().Get("download")
	for _, other := range []string{application.Text("cv_file_name"), c.name} {
		if name == "" {
			name = other
		}
	}
	c.w.Header().Set("Cache-Control", client.NoStore)
	c.w.Header().Set("Content-Disposition", attachment(name))
	return write(c, object, content)
}

// AcquireCV waits until a body of so many bytes may be in memory; less than 0 is
// any number. Release gives its room back.
func (h *Handler) AcquireCV(ctx context.Context, announced int64) (release func(), err error) {
	most := int64(schema.MaxCV + maxEnvelope)
	if announced < 0 || announced > most {
		announced = most
	}
	return h.cvs.acquire(ctx, max(1, (announced+cvSlotSize-1)/cvSlotSize))
}

// PutCV keeps the bytes of a CV, and gives the name of the file. It is nobody's
// before InsertCV, and is swept if that never comes.
func (h *Handler) PutCV(ctx context.Context, content []byte) (file string, err error) {
	file = rand.Text()
	if err := h.Disk.Put(ctx, file, content); err != nil {
		return "", fault.New(fault.Unavailable, "The file cannot be stored now. Please try again later.").Because(err)
	}
	return file, nil
}

// InsertCV makes a file the CV of an application, and gives the name that the
// application has to carry. It begins with whose it is, which is in no row while
// the application is in Trash.
func (h *Handler) InsertCV(ctx context.Context, tx store.Session, application int64, file string, content []byte) (name string, err error) {
	name = fmt.Sprintf("%d-%s.pdf", application, file)
	_, err = tx.AsSystem().Insert(ctx, &schema.StorageObjects, store.Row{
		"id": uuid.NewString(), "name": key(schema.ApplicationBucket, name), "file": file, "size": len(content), "mimetype": pdf, "etag": etagOf(content), "max_age": 0,
	})
	return name, err
}

// Purge removes files that are nobody's any more, and the CVs of applications that
// are gone for good. What cannot be removed now is tried again each hour.
func (h *Handler) Purge(ctx context.Context, files ...string) {
	ctx = context.WithoutCancel(ctx) // whoever asked may be gone
	h.Discard(ctx, files...)
	if err := h.DropCVs(ctx); err != nil {
		h.Log.WarnContext(ctx, "the CVs of applications that are gone stay until the next sweep", "error", err)
	}
}

// IsCV tells whether a CV has these bytes.
func (h *Handler) IsCV(ctx context.Context, name string, content []byte) (bool, error) {
	object, err := h.find(ctx, key(schema.ApplicationBucket, name))
	if fault.Is(err, fault.NotOne) {
		return false, nil
	}
	return err == nil && object.Text("etag") == etagOf(content), err
}

// OpenCV reads a CV; fs.ErrNotExist when there is none.
func (h *Handler) OpenCV(ctx context.Context, name string) (io.ReadCloser, error) {
	object, err := h.find(ctx, key(schema.ApplicationBucket, name))
	if fault.Is(err, fault.NotOne) {
		return nil, fs.ErrNotExist
	}
	if err != nil {
		return nil, err
	}
	return h.Disk.Open(ctx, object.Text("file"))
}

// onDeleted has the CVs looked through when an application may be gone for good:
// its row, or what Trash held of it.
func (h *Handler) onDeleted(events []store.Event) {
	for _, e := range events {
		if e.Type == store.Deleted && (e.Table == &schema.JobApplications || e.Table == &schema.Revisions) {
			select {
			case h.wake <- struct{}{}:
			default:
			}
			return
		}
	}
}

// dropStep is how many CVs are looked at in one go.
const dropStep = 200

// DropCVs removes the CVs of applications that are gone for good: the file first, as
// nobody can fetch it any more, so that the row tells what is left to do.
func (h *Handler) DropCVs(ctx context.Context) error {
	db := h.Store.AsSystem()
	for after := ""; ; {
		rows, err := db.Select(ctx, &schema.StorageObjects, store.Query{
			Where: store.All{store.Compare{Column: "name", Op: store.OpLike, Value: schema.ApplicationBucket + "/%"}, store.Gt("name", after)},
			Order: []store.Order{store.Asc("name")}, Limit: store.Limit(dropStep),
		})
		if err != nil || len(rows) == 0 {
			return err
		}
		after = rows[len(rows)-1].Text("name")
		gone, err := h.gone(ctx, db, rows)
		if err != nil {
			return err
		}
		for _, row := range gone {
			if err := h.Disk.Remove(ctx, row.Text("file")); err != nil {
				return err
			}
			if _, err := db.Delete(ctx, &schema.StorageObjects, store.Eq("id", row.Text("id"))); err != nil {
				return err
			}
		}
	}
}

// gone are the objects of applications that are gone for good. What seems so is
// looked at once more while nothing can be put back, as an application on its way
// out of Trash is in neither place for who looks at one after the other.
func (h *Handler) gone(ctx context.Context, db store.Session, objects []store.Row) (out []store.Row, err error) {
	if out, err = h.unnamed(ctx, db, objects); err != nil || len(out) == 0 {
		return nil, err
	}
	err = db.Tx(ctx, func(tx store.Session) error {
		if err := tx.Lock(ctx, schema.JobApplications.Name); err != nil {
			return err
		}
		out, err = h.unnamed(ctx, tx, out)
		return err
	})
	return out, err
}

// unnamed are the objects that neither an application names nor Trash.
func (h *Handler) unnamed(ctx context.Context, db store.Session, objects []store.Row) (out []store.Row, err error) {
	of := map[string]store.Row{} // by name
	for _, row := range objects {
		of[apart(row.Text("name")).Name] = row
	}
	rows, err := db.Select(ctx, &schema.JobApplications, store.Query{Fields: store.Fields("cv_name"), Where: store.All{store.In("cv_name", slices.Collect(maps.Keys(of))...)}})
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		delete(of, row.Text("cv_name"))
	}
	for name, row := range of {
		id, _, _ := strings.Cut(name, "-")
		kept, err := db.Count(ctx, &schema.Revisions, store.All{
			store.Eq("document", schema.Trashed[&schema.JobApplications]), store.Eq("document_id", id), store.Eq("action", schema.Deleted), store.IsNull("restored_at"),
		})
		if err != nil {
			return nil, err
		}
		if kept == 0 {
			out = append(out, row)
		}
	}
	return out, nil
}

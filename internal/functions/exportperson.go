package functions

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"time"

	"vitrine/internal/client"
	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store/revisions"
)

// exportPerson gives staff all that is stored about an address as a zip: the rows
// as JSON, and the CVs beside them. The address comes in the body, so that it is in
// no log.
func (h *Handler) exportPerson(w http.ResponseWriter, r *http.Request, actor schema.Actor) error {
	if actor.Role == schema.Visitor {
		return fault.New(fault.NoSession, "Please sign in.")
	}
	if !actor.Staff() {
		return fault.New(fault.Denied, "Only staff may export a person.")
	}
	if h.person == nil {
		return fault.New(fault.UnknownProcedure, "There is no such function.")
	}
	var body struct {
		Email string `json:"email"`
	}
	if err := readJSON(w, r, &body); err != nil {
		return err
	}
	db := h.store.As(actor)
	everything, cvs, err := h.person(r.Context(), db, body.Email)
	if err != nil {
		return err
	}
	if err := revisions.Note(r.Context(), db, schema.Exported, schema.PersonDocument, "", ""); err != nil {
		return err
	}
	header := w.Header()
	header.Set("Content-Type", "application/zip")
	header.Set("Content-Disposition", `attachment; filename="person-`+h.Now().Format(time.DateOnly)+`.zip"`)
	header.Set("Cache-Control", client.NoStore)
	header.Set("X-Content-Type-Options", "nosniff")
	out := zip.NewWriter(w)
	err = h.addFile(w, out, "person.json", zip.Deflate, func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(everything)), nil })
	for _, name := range cvs {
		if err == nil {
			err = h.addFile(w, out, "cvs/"+name, zip.Store, func() (io.ReadCloser, error) { return h.cvs.OpenCV(r.Context(), name) })
		}
	}
	if err == nil {
		err = out.Close()
	}
	if err != nil {
		// The status is out: a cut connection tells the client that the file is not whole.
		h.log.ErrorContext(r.Context(), "export a person", "error", err)
		panic(http.ErrAbortHandler)
	}
	return nil
}

func (h *Handler) addFile(w http.ResponseWriter, out *zip.Writer, name string, method uint16, open func() (io.ReadCloser, error)) error {
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(pageTime)) // where the server has deadlines
	file, err := open()
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer file.Close()
	part, err := out.CreateHeader(&zip.FileHeader{Name: name, Method: method, Modified: h.Now()})
	if err == nil {
		_, err = io.Copy(part, file)
	}
	return err
}

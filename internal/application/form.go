// Package application is what an applicant sends: the form and its CV, what can be
// wrong with them, and how long all of it is kept.
package application

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/shield"
)

const (
	maxFields   = 128 << 10 // what a form holds besides the CV
	maxParts    = 20        // of a form
	maxDrained  = 30 << 20  // of a body that is too big: who reads the answer has to have sent it all
	queueTime   = 70 * time.Second
	bodyTime    = 5 * time.Minute // for a slow line to send a CV
	pauseTime   = 20 * time.Second
	minRate     = 8 << 10 // bytes per second, after the first pauseTime
	writeTime   = 30 * time.Second
	maxFileName = 200
)

// Form is what an applicant filled in.
type Form struct {
	JobID       int64
	Name, Email string
	Links, Note string
	Consent     bool        // that the studio may read it
	Keep        bool        // that it may be kept for longer
	Key         string      // made by the form; "" goes by what was sent
	CV          *CV         // nil without one
	Filled      shield.Form // how the form was filled in

	release func()
}

// CV is the file of an application.
type CV struct {
	FileName string
	Content  []byte
	TooBig   bool // then it has no content
}

// Close gives back the room that it took in memory.
func (a *Form) Close() {
	if a.release != nil {
		a.release()
		a.release = nil
	}
}

// Read reads the form of an application part by part, as the page sends it with and
// without JavaScript. It waits for acquire until there is room for the CV, and the
// caller closes the form.
func Read(w http.ResponseWriter, r *http.Request, acquire func(ctx context.Context, announced int64) (release func(), err error)) (_ *Form, err error) {
	if kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); kind != "multipart/form-data" {
		return nil, fault.New(fault.BadBody, "The body must be sent as multipart/form-data.")
	}
	const most = schema.MaxCV + maxFields
	a := &Form{Filled: shield.FormOf(r)}
	defer func() {
		if err != nil {
			a.Close()
		}
	}()
	tooBig := r.ContentLength > most
	if !tooBig {
		allowTime(w, queueTime)
		if a.release, err = acquire(r.Context(), r.ContentLength); err != nil {
			return nil, err
		}
	}
	r.Body = http.MaxBytesReader(w, newSteady(w, r.Body, time.Now), maxDrained)
	parts, err := r.MultipartReader()
	if err != nil {
		return nil, badForm(err)
	}
	if err := a.take(parts, r.ContentLength, tooBig); err != nil {
		return nil, err
	}
	allowTime(w, queueTime) // the rest does not wait for the body
	return a, nil
}

func (a *Form) take(parts *multipart.Reader, announced int64, tooBig bool) error {
	left := maxFields
	for n := 0; ; n++ {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) || a.CV != nil && a.CV.TooBig && isTooLong(err) {
			return nil
		}
		if err != nil {
			return badForm(err)
		}
		if n == maxParts {
			return badForm(errors.New("too many parts"))
		}
		if part.FormName() == "cv" {
			err = a.takeCV(part, announced, tooBig)
		} else {
			err = a.takeField(part, &left)
		}
		if err != nil {
			return err
		}
	}
}

func (a *Form) takeField(part *multipart.Part, left *int) error {
	raw, err := io.ReadAll(io.LimitReader(part, int64(*left)+1))
	if err != nil {
		return badForm(err)
	}
	if *left -= len(raw); *left < 0 {
		return fault.New(fault.TooLarge, "The form is too long.")
	}
	// A browser sends a line end as two characters.
	text := strings.ReplaceAll(string(raw), "\r\n", "\n")
	switch part.FormName() {
	case "job_id":
		a.JobID, _ = strconv.ParseInt(strings.TrimSpace(text), 10, 64) // 0 is no job
	case "name":
		a.Name = text
	case "email":
		a.Email = strings.TrimSpace(text)
	case "links":
		a.Links = text
	case "note":
		a.Note = text
	case "consent":
		a.Consent = isTicked(text)
	case "keep":
		a.Keep = isTicked(text)
	case "key":
		a.Key = text
	case "token":
		a.Filled.Given, a.Filled.Token = true, text
	case shield.Trap:
		a.Filled.Trap = text
	}
	return nil
}

// isTicked reads a box of a form; one that is not ticked is not sent.
func isTicked(text string) bool {
	switch strings.ToLower(strings.TrimSpace(text)) {
	case "", "false", "off", "no", "0":
		return false
	}
	return true
}

// takeCV reads the file. A browser sends an empty part without a name when none
// was chosen. What is too big is read and forgotten, so that its sender hears why.
func (a *Form) takeCV(part *multipart.Part, announced int64, tooBig bool) error {
	name := fileName(part.FileName())
	if part.FileName() == "" {
		return nil
	}
	if a.CV != nil {
		return badForm(errors.New("two files"))
	}
	a.CV = &CV{FileName: name, TooBig: tooBig}
	if !tooBig {
		room := schema.MaxCV
		if announced >= 0 {
			room = int(min(announced, schema.MaxCV))
		}
		content := bytes.NewBuffer(make([]byte, 0, room+bytes.MinRead))
		if _, err := content.ReadFrom(io.LimitReader(part, schema.MaxCV+1)); err != nil {
			return badForm(err)
		}
		if content.Len() <= schema.MaxCV {
			a.CV.Content = content.Bytes()
			return nil
		}
		a.CV.TooBig = true
	}
	if _, err := io.Copy(io.Discard, part); err != nil && !isTooLong(err) {
		return badForm(err)
	}
	return nil
}

// fileName keeps of the name of a file what a person reads, and nothing that names
// a place.
func fileName(name string) string {
	name = name[strings.LastIndexAny(name, `/\`)+1:]
	name = strings.Map(func(c rune) rune {
		if unicode.IsControl(c) || unicode.Is(unicode.Cf, c) {
			return -1
		}
		return c
	}, strings.ToValidUTF8(name, "_"))
	if len(name) > maxFileName {
		name = strings.ToValidUTF8(name[:maxFileName], "")
	}
	if name = strings.TrimSpace(name); name == "" {
		return "CV.pdf"
	}
	return name
}

func isTooLong(err error) bool {
	_, is := errors.AsType[*http.MaxBytesError](err)
	return is
}

func badForm(err error) error {
	if isTooLong(err) {
		return fault.New(fault.TooLarge, "The form is too long.")
	}
	return fault.New(fault.BadBody, "The form could not be read.").Because(fmt.Errorf("read the body: %w", err))
}

// steady lets a body take its time as long as bytes keep coming: a line that stops
// or trickles must not hold the room of others.
type steady struct {
	io.ReadCloser
	w     http.ResponseWriter
	now   func() time.Time
	began time.Time
	next  time.Time // when it is looked at again
	got   int64
}

var errTooSlow = errors.New("it comes too slowly")

func newSteady(w http.ResponseWriter, body io.ReadCloser, now func() time.Time) *steady {
	return &steady{ReadCloser: body, w: w, now: now, began: now()}
}

func (s *steady) Read(b []byte) (int, error) {
	if now := s.now(); now.After(s.next) {
		took := now.Sub(s.began)
		if float64(s.got) < (took-pauseTime).Seconds()*minRate {
			return 0, errTooSlow
		}
		s.next = now.Add(time.Second)
		allowTime(s.w, min(pauseTime, bodyTime-took))
	}
	n, err := s.ReadCloser.Read(b)
	s.got += int64(n)
	return n, err
}

// allowTime gives a body longer than other requests have. Servers that cannot do
// it, as in tests, have no such limit either.
func allowTime(w http.ResponseWriter, long time.Duration) {
	now, control := time.Now(), http.NewResponseController(w)
	_ = control.SetReadDeadline(now.Add(long))
	_ = control.SetWriteDeadline(now.Add(long + writeTime))
}

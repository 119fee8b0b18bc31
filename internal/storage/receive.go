package storage

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"regexp"
	"strconv"
	"time"

	"vitrine/internal/fault"
)

const (
	maxUpload   = 5 << 20
	maxEnvelope = 64 << 10 // what multipart may add around the file
	maxParts    = 8
	defaultAge  = 3600
	maxAgeLimit = 365 * 24 * 3600
)

// upload is what a request brought.
type upload struct {
	content []byte
	maxAge  int
}

// receive reads the file from a form or from the bare body, as supabase-js
// sends the one for a File and the other for a Buffer.
func receive(w http.ResponseWriter, r *http.Request) (upload, error) {
	r.Body = http.MaxBytesReader(w, r.Body, maxUpload+maxEnvelope)
	kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if kind == "multipart/form-data" {
		return receiveForm(r)
	}
	content, err := readFile(r.Body, r.ContentLength)
	if err != nil {
		return upload{}, err
	}
	return upload{content, ageFromHeader(r.Header.Get("Cache-Control"))}, nil
}

// receiveForm reads part by part: the file stands in a part without a field
// name, which the form parser of net/http leaves out.
func receiveForm(r *http.Request) (upload, error) {
	form, err := r.MultipartReader()
	if err != nil {
		return upload{}, badForm(err)
	}
	sent := upload{maxAge: defaultAge}
	for n := 0; ; n++ {
		part, err := form.NextPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return upload{}, badForm(err)
		}
		if n == maxParts {
			return upload{}, badForm(errors.New("too many parts"))
		}
		if err := sent.take(part, r.ContentLength); err != nil {
			return upload{}, err
		}
	}
	if sent.content == nil {
		return upload{}, badForm(errors.New("no part has a file name"))
	}
	return sent, nil
}

func (u *upload) take(part *multipart.Part, announced int64) (err error) {
	switch {
	case part.FileName() != "" && u.content != nil:
		return badForm(errors.New("two files"))
	case part.FileName() != "":
		u.content, err = readFile(part, announced)
	case part.FormName() == "cacheControl":
		u.maxAge, err = readAge(part)
	}
	return err
}

// readFile makes room for what was announced at once: growing as it reads
// would leave several times the file behind.
func readFile(r io.Reader, announced int64) ([]byte, error) {
	room := min(max(announced, 0), maxUpload) + bytes.MinRead
	content := bytes.NewBuffer(make([]byte, 0, room))
	if _, err := content.ReadFrom(io.LimitReader(r, maxUpload+1)); err != nil {
		return nil, badForm(err)
	}
	if content.Len() > maxUpload {
		return nil, tooLarge()
	}
	return content.Bytes(), nil
}

var digits = regexp.MustCompile(`^[0-9]{1,9}$`)

// readAge takes digits only: the text ends up in a header.
func readAge(r io.Reader) (int, error) {
	raw, err := io.ReadAll(io.LimitReader(r, 32))
	if err != nil {
		return 0, badForm(err)
	}
	age, err := strconv.Atoi(string(raw))
	if !digits.Match(raw) || err != nil || age > maxAgeLimit {
		return 0, fault.New(fault.BadBody, "cacheControl must be a number of seconds, at most %d", maxAgeLimit)
	}
	return age, nil
}

var ageShape = regexp.MustCompile(`max-age=([0-9]{1,9})`)

// ageFromHeader falls back: a browser puts directives of its own there.
func ageFromHeader(header string) int {
	found := ageShape.FindStringSubmatch(header)
	if found == nil {
		return defaultAge
	}
	age, err := strconv.Atoi(found[1])
	if err != nil || age > maxAgeLimit {
		return defaultAge
	}
	return age
}

// badForm tells a body that is too long from one that is broken.
func badForm(err error) error {
	if _, is := errors.AsType[*http.MaxBytesError](err); is {
		return tooLarge()
	}
	return fault.New(fault.BadBody, "The upload could not be read.").Because(fmt.Errorf("read the body: %w", err))
}

const (
	slots    = 4  // uploads are in memory at once, each with up to 5 MiB
	waiting  = 32 // more may wait, with their bodies unread
	waitTime = 20 * time.Second
)

// uploadSlots bounds the uploads that are in memory. A caller waits with the body
// unread, so that it lies in the caller's memory and not in ours.
type uploadSlots struct {
	taken chan struct{}
	queue chan struct{}
	wait  time.Duration
}

func newUploadSlots() *uploadSlots {
	return &uploadSlots{make(chan struct{}, slots), make(chan struct{}, waiting), waitTime}
}

// acquire waits for a slot; release gives it back.
func (s *uploadSlots) acquire(ctx context.Context) (release func(), err error) {
	release = func() { <-s.taken }
	select {
	case s.taken <- struct{}{}:
		return release, nil
	default:
	}
	select {
	case s.queue <- struct{}{}:
		defer func() { <-s.queue }()
	default:
		return nil, busy()
	}
	late := time.NewTimer(s.wait)
	defer late.Stop()
	select {
	case s.taken <- struct{}{}:
		return release, nil
	case <-late.C:
		return nil, busy()
	case <-ctx.Done():
		return nil, fault.New(fault.TimedOut, "the caller did not wait").Because(ctx.Err())
	}
}

func busy() error {
	return fault.New(fault.Unavailable, "The server is busy with other uploads. Please try again in a few seconds.").After(5 * time.Second)
}

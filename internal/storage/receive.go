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

	"golang.org/x/sync/semaphore"

	"vitrine/internal/fault"
)

const (
	maxEnvelope = 64 << 10 // what multipart may add around the file
	maxParts    = 8
	defaultAge  = 3600
	maxAgeLimit = 365 * 24 * 3600
)

// upload is what a request brought.
type upload struct {
	content  []byte
	fileName string // as the sender calls it; "" when it does not say
	maxAge   int
}

// receive reads the file from a form or from the bare body, as supabase-js
// sends the one for a File and the other for a Buffer.
func receive(w http.ResponseWriter, r *http.Request, most int64) (upload, error) {
	r.Body = http.MaxBytesReader(w, r.Body, most+maxEnvelope)
	kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if kind == "multipart/form-data" {
		return receiveForm(r, most)
	}
	content, err := readFile(r.Body, r.ContentLength, most)
	if err != nil {
		return upload{}, err
	}
	return upload{content: content, maxAge: ageFromHeader(r.Header.Get("Cache-Control"))}, nil
}

// receiveForm reads part by part: the file stands in a part without a field
// name, which the form parser of net/http leaves out.
func receiveForm(r *http.Request, most int64) (upload, error) {
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
		if err := sent.take(part, r.ContentLength, most); err != nil {
			return upload{}, err
		}
	}
	if sent.content == nil {
		return upload{}, badForm(errors.New("no part has a file name"))
	}
	return sent, nil
}

func (u *upload) take(part *multipart.Part, announced, most int64) (err error) {
	switch {
	case part.FileName() != "" && u.content != nil:
		return badForm(errors.New("two files"))
	case part.FileName() != "":
		u.fileName = filename(part.FileName())
		u.content, err = readFile(part, announced, most)
	case part.FormName() == "cacheControl":
		u.maxAge, err = readAge(part)
	}
	return err
}

// readFile makes room for what was announced at once: growing as it reads
// would leave several times the file behind.
func readFile(r io.Reader, announced, most int64) ([]byte, error) {
	room := min(max(announced, 0), most) + bytes.MinRead
	content := bytes.NewBuffer(make([]byte, 0, room))
	if _, err := content.ReadFrom(io.LimitReader(r, most+1)); err != nil {
		return nil, badForm(err)
	}
	if int64(content.Len()) > most {
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
	slotSize = 5 << 20 // bytes of a body
	slots    = 4       // of these are in memory at once
	waiting  = 128     // more uploads may wait, with their bodies unread
	waitTime = time.Minute
)

// uploadSlots bounds the uploads that are in memory. A caller waits with the body
// unread, so that it lies in the caller's memory and not in ours.
type uploadSlots struct {
	room  *semaphore.Weighted
	queue chan struct{}
	wait  time.Duration
}

func newUploadSlots() *uploadSlots {
	return &uploadSlots{semaphore.NewWeighted(slots), make(chan struct{}, waiting), waitTime}
}

const (
	cvSlotSize = 1 << 20
	cvSlots    = 20  // MB of applications that are in memory at once
	cvWaiting  = 500 // more may wait, with their bodies unread
)

func newCVSlots() *uploadSlots {
	return &uploadSlots{semaphore.NewWeighted(cvSlots), make(chan struct{}, cvWaiting), waitTime}
}

// slotsFor are what a body takes; one whose length is not known may be as long
// as is allowed.
func slotsFor(announced, most int64) int64 {
	if announced < 0 || announced > most {
		announced = most
	}
	return max(1, (announced+slotSize-1)/slotSize)
}

// acquire waits for so many slots; release gives them back.
func (s *uploadSlots) acquire(ctx context.Context, n int64) (release func(), err error) {
	release = func() { s.room.Release(n) }
	if s.room.TryAcquire(n) {
		return release, nil
	}
	select {
	case s.queue <- struct{}{}:
		defer func() { <-s.queue }()
	default:
		return nil, busy()
	}
	patient, cancel := context.WithTimeout(ctx, s.wait)
	defer cancel()
	switch err := s.room.Acquire(patient, n); {
	case err == nil:
		return release, nil
	case ctx.Err() != nil:
		return nil, fault.New(fault.TimedOut, "the caller did not wait").Because(err)
	}
	return nil, busy()
}

func busy() error {
	return fault.New(fault.Unavailable, "The server is busy with other uploads. Please try again in a few seconds.").After(5 * time.Second)
}

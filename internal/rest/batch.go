package rest

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
)

const (
	maxBatch   = 50      // more than any screen asks at once
	largeBatch = 8 << 20 // bytes of answers after which no further one is made
)

// asked is a request within a batch.
type asked struct {
	Method  string            `json:"method"`
	Path    string            `json:"path"` // with its query
	Headers map[string]string `json:"headers"`
	Body    string            `json:"body"`
}

// answered is what it would have been answered on its own; without a status it
// was not, and is to be asked on its own.
type answered struct {
	Status  int               `json:"status"`
	Headers map[string]string `json:"headers"`
	Body    string            `json:"body"`
}

// batch answers many reads and calls of staff at once, in their order: a screen
// that shows ten things waits for one answer. Each is a request like any other,
// with the same rules and limits.
func (h *Handler) batch(w http.ResponseWriter, r *http.Request, actor schema.Actor) (reply, error) {
	if !actor.Staff() {
		return reply{}, fault.New(fault.Denied, "permission denied for batch")
	}
	if r.Method != http.MethodPost {
		return reply{}, fault.New(fault.NotOffered, "Unsupported HTTP method: %s", r.Method)
	}
	body, err := readBody(w, r, bodyOf(actor))
	if err != nil {
		return reply{}, err
	}
	var all []asked
	if err := json.Unmarshal(body, &all); err != nil {
		return reply{}, fault.New(fault.BadBody, "A batch is a list of requests").Because(err)
	}
	if len(all) > maxBatch {
		return reply{}, fault.New(fault.Invalid, "a batch holds %d requests at most", maxBatch)
	}
	requests := make([]*http.Request, len(all))
	for i, a := range all {
		if requests[i], err = a.within(r); err != nil {
			return reply{}, err
		}
	}
	out, size := make([]answered, len(all)), 0
	for i, request := range requests {
		if size > largeBatch {
			break
		}
		kept := &keeper{header: http.Header{}}
		h.serve(kept, request, func(r *http.Request) (reply, error) { return h.route(kept, r) })
		out[i] = kept.answered()
		size += len(out[i].Body)
	}
	raw, err := json.Marshal(out)
	return reply{status: http.StatusOK, body: raw}, err
}

// within makes a request of the same caller.
func (a asked) within(whole *http.Request) (*http.Request, error) {
	at, err := url.Parse(a.Path)
	if err != nil || at.Host != "" || !strings.HasPrefix(at.Path, "/rest/v1/") || at.Path == batchPath {
		return nil, fault.New(fault.Invalid, "a batch holds requests below /rest/v1/, and no batch")
	}
	isCall := a.Method == http.MethodPost && strings.HasPrefix(at.Path, "/rest/v1/rpc/")
	if a.Method != http.MethodGet && a.Method != http.MethodHead && !isCall {
		return nil, fault.New(fault.Invalid, "a batch holds reads and calls, no %q", a.Method)
	}
	r, err := http.NewRequestWithContext(whole.Context(), a.Method, at.RequestURI(), strings.NewReader(a.Body))
	if err != nil {
		return nil, fault.New(fault.Invalid, "a batch holds requests").Because(err)
	}
	r.RemoteAddr = whole.RemoteAddr
	for name, value := range a.Headers {
		r.Header.Set(name, value)
	}
	return r, nil
}

const batchPath = "/rest/v1/batch"

// keeper keeps an answer.
type keeper struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (k *keeper) Header() http.Header         { return k.header }
func (k *keeper) WriteHeader(status int)      { k.status = status }
func (k *keeper) Write(p []byte) (int, error) { return k.body.Write(p) }

func (k *keeper) answered() answered {
	out := answered{Status: k.status, Headers: map[string]string{}, Body: k.body.String()}
	if out.Status == 0 {
		out.Status = http.StatusOK
	}
	for name := range k.header {
		out.Headers[name] = k.header.Get(name)
	}
	return out
}

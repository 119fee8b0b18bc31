package functions

import (
	"cmp"
	"encoding/json"
	"errors"
	"mime"
	"net/http"

	"vitrine/internal/application"
	"vitrine/internal/client"
	"vitrine/internal/fault"
)

const maxBody = 64 << 10

// errUndelivered is a letter that is stored and was not delivered at once.
var errUndelivered = errors.New("the mail could not be delivered now; it is queued and will be tried again")

var statuses = map[fault.Kind]int{
	fault.BadBody:          http.StatusBadRequest,
	fault.BadValue:         http.StatusBadRequest,
	fault.Missing:          http.StatusBadRequest,
	fault.Invalid:          http.StatusBadRequest,
	fault.TooLarge:         http.StatusRequestEntityTooLarge,
	fault.NotOne:           http.StatusNotFound,
	fault.UnknownProcedure: http.StatusNotFound,
	fault.NotOffered:       http.StatusMethodNotAllowed,
	fault.BadToken:         http.StatusUnauthorized,
	fault.NoSession:        http.StatusUnauthorized,
	fault.Denied:           http.StatusForbidden,
	fault.NeedsFactor:      http.StatusForbidden,
	fault.Crowded:          http.StatusTooManyRequests,
	fault.Unavailable:      http.StatusServiceUnavailable,
	fault.TimedOut:         http.StatusServiceUnavailable,
}

// refuse writes an error. It is the only function that does.
func (h *Handler) refuse(w http.ResponseWriter, r *http.Request, err error) {
	if errors.Is(err, errUndelivered) {
		client.Answer(w, http.StatusBadGateway, map[string]any{"error": errUndelivered.Error()})
		return
	}
	if refusals, is := errors.AsType[application.Refusals](err); is {
		client.Answer(w, refusals.Status(), map[string]any{"error": refusals[0].Text, "fields": refusals.Fields()})
		return
	}
	f := fault.From(err)
	status, known := statuses[f.Kind]
	if !known {
		status = http.StatusInternalServerError
	}
	if status >= http.StatusInternalServerError {
		h.log.ErrorContext(r.Context(), "functions", "method", r.Method, "path", r.URL.EscapedPath(), "error", err)
	}
	client.SetRefusal(w.Header(), status, f.Retry)
	client.Answer(w, status, map[string]any{"error": cmp.Or(f.Hint, f.Message)})
}

// readJSON reads the body of a call. Keys that it does not know are ignored.
func readJSON(w http.ResponseWriter, r *http.Request, into any) error {
	if kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); kind != "application/json" {
		return fault.New(fault.BadBody, "The body must be sent as application/json.")
	}
	raw, err := client.ReadBody(w, r, maxBody)
	if errors.Is(err, client.ErrTooLarge) {
		return fault.New(fault.TooLarge, "The body is too large.")
	}
	if err == nil {
		err = json.Unmarshal(raw, into)
	}
	if err != nil {
		return fault.New(fault.BadBody, "The body is not the JSON object that this function takes.").Because(err)
	}
	return nil
}

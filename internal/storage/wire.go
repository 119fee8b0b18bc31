package storage

import (
	"net/http"
	"strconv"

	"vitrine/internal/client"
	"vitrine/internal/fault"
)

// wire is the only place where our kinds meet the codes of storage-api.
var wire = map[fault.Kind]struct {
	status int
	name   string
	code   string
}{
	fault.Duplicate:    {http.StatusConflict, "Duplicate", "KeyAlreadyExists"},
	fault.NotOne:       {http.StatusNotFound, "not_found", "NoSuchKey"},
	fault.UnknownTable: {http.StatusNotFound, "Bucket not found", "NoSuchBucket"},
	fault.NotOffered:   {http.StatusMethodNotAllowed, "not_offered", "InvalidRequest"},
	fault.Denied:       {http.StatusForbidden, "Unauthorized", "AccessDenied"},
	fault.BadToken:     {http.StatusUnauthorized, "Unauthorized", "InvalidJWT"},
	fault.NeedsFactor:  {http.StatusForbidden, "Unauthorized", "insufficient_aal"},
	fault.Invalid:      {http.StatusUnsupportedMediaType, "invalid_mime_type", "InvalidMimeType"},
	fault.TooLarge:     {http.StatusRequestEntityTooLarge, "Payload too large", "EntityTooLarge"},
	fault.BadValue:     {http.StatusBadRequest, "InvalidKey", "InvalidKey"},
	fault.BadRange:     {http.StatusRequestedRangeNotSatisfiable, "invalid_range", "InvalidRange"},
	fault.BadBody:      {http.StatusBadRequest, "invalid_request", "InvalidRequest"},
	fault.Crowded:      {http.StatusTooManyRequests, "too_many_requests", "SlowDown"},
	fault.Unavailable:  {http.StatusServiceUnavailable, "unavailable", "SlowDown"},
	fault.TimedOut:     {http.StatusServiceUnavailable, "timeout", "DatabaseTimeout"},
	fault.Internal:     {http.StatusInternalServerError, "Internal", "InternalError"},
}

// refuse writes an error. It is the only function that does.
func (h *Handler) refuse(w http.ResponseWriter, r *http.Request, err error) {
	f := fault.From(err)
	how, known := wire[f.Kind]
	if !known {
		how = wire[fault.Internal]
	}
	if how.status >= http.StatusInternalServerError {
		h.Log.ErrorContext(r.Context(), "storage", "method", r.Method, "path", r.URL.EscapedPath(), "error", err)
	}
	header := w.Header()
	client.SetRefusal(header, how.status, f.Retry)
	for _, name := range []string{"ETag", "Last-Modified"} {
		header.Del(name)
	}
	reply(w, how.status, map[string]string{
		"statusCode": strconv.Itoa(how.status), "error": how.name, "message": f.Message, "code": how.code,
	})
}

// reply writes JSON that nobody keeps.
func reply(w http.ResponseWriter, status int, body any) error {
	w.Header().Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
	return client.Answer(w, status, body)
}

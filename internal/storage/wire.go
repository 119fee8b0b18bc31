package storage

import (
	"encoding/json"
	"math"
	"net/http"
	"strconv"

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
		h.log.ErrorContext(r.Context(), "storage", "method", r.Method, "path", r.URL.EscapedPath(), "error", err)
	}
	header := w.Header()
	if f.Retry > 0 {
		header.Set("Retry-After", strconv.Itoa(int(math.Ceil(f.Retry.Seconds()))))
	}
	if how.status == http.StatusUnauthorized {
		header.Set("WWW-Authenticate", "Bearer")
	}
	for _, name := range []string{"ETag", "Last-Modified"} {
		header.Del(name)
	}
	reply(w, how.status, map[string]string{
		"statusCode": strconv.Itoa(how.status), "error": how.name, "message": f.Message, "code": how.code,
	})
}

// reply writes JSON that nobody keeps.
func reply(w http.ResponseWriter, status int, body any) error {
	raw, err := json.Marshal(body)
	if err != nil {
		return err
	}
	header := w.Header()
	header.Set("Content-Type", "application/json; charset=utf-8")
	header.Set("Cache-Control", "no-store")
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
	header.Set("Content-Length", strconv.Itoa(len(raw)))
	w.WriteHeader(status)
	w.Write(raw)
	return nil
}

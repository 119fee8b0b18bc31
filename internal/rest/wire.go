package rest

import (
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"strconv"
	"sync"

	"vitrine/internal/client"
	"vitrine/internal/fault"
	"vitrine/internal/schema"
)

// Kinds that only this protocol knows.
const (
	badSchema     fault.Kind = "bad schema"
	badMediaType  fault.Kind = "bad media type"
	badPreference fault.Kind = "bad preference"
	noRowsCounted fault.Kind = "max-affected for a procedure"
	readOnlyCall  fault.Kind = "a procedure that writes was called by GET"
)

type code struct {
	status int
	code   string
}

// wire is the only place where our kinds meet PostgREST's codes.
var wire = map[fault.Kind]code{
	fault.Internal:         {http.StatusInternalServerError, "XX000"},
	fault.Unavailable:      {http.StatusServiceUnavailable, "PGRST002"},
	fault.TimedOut:         {http.StatusServiceUnavailable, "57014"},
	fault.Crowded:          {http.StatusTooManyRequests, "over_request_rate_limit"},
	fault.UnknownTable:     {http.StatusNotFound, "PGRST205"},
	fault.UnknownColumn:    {http.StatusBadRequest, "42703"},
	fault.UnknownKey:       {http.StatusBadRequest, "PGRST204"},
	fault.UnknownProcedure: {http.StatusNotFound, "PGRST202"},
	fault.NoRelation:       {http.StatusBadRequest, "PGRST200"},
	fault.NotEmbedded:      {http.StatusBadRequest, "PGRST108"},
	fault.BadQuery:         {http.StatusBadRequest, "PGRST100"},
	fault.BadBody:          {http.StatusBadRequest, "PGRST102"},
	fault.BadRange:         {http.StatusRequestedRangeNotSatisfiable, "PGRST103"},
	fault.NoFilter:         {http.StatusBadRequest, "21000"},
	fault.TooLarge:         {http.StatusRequestEntityTooLarge, "PGRST102"},
	fault.TooMany:          {http.StatusBadRequest, "PGRST124"},
	fault.NotOne:           {http.StatusNotAcceptable, "PGRST116"},
	fault.NotOffered:       {http.StatusMethodNotAllowed, "PGRST117"},
	fault.BadValue:         {http.StatusBadRequest, "22P02"},
	fault.OutOfRange:       {http.StatusBadRequest, "22003"},
	fault.BadTime:          {http.StatusBadRequest, "22007"},
	fault.Missing:          {http.StatusBadRequest, "23502"},
	fault.Invalid:          {http.StatusBadRequest, "23514"},
	fault.Duplicate:        {http.StatusConflict, "23505"},
	fault.NoParent:         {http.StatusConflict, "23503"},
	fault.Stale:            {http.StatusConflict, "40001"},
	fault.Denied:           {http.StatusForbidden, "42501"},
	fault.BadKey:           {http.StatusUnauthorized, ""},
	fault.BadToken:         {http.StatusUnauthorized, "PGRST301"},
	fault.NoSession:        {http.StatusUnauthorized, "PGRST301"},
	fault.ExpiredToken:     {http.StatusUnauthorized, "PGRST303"},
	fault.NeedsFactor:      {http.StatusForbidden, "insufficient_aal"},
	badSchema:              {http.StatusNotAcceptable, "PGRST106"},
	badMediaType:           {http.StatusNotAcceptable, "PGRST107"},
	badPreference:          {http.StatusBadRequest, "PGRST122"},
	noRowsCounted:          {http.StatusBadRequest, "PGRST128"},
	readOnlyCall:           {http.StatusMethodNotAllowed, "25006"},
}

// reply is an answer before it is written.
type reply struct {
	status int
	body   []byte
	single bool // body is one object, and the client asked for that
	ranges string
	shared bool // every visitor gets the same; browsers may ask whether it changed
	cached *answer
	lent   *[]byte // what body was written to, if that is of bodies
}

// bodies are the buffers of answers that were sent.
var bodies = sync.Pool{New: func() any { return new([]byte) }}

// maxLent is the largest buffer that is used again.
const maxLent = 1 << 20

// sent gives the buffer to another answer, so nothing may refer to the body any more.
func (out reply) sent() {
	if out.lent != nil && cap(out.body) <= maxLent {
		*out.lent = out.body
		bodies.Put(out.lent)
	}
}

func mediaType(out reply) string {
	if out.single {
		return "application/vnd.pgrst.object+json; charset=utf-8"
	}
	return "application/json; charset=utf-8"
}

// serve runs a handler and writes what it answers, or the fault it returns.
func (h *Handler) serve(w http.ResponseWriter, r *http.Request, handle func(*http.Request) (reply, error)) {
	out, err := handle(r)
	header := w.Header()
	if err == nil && out.cached != nil {
		out.cached.send(w, r)
		return
	}
	header.Set("Content-Type", mediaType(out))
	header.Set("Cache-Control", client.NoStore)
	if err != nil {
		h.refuse(w, r, err)
		return
	}
	if out.ranges != "" {
		header.Set("Content-Range", out.ranges)
	}
	if out.shared {
		tag := tagOf(out)
		visitorHeaders(header, tag)
		if client.Has(r, tag) {
			header.Del("Content-Type")
			w.WriteHeader(http.StatusNotModified)
			return
		}
	}
	if out.body == nil {
		header.Del("Content-Type")
	} else {
		header.Set("Content-Length", strconv.Itoa(len(out.body)))
	}
	w.WriteHeader(out.status)
	if r.Method != http.MethodHead {
		if _, err := w.Write(out.body); err != nil {
			return // HTTP/2 may be reading the body yet
		}
	}
	out.sent()
}

func (h *Handler) refuse(w http.ResponseWriter, r *http.Request, err error) {
	f := fault.From(err)
	how, known := wire[f.Kind]
	if !known {
		how = wire[fault.Internal]
	}
	if how.status >= 500 && !errors.Is(err, r.Context().Err()) {
		h.Log.ErrorContext(r.Context(), "rest", "method", r.Method, "path", r.URL.Path, "error", err)
	}
	status := how.status
	if f.Kind == fault.Denied {
		if actor, err := schema.ActorFrom(r.Context()); err == nil && actor.UserID == "" {
			status = http.StatusUnauthorized
		}
	}
	client.SetRefusal(w.Header(), status, f.Retry)
	body, err := json.Marshal(errorBody(how.code, f))
	if err != nil {
		slog.ErrorContext(r.Context(), "encode an error", "error", err)
	}
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		w.Write(body)
	}
}

func errorBody(code string, f *fault.Error) map[string]any {
	body := map[string]any{"code": code, "message": f.Message, "details": nil, "hint": nil}
	if f.Details != "" {
		body["details"] = f.Details
	}
	if f.Hint != "" {
		body["hint"] = f.Hint
	}
	if f.Kind == fault.BadKey {
		delete(body, "code")
		delete(body, "details")
	}
	return body
}

package rest

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"

	"vitrine/internal/client"
	"vitrine/internal/fault"
	"vitrine/internal/schema"
)

const (
	maxRows     = 1000
	maxAnswer   = 32 << 20 // embedded rows repeat, so that few rows can make a long answer
	visitorBody = 256 << 10
	staffBody   = 2 << 20
)

// preferences are the Prefer header: the first value of each name counts.
type preferences map[string]string

var knownPreferences = map[string]string{
	"return": " representation minimal headers-only ", "count": " exact planned estimated ",
	"resolution": " merge-duplicates ignore-duplicates ", "missing": " default null ",
	"handling": " strict lenient ", "max-affected": "",
}

func preferencesOf(r *http.Request) (preferences, error) {
	out := preferences{}
	var odd []string
	for _, header := range r.Header.Values("Prefer") {
		for _, one := range strings.Split(header, ",") {
			one = strings.TrimSpace(one)
			name, value, _ := strings.Cut(one, "=")
			values, known := knownPreferences[name]
			if !known || values != "" && !strings.Contains(values, " "+value+" ") {
				if one != "" {
					odd = append(odd, one)
				}
				continue
			}
			if _, given := out[name]; !given {
				out[name] = value
			}
		}
	}
	if out["handling"] == "strict" && len(odd) > 0 {
		return nil, fault.New(badPreference, "Invalid preferences given with handling=strict").Detailing("Invalid preferences: %s", strings.Join(odd, ", "))
	}
	return out, nil
}

func (p preferences) counts() bool { return p["count"] != "" }

func (p preferences) wantsRows() bool { return p["return"] == "representation" }

// maxAffected is how many rows a write may touch; -1 means any number.
func (p preferences) maxAffected() (int, error) {
	text, given := p["max-affected"]
	if !given || p["handling"] != "strict" {
		return -1, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		return 0, fault.New(badPreference, "Invalid preferences given with handling=strict").Detailing("Invalid preferences: max-affected=%s", text)
	}
	return n, nil
}

// wantsOne tells whether the client asked for one object. Media types that
// we do not write are refused.
func wantsOne(r *http.Request) (bool, error) {
	accept := r.Header.Get("Accept")
	if accept == "" {
		return false, nil
	}
	for _, one := range strings.Split(accept, ",") {
		media, params, err := mime.ParseMediaType(strings.TrimSpace(one))
		if err != nil || params["nulls"] != "" {
			continue
		}
		switch media {
		case "application/vnd.pgrst.object+json", "application/vnd.pgrst.object":
			return true, nil
		case "*/*", "application/*", "application/json", "application/vnd.pgrst.array+json", "application/vnd.pgrst.array", "application/openapi+json":
			return false, nil
		}
	}
	return false, fault.New(badMediaType, "None of these media types are available: %s", accept)
}

func checkProfile(r *http.Request) error {
	name := "Content-Profile"
	if r.Method == http.MethodGet || r.Method == http.MethodHead {
		name = "Accept-Profile"
	}
	if profile := r.Header.Get(name); profile != "" && profile != "public" {
		return fault.New(badSchema, "Invalid schema: %s", profile).Hinting("Only the following schemas are exposed: public")
	}
	return nil
}

// parameters reads the query string. url.Values alone would silently drop
// what it cannot decode, and with it a filter.
func parameters(r *http.Request) (url.Values, error) {
	values, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return nil, fault.New(fault.BadQuery, "failed to parse the query string").Because(err)
	}
	for key, list := range values {
		for _, text := range append(list, key) {
			if !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
				return nil, fault.New(fault.BadQuery, "the query string is not valid UTF-8 text")
			}
		}
	}
	return values, nil
}

// bodyOf is how many bytes a caller may send.
func bodyOf(actor schema.Actor) int64 {
	if actor.Staff() {
		return staffBody
	}
	return visitorBody
}

// readBody returns the body when it is JSON within the limit.
func readBody(w http.ResponseWriter, r *http.Request, limit int64) ([]byte, error) {
	media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || media != "application/json" && media != "application/vnd.pgrst.object+json" && media != "application/vnd.pgrst.array+json" {
		return nil, fault.New(fault.BadBody, "Content-Type not acceptable: send application/json")
	}
	body, err := client.ReadBody(w, r, limit)
	switch {
	case err == nil:
		return body, nil
	case errors.Is(err, client.ErrTooLarge):
		return nil, fault.New(fault.TooLarge, "The body is larger than %d bytes", limit)
	case errors.Is(err, client.ErrNotUTF8):
		return nil, fault.New(fault.BadBody, "The body is not valid UTF-8")
	case errors.Is(err, client.ErrTooDeep):
		return nil, fault.New(fault.BadBody, "The JSON is nested more than %d levels deep", client.MaxDepth)
	}
	return nil, fault.New(fault.BadBody, "The body could not be read").Because(err)
}

// decode reads one JSON value and nothing after it.
func decode(body []byte) (any, error) {
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, fault.New(fault.BadBody, "Empty or invalid json").Because(err)
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, fault.New(fault.BadBody, "Empty or invalid json")
	}
	return v, nil
}

// objects is a body of one object or of a list of objects.
func (q *request) objects() (list []map[string]any, err error) {
	body, err := readBody(q.w, q.Request, bodyOf(q.actor))
	if err != nil {
		return nil, err
	}
	v, err := decode(body)
	if err != nil {
		return nil, err
	}
	switch v := v.(type) {
	case map[string]any:
		return []map[string]any{v}, nil
	case []any:
		list = []map[string]any{}
		for _, one := range v {
			object, ok := one.(map[string]any)
			if !ok {
				return nil, fault.New(fault.BadBody, "All elements of the list must be objects")
			}
			list = append(list, object)
		}
		return list, nil
	}
	return nil, fault.New(fault.BadBody, "The body must be an object or a list of objects")
}

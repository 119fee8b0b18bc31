package site

import (
	"bytes"
	"cmp"
	"encoding/json"
	"maps"
	"strconv"
	"strings"

	"vitrine/internal/studio"
)

// fallbackPage is a page of the built-in content that the build rendered.
type fallbackPage struct {
	rendered
	Data data `json:"data"`
}

// The build writes these where it cannot know better.
const (
	unknownOrigin = "https://origin.invalid"
	unknownYear   = 9999
	unknownStudio = "studio.invalid"
)

// instead is what a visitor gets when rendering failed: the last good page, else
// that of before the start, else the one that the build made.
func (s *Site) instead(k *kind, path string, last *response, cause error) (*response, error) {
	if last != nil {
		return last, nil
	}
	if k.name == "" {
		return nil, cause
	}
	// That of the list for what is about a job, and the 404 page for what has none.
	switch {
	case k.instead == careersKind:
		path = careersPath
	case s.fallback[path].Body == "":
		path = notFoundPath
	}
	if page, found := s.lastPage(path); found {
		state, err := json.Marshal(page.Data)
		around := s.assets.frameOf(page.Data)
		return newResponse(k.status, htmlType, around.policy, around.document(page.rendered, state)), err
	}
	body, err := s.buildPage(path)
	if err != nil {
		return nil, err
	}
	return newResponse(k.status, htmlType, s.assets.fresh.policy, body), nil
}

// buildPage is the page that the build made for a path.
func (s *Site) buildPage(path string) ([]byte, error) {
	page := s.fallback[path]
	state, err := json.Marshal(s.ownData(page.Data))
	if err != nil {
		return nil, err
	}
	name, err := json.Marshal(s.name())
	if err != nil {
		return nil, err
	}
	state = bytes.ReplaceAll(state, []byte(unknownStudio), name[1:len(name)-1])
	return s.assets.fresh.document(page.rendered.with(s.known()), state), nil
}

// ownData is the data of a page of the build, with what it could not know.
func (s *Site) ownData(page data) data {
	whole := maps.Clone(page)
	whole["origin"], whole["year"], whole["key"] = s.Origin, s.Now().UTC().Year(), s.AnonKey
	whole[siteIdentity.key] = data{"name": s.name()}
	return whole
}

// name is whose site it is, as far as is known.
func (s *Site) name() string { return cmp.Or(s.seen.text("name"), studio.Fresh().Name) }

// with is the page with something put in the place of what it holds.
func (r rendered) with(known *strings.Replacer) rendered {
	r.Head, r.Body = known.Replace(r.Head), known.Replace(r.Body)
	if r.Form != nil {
		form := formTemplate{known.Replace(r.Form.Said), map[string]fieldTemplate{}}
		for name, field := range r.Form.Fields {
			field.Right, field.Wrong = known.Replace(field.Right), known.Replace(field.Wrong)
			form.Fields[name] = field
		}
		r.Form = &form
	}
	return r
}

// known puts what the build could not know in its place, and more pairs.
func (s *Site) known(more ...string) *strings.Replacer {
	const year = "© "
	return strings.NewReplacer(append(more, unknownOrigin, s.Origin, unknownStudio, escape(s.name()), year+strconv.Itoa(unknownYear), year+strconv.Itoa(s.Now().UTC().Year()))...)
}

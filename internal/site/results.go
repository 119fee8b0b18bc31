package site

import (
	"compress/gzip"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"

	"vitrine/internal/client"
)

// result answers a form with a message.
func (s *Site) result(w http.ResponseWriter, r *http.Request, status int, form string, ok bool, message string) {
	page, err := s.template(r.Context(), resultOf(form, ok))
	if err != nil {
		s.noAnswer(w, r, err)
		return
	}
	s.sendResult(w, r, status, page, page.fill(message), data{"form": form, "ok": ok, "message": message})
}

// returnForm shows the contact page with what the visitor typed. What is wrong
// with it is said beside the fields and not twice.
func (s *Site) returnForm(w http.ResponseWriter, r *http.Request, status int, form url.Values, message string) {
	page, err := s.template(r.Context(), contactReturned)
	if err != nil {
		s.noAnswer(w, r, err)
		return
	}
	values := typed(form)
	wrong := page.wrong(values)
	if status == http.StatusUnprocessableEntity && len(wrong) > 0 {
		message = ""
	}
	more := data{"form": data{"values": values, "errors": wrong, "message": message}}
	s.sendResult(w, r, status, page, page.fillForm(values, wrong, message), more)
}

// typed is what the visitor wrote, as far as a page can show it.
func typed(form url.Values) map[string]string {
	values := map[string]string{}
	for _, name := range contactFields {
		values[name] = strings.ReplaceAll(strings.ToValidUTF8(form.Get(name), ""), "\x00", "")
	}
	return values
}

func (s *Site) sendResult(w http.ResponseWriter, r *http.Request, status int, page *template, body string, more data) {
	more["status"] = status
	rest, err := json.Marshal(more)
	if err != nil {
		s.noAnswer(w, r, err)
		return
	}
	state := append(page.state[:len(page.state):len(page.state)], ',')
	state = append(state, rest[1:]...)
	h := w.Header()
	h.Set("Content-Type", htmlType)
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Security-Policy", s.assets.policy)
	h["Vary"] = varies
	answer := client.Encode(s.assets.document(rendered{Lang: page.Lang, Head: page.Head, Body: body}, state), "")
	if client.Coding(r, "gzip") != "" {
		answer = client.Gzip(answer.Body, gzip.BestSpeed)
	}
	answer.Describe(h)
	w.WriteHeader(status)
	w.Write(answer.Body)
}

func (s *Site) noAnswer(w http.ResponseWriter, r *http.Request, err error) {
	s.log.ErrorContext(r.Context(), "no answer at all", "error", err)
	http.Error(w, "The answer cannot be shown right now.", http.StatusServiceUnavailable)
}

package site

import (
	"compress/gzip"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"

	"vitrine/internal/client"
)

// outcome is what becomes of a form, as the build names it.
type outcome string

const contactReturned outcome = "contact returned"

const applyReturned = "apply returned " // with the path of the form

// visitorForm is one that comes back with what was typed.
type visitorForm struct {
	fields []string // as they stand in it
	boxes  []string // those of them that are ticked
}

var (
	contactForm = &visitorForm{fields: contactFields}
	applyForm   = &visitorForm{fields: []string{"name", "email", "cv", "note", "links", "consent", "keep"}, boxes: []string{"consent", "keep"}}
)

func resultOf(form string, ok bool) outcome {
	if ok {
		return outcome(form + " taken")
	}
	return outcome(form + " refused")
}

func (o outcome) form() string {
	form, _, _ := strings.Cut(string(o), " ")
	return form
}

// path is that of the page that answers.
func (o outcome) path() string {
	if path, ok := strings.CutPrefix(string(o), applyReturned); ok {
		return path
	}
	return "/" + o.form()
}

func (o outcome) kind() *kind {
	switch o.returned() {
	case contactForm:
		return contactKind
	case applyForm:
		return applyKind
	}
	return resultKind
}

// returned is the form that comes back; nil where none does.
func (o outcome) returned() *visitorForm {
	switch {
	case o == contactReturned:
		return contactForm
	case strings.HasPrefix(string(o), applyReturned):
		return applyForm
	}
	return nil
}

// marked is the data of the answer with marks for what is filled in.
func (o outcome) marked() data {
	if form := o.returned(); form != nil {
		values := map[string]string{}
		for _, name := range form.fields {
			values[name] = valueMark
		}
		return data{"status": 422, "form": data{"values": values, "errors": data{}, "message": textMark}}
	}
	return data{"form": o.form(), "ok": strings.HasSuffix(string(o), " taken"), "message": textMark}
}

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
	values := contactForm.typed(form.Get)
	wrong := page.wrong(values)
	if status == http.StatusUnprocessableEntity && len(wrong) > 0 {
		message = ""
	}
	s.sendForm(w, r, status, page, values, wrong, message)
}

func (s *Site) sendForm(w http.ResponseWriter, r *http.Request, status int, page *template, values, wrong map[string]string, message string) {
	more := data{"form": data{"values": values, "errors": wrong, "message": message}}
	s.sendResult(w, r, status, page, page.fillForm(values, wrong, message), more)
}

// typed is what the visitor wrote, as far as a page can show it.
func (f *visitorForm) typed(get func(name string) string) map[string]string {
	values := map[string]string{}
	for _, name := range f.fields {
		values[name] = strings.ReplaceAll(strings.ToValidUTF8(get(name), ""), "\x00", "")
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
	h.Set("Cache-Control", client.NoStore)
	h.Set("Content-Security-Policy", page.around.policy)
	h["Vary"] = varies
	answer := client.Encode(page.around.document(rendered{Lang: page.Lang, Head: page.Head, Body: body}, state), "")
	if client.Coding(r, "gzip") != "" {
		answer = client.Gzip(answer.Body, gzip.BestSpeed)
	}
	answer.Describe(h)
	w.WriteHeader(status)
	w.Write(answer.Body)
}

func (s *Site) noAnswer(w http.ResponseWriter, r *http.Request, err error) {
	s.Log.ErrorContext(r.Context(), "no answer at all", "error", err)
	http.Error(w, s.Say(r.Context(), "answer_unavailable"), http.StatusServiceUnavailable)
}

package site

import (
	"context"
	"encoding/json"
	"html"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"
)

// maxResults is more than there are answers to forms.
const maxResults = 64

// outcome is all that an answer to a form says, beside the site's content.
type outcome struct {
	form    string
	status  int
	ok      bool
	message string
}

type keptResult struct {
	body    []byte
	version uint64
	until   time.Time // the turn of the year that it prints
}

// results keeps the answers to forms, which are few and say the same to
// everybody.
type results struct {
	mu   sync.Mutex
	kept map[outcome]keptResult
}

func (r *results) get(o outcome) keptResult {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.kept[o]
}

func (r *results) put(o outcome, k keptResult) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.kept == nil || len(r.kept) >= maxResults {
		r.kept = map[outcome]keptResult{}
	}
	r.kept[o] = k
}

// result answers a form. While as many answers are rendered as may be, it is
// the last one like it, or plain.
func (s *Site) result(w http.ResponseWriter, r *http.Request, status int, form string, ok bool, message string) {
	o := outcome{form, status, ok, message}
	now, version := s.now(), s.pages.version(resultKind)
	last := s.results.get(o)
	if last.body != nil && last.version == version && now.Before(last.until) && !s.noCache {
		s.sendResult(w, status, last.body)
		return
	}
	body, failed, err := s.drawAnswer(r.Context(), resultKind, "/"+form, data{"form": form, "ok": ok, "message": message, "status": status})
	switch {
	case err != nil && last.body != nil:
		body = last.body
	case err != nil:
		plainResult(w, status, message)
		return
	case !failed:
		s.results.put(o, keptResult{body, version, newYear(now)})
	}
	s.sendResult(w, status, body)
}

// returnForm shows the contact page with what the visitor typed.
func (s *Site) returnForm(w http.ResponseWriter, r *http.Request, status int, form url.Values, message string) {
	body, _, err := s.drawAnswer(r.Context(), contactKind, "/contact", data{"form": data{"values": typed(form), "message": message}, "status": status})
	if err != nil {
		plainForm(w, status, form, message)
		return
	}
	s.sendResult(w, status, body)
}

// typed is what the visitor wrote, as far as a page can show it.
func typed(form url.Values) map[string]string {
	values := map[string]string{}
	for _, name := range contactFields {
		values[name] = strings.ReplaceAll(strings.ToValidUTF8(form.Get(name), ""), "\x00", "")
	}
	return values
}

// drawAnswer reads and renders, if the renderer has room for an answer.
func (s *Site) drawAnswer(ctx context.Context, k *kind, path string, more data) (body []byte, failed bool, err error) {
	done, err := s.render.answering()
	if err != nil {
		return nil, false, err
	}
	defer done()
	content, failed, err := s.load(ctx, k, path)
	if err != nil {
		return nil, false, err
	}
	for key, value := range more {
		content[key] = value
	}
	state, err := json.Marshal(content)
	if err == nil {
		body, err = s.draw(ctx, k.name, state)
	}
	if err != nil {
		s.log.ErrorContext(ctx, "render a result", "error", err)
	}
	return body, failed, err
}

func (s *Site) sendResult(w http.ResponseWriter, status int, body []byte) {
	answer(w, status, s.assets.policy, body)
}

func answer(w http.ResponseWriter, status int, policy string, body []byte) {
	h := w.Header()
	h.Set("Content-Type", htmlType)
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Security-Policy", policy)
	w.WriteHeader(status)
	w.Write(body)
}

// plainResult says the same without a renderer.
func plainResult(w http.ResponseWriter, status int, message string) {
	plain(w, status, message, "")
}

// plainForm gives back what the visitor typed without a renderer.
func plainForm(w http.ResponseWriter, status int, form url.Values, message string) {
	values := typed(form)
	for name, value := range values {
		values[name] = html.EscapeString(value)
	}
	plain(w, status, message, `<form method="post" action="/contact">
<p><label>Name<br><input name="name" autocomplete="name" required value="`+values["name"]+`"></label></p>
<p><label>Email<br><input name="email" type="email" autocomplete="email" required value="`+values["email"]+`"></label></p>
<p><label>Subject<br><input name="subject" required value="`+values["subject"]+`"></label></p>
<p><label>Message<br><textarea name="message" rows="8" required>
`+values["message"]+`</textarea></label></p>
<p><button>Send message</button></p></form>
`)
}

func plain(w http.ResponseWriter, status int, message, form string) {
	answer(w, status, filePolicy, []byte(`<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Vitrine</title><p role="alert">`+
		html.EscapeString(message)+`</p>`+form+`<p><a href="/">Back to home</a></p></html>`))
}

package site

import (
	"errors"
	"io"
	"net/http"
	"net/url"

	"vitrine/internal/letters"
	"vitrine/internal/schema"
)

const (
	confirmPath     = "/newsletter/confirm"
	unsubscribePath = "/newsletter/unsubscribe"
	maxPress        = 4 << 10 // of the form with one button
)

// token is what the link in a mail says. It stays in the address, so that the
// button sends it too.
func token(r *http.Request) string { return r.URL.Query().Get("t") }

// askConfirm shows a button: a scanner that opens every link confirms nobody.
func (s *Site) askConfirm(w http.ResponseWriter, r *http.Request) {
	link, err := s.Letters.ToConfirm(r.Context(), token(r))
	form := "confirm"
	if link.Status == schema.Confirmed {
		form = "confirmed"
	}
	s.pressed(w, r, form, link, err)
}

// confirm puts the address on the list.
func (s *Site) confirm(w http.ResponseWriter, r *http.Request) {
	link, err := s.Letters.Confirm(r.Context(), token(r))
	s.pressed(w, r, "confirmed", link, err)
}

// askUnsubscribe shows a button, for the same reason.
func (s *Site) askUnsubscribe(w http.ResponseWriter, r *http.Request) {
	link, err := s.Letters.ToLeave(r.Context(), token(r))
	form := "unsubscribe"
	if link.Status == schema.Unsubscribed {
		form = "unsubscribed"
	}
	s.pressed(w, r, form, link, err)
}

// unsubscribe takes an address off the list, also when a mail program asks with
// one click (RFC 8058): such a request comes from no page of ours and in any
// number, and the link alone is the right to it.
func (s *Site) unsubscribe(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxPress)
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		s.result(w, r, http.StatusRequestEntityTooLarge, "newsletter", false, s.Say(r.Context(), "form_too_long"))
		return
	}
	fields, _ := url.ParseQuery(string(raw)) // what cannot be read asks for nothing else than to leave
	act, form := s.Letters.Leave, "unsubscribed"
	switch fields.Get("do") {
	case "back":
		act, form = s.Letters.Return, "confirmed"
	case "erase":
		act, form = s.Letters.Remove, "erased"
	}
	link, err := act(r.Context(), token(r))
	if errors.Is(err, letters.ErrOver) {
		form, err = "erased", nil // the address is not here, which is what was asked for
	}
	s.pressed(w, r, form, link, err)
}

// pressed answers with the page of what happened.
func (s *Site) pressed(w http.ResponseWriter, r *http.Request, form string, link letters.Link, err error) {
	w.Header().Set("Referrer-Policy", "no-referrer")
	switch {
	case err == nil:
		s.result(w, r, http.StatusOK, form, true, link.Email)
	case errors.Is(err, letters.ErrOver):
		s.result(w, r, http.StatusGone, "link", false, s.Say(r.Context(), "link_expired"))
	case errors.Is(err, letters.ErrUnknown):
		s.result(w, r, http.StatusNotFound, "link", false, s.Say(r.Context(), "link_unknown"))
	default:
		s.Log.WarnContext(r.Context(), "a link of the newsletter", "error", err)
		s.result(w, r, refusal(w, err), "newsletter", false, s.Say(r.Context(), "newsletter_unavailable"))
	}
}

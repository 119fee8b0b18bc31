package auth

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"

	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// token answers both grants: a password and a refresh token.
func (s *Service) token(w http.ResponseWriter, r *http.Request) error {
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return invalid("malformed query string")
	}
	switch query.Get("grant_type") {
	case "password":
		return s.grantPassword(w, r)
	case "refresh_token":
		return s.grantRefresh(w, r)
	}
	return invalid("unsupported_grant_type")
}

func (s *Service) grantPassword(w http.ResponseWriter, r *http.Request) error {
	var body struct{ Email, Password string }
	if err := decode(w, r, &body); err != nil {
		return err
	}
	email, err := address(body.Email)
	if err != nil {
		return err
	}
	if body.Password == "" {
		return invalid("missing password")
	}
	if len(body.Password) > maxPassword {
		return badCredentials // no account has one, and hashing it would cost
	}
	g, err := s.signIn(r.Context(), email, body.Password, deviceOf(r))
	if err != nil {
		return err
	}
	return s.answerSession(w, g)
}

func (s *Service) grantRefresh(w http.ResponseWriter, r *http.Request) error {
	var body struct {
		RefreshToken string `json:"refresh_token"`
	}
	if err := decode(w, r, &body); err != nil {
		return err
	}
	if body.RefreshToken == "" {
		return invalid("refresh_token required")
	}
	g, err := s.refresh(r.Context(), body.RefreshToken)
	if err != nil {
		return err
	}
	return s.answerSession(w, g)
}

// caller is the signed-in user of a request to this protocol, which tells
// a missing token from a useless one.
func (s *Service) caller(r *http.Request) (standing, error) {
	token, given, err := bearer(r)
	if err != nil {
		return standing{}, err
	}
	if !given {
		return standing{}, noAuthorization
	}
	return s.standing(r.Context(), token)
}

func (s *Service) getUser(w http.ResponseWriter, r *http.Request) error {
	who, err := s.caller(r)
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, userBody(*who.user))
}

func (s *Service) putUser(w http.ResponseWriter, r *http.Request) error {
	who, err := s.caller(r)
	if err != nil {
		return err
	}
	var body struct {
		Email    *string
		Phone    *string
		Password *string
		Current  string `json:"current_password"`
		Data     map[string]json.RawMessage
	}
	if err := decode(w, r, &body); err != nil {
		return err
	}
	if body.Email != nil && normal(*body.Email) != who.user.Email {
		return emailIsFixed
	}
	if body.Phone != nil && *body.Phone != "" {
		return phoneNotOffered
	}
	if who.session.owes(who.user.factors) {
		return changeNeedsAAL2
	}
	u, err := s.alter(r.Context(), who, change{body.Password, body.Current, body.Data})
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, userBody(u))
}

func (s *Service) logout(w http.ResponseWriter, r *http.Request) error {
	who, err := s.caller(r)
	if err != nil {
		return err
	}
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return invalid("malformed query string")
	}
	var which store.Cond
	mine := store.Eq("user_id", who.user.ID)
	switch query.Get("scope") {
	case "", "global":
		which = mine
	case "local":
		which = store.Eq("id", who.session.id)
	case "others":
		which = store.All{mine, store.Neq("id", who.session.id)}
	default:
		return invalid("Unsupported logout scope")
	}
	if _, err := s.store.Itself().Delete(r.Context(), &schema.Sessions, which); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// recover never says whether the address has an account. redirect_to is
// ignored: the link opens our own page and no other.
func (s *Service) recover(w http.ResponseWriter, r *http.Request) error {
	var body struct{ Email string }
	if err := decode(w, r, &body); err != nil {
		return err
	}
	email, err := address(body.Email)
	if err != nil {
		return err
	}
	if err := s.sendLink(r.Context(), email); err != nil {
		return err
	}
	return answer(w, http.StatusOK, struct{}{})
}

func (s *Service) verify(w http.ResponseWriter, r *http.Request) error {
	var body struct {
		TokenHash string `json:"token_hash"`
		Type      string
	}
	if err := decode(w, r, &body); err != nil {
		return err
	}
	if body.TokenHash == "" {
		return invalid("Verify requires a token_hash")
	}
	if _, known := linkLives[body.Type]; !known {
		return invalid("Verify requires a verification type: recovery or invite")
	}
	g, err := s.follow(r.Context(), body.TokenHash, body.Type, deviceOf(r))
	if err != nil {
		return err
	}
	return s.answerSession(w, g)
}

func signupClosed(http.ResponseWriter, *http.Request) error { return signupDisabled }

func notOffered(http.ResponseWriter, *http.Request) error { return unknownPath }

// only answers every other method of a path.
func only(methods []string) handler {
	return func(w http.ResponseWriter, _ *http.Request) error {
		w.Header().Set("Allow", strings.Join(methods, ", "))
		return wrongMethod
	}
}

func health(w http.ResponseWriter, _ *http.Request) error {
	return answer(w, http.StatusOK, map[string]string{"name": "GoTrue", "description": "Vitrine speaks the GoTrue protocol"})
}

func settings(w http.ResponseWriter, _ *http.Request) error {
	return answer(w, http.StatusOK, map[string]any{
		"external": map[string]bool{"email": true, "phone": false, "anonymous_users": false}, "disable_signup": true,
		"mailer_autoconfirm": false, "phone_autoconfirm": false, "saml_enabled": false,
	})
}

// publicKeys is empty: tokens are signed with a shared secret.
func publicKeys(w http.ResponseWriter, _ *http.Request) error {
	return answer(w, http.StatusOK, map[string]any{"keys": []any{}})
}

// address is an address as accounts have it.
func address(text string) (string, error) {
	email := normal(text)
	if email == "" {
		return "", invalid("missing email or phone")
	}
	if !schema.ValidEmail(email) {
		return "", invalid("Unable to validate email address: invalid format")
	}
	return email, nil
}

// deviceOf notes where a session begins, for the list of sessions.
func deviceOf(r *http.Request) device {
	agent := r.UserAgent()
	agent = strings.ToValidUTF8(strings.ReplaceAll(agent[:min(len(agent), 300)], "\x00", ""), "")
	return device{agent: agent, address: addressOf(r.Context())}
}

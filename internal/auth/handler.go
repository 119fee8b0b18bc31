package auth

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"

	"github.com/google/uuid"

	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// token answers both grants: a password and a refresh token.
func (s *Service) token(r *http.Request) (any, error) {
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return nil, invalid("malformed query string")
	}
	switch query.Get("grant_type") {
	case "password":
		return s.grantPassword(r)
	case "refresh_token":
		return s.grantRefresh(r)
	}
	return nil, invalid("unsupported_grant_type")
}

func (s *Service) grantPassword(r *http.Request) (any, error) {
	var body struct{ Email, Password string }
	if err := decode(r, &body); err != nil {
		return nil, err
	}
	email, err := address(body.Email)
	if err != nil {
		return nil, err
	}
	if body.Password == "" {
		return nil, invalid("missing password")
	}
	if len(body.Password) > maxPassword {
		return nil, badCredentials // no account has one, and hashing it would cost
	}
	return s.sessionBody(s.signIn(r.Context(), email, body.Password, deviceOf(r)))
}

func (s *Service) grantRefresh(r *http.Request) (any, error) {
	var body struct {
		RefreshToken string `json:"refresh_token"`
	}
	if err := decode(r, &body); err != nil {
		return nil, err
	}
	if body.RefreshToken == "" {
		return nil, invalid("refresh_token required")
	}
	return s.sessionBody(s.refresh(r.Context(), body.RefreshToken))
}

// caller is the signed-in user of a request to this protocol, which tells
// a missing token from a useless one.
func (s *Service) caller(r *http.Request) (principal, error) {
	token, given, err := bearer(r)
	if err != nil {
		return principal{}, err
	}
	if !given {
		return principal{}, noAuthorization
	}
	return s.principal(r.Context(), token)
}

func (s *Service) getUser(_ *http.Request, who principal) (any, error) {
	return userBody(*who.user), nil
}

func (s *Service) putUser(r *http.Request, who principal) (any, error) {
	var body struct {
		Email    *string
		Phone    *string
		Password *string
		Current  string `json:"current_password"`
		Data     map[string]json.RawMessage
	}
	if err := decode(r, &body); err != nil {
		return nil, err
	}
	if body.Email != nil && normal(*body.Email) != who.user.Email {
		return nil, emailIsFixed
	}
	if body.Phone != nil && *body.Phone != "" {
		return nil, phoneNotOffered
	}
	if who.session.owes(who.user.factors) {
		return nil, changeNeedsAAL2
	}
	u, err := s.alter(r.Context(), who, change{body.Password, body.Current, body.Data})
	if err != nil {
		return nil, err
	}
	return userBody(u), nil
}

func (s *Service) logout(r *http.Request, who principal) (any, error) {
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return nil, invalid("malformed query string")
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
		return nil, invalid("Unsupported logout scope")
	}
	if _, err := s.store.AsSystem().Delete(r.Context(), &schema.Sessions, which); err != nil {
		return nil, err
	}
	return nil, nil
}

// recover never says whether the address has an account. redirect_to is
// ignored: the link opens our own page and no other.
func (s *Service) recover(r *http.Request) (any, error) {
	var body struct{ Email string }
	if err := decode(r, &body); err != nil {
		return nil, err
	}
	email, err := address(body.Email)
	if err != nil {
		return nil, err
	}
	return struct{}{}, s.sendLink(r.Context(), email)
}

func (s *Service) verify(r *http.Request) (any, error) {
	var body struct {
		TokenHash string `json:"token_hash"`
		Type      string
	}
	if err := decode(r, &body); err != nil {
		return nil, err
	}
	if body.TokenHash == "" {
		return nil, invalid("Verify requires a token_hash")
	}
	if _, known := linkLives[body.Type]; !known {
		return nil, invalid("Verify requires a verification type: recovery or invite")
	}
	return s.sessionBody(s.follow(r.Context(), body.TokenHash, body.Type, deviceOf(r)))
}

func signupClosed(*http.Request) (any, error) { return nil, signupDisabled }

func notOffered(*http.Request) (any, error) { return nil, unknownPath }

func health(*http.Request) (any, error) {
	return map[string]string{"name": "GoTrue", "description": "Vitrine speaks the GoTrue protocol"}, nil
}

func settings(*http.Request) (any, error) {
	return map[string]any{
		"external": map[string]bool{"email": true, "phone": false, "anonymous_users": false}, "disable_signup": true,
		"mailer_autoconfirm": false, "phone_autoconfirm": false, "saml_enabled": false,
	}, nil
}

// publicKeys is empty: tokens are signed with a shared secret.
func publicKeys(*http.Request) (any, error) {
	return map[string]any{"keys": []any{}}, nil
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

func (s *Service) enrolFactor(r *http.Request, who principal) (any, error) {
	var body struct {
		FriendlyName string `json:"friendly_name"`
		FactorType   string `json:"factor_type"`
		Issuer       string
	}
	if err := decode(r, &body); err != nil {
		return nil, err
	}
	switch body.FactorType {
	case "totp":
	case "phone":
		return nil, phoneFactor
	case "webauthn":
		return nil, webauthnFactor
	default:
		return nil, invalid("factor_type needs to be totp")
	}
	if !label(body.FriendlyName) || !label(body.Issuer) {
		return nil, invalid("friendly_name and issuer hold at most 100 characters, without controls and colons")
	}
	e, err := s.enrol(r.Context(), who, body.FriendlyName, body.Issuer)
	if err != nil {
		return nil, err
	}
	return map[string]any{
		"id": e.id, "type": "totp", "friendly_name": e.name,
		"totp": map[string]any{"qr_code": e.picture, "secret": e.secret, "uri": e.uri},
	}, nil
}

func (s *Service) challengeFactor(r *http.Request, who principal) (any, error) {
	id, err := factorID(r)
	if err != nil {
		return nil, err
	}
	if err := decode(r, &struct{}{}); err != nil {
		return nil, err
	}
	challenge, expires, err := s.challenge(r.Context(), who, id)
	if err != nil {
		return nil, err
	}
	return map[string]any{"id": challenge, "type": "totp", "expires_at": expires.Unix()}, nil
}

func (s *Service) verifyFactor(r *http.Request, who principal) (any, error) {
	id, err := factorID(r)
	if err != nil {
		return nil, err
	}
	var body struct {
		ChallengeID string `json:"challenge_id"`
		Code        string
	}
	if err := decode(r, &body); err != nil {
		return nil, err
	}
	if body.Code == "" {
		return nil, invalid("Code needs to be non-empty")
	}
	challenge, err := uuid.Parse(body.ChallengeID)
	if err != nil {
		return nil, invalid("challenge_id must be an UUID")
	}
	return s.sessionBody(s.prove(r.Context(), who, id, challenge.String(), body.Code))
}

func (s *Service) removeFactor(r *http.Request, who principal) (any, error) {
	id, err := factorID(r)
	if err != nil {
		return nil, err
	}
	if err := s.unenrol(r.Context(), who, id); err != nil {
		return nil, err
	}
	return map[string]any{"id": id}, nil
}

// factorID is the factor of the path.
func factorID(r *http.Request) (string, error) {
	id, err := uuid.Parse(r.PathValue("id"))
	if err != nil {
		return "", notAFactor
	}
	return id.String(), nil
}

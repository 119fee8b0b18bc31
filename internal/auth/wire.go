package auth

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"strings"
	"time"

	"vitrine/internal/client"
	"vitrine/internal/fault"
	"vitrine/internal/schema"
)

const (
	maxBody    = 16 << 10
	apiVersion = "2024-01-01"
)

// refusal is an answer that only this protocol knows.
type refusal struct {
	status  int
	code    string
	message string
}

func (r *refusal) Error() string { return r.code + ": " + r.message }

var (
	badCredentials    = &refusal{400, "invalid_credentials", "Invalid login credentials"}
	tokenNotFound     = &refusal{400, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found"}
	tokenReused       = &refusal{400, "refresh_token_already_used", "Invalid Refresh Token: Already Used"}
	sessionExpired    = &refusal{400, "session_expired", "Invalid Refresh Token: Session Expired"}
	passwordNeeded    = &refusal{400, "reauthentication_needed", "Please enter your current password, or sign in again first."}
	wrongCurrent      = &refusal{400, "current_password_invalid", "The current password is not right."}
	samePassword      = &refusal{422, "same_password", "New password should be different from the old password."}
	linkExpired       = &refusal{403, "otp_expired", "Email link is invalid or has expired"}
	noAuthorization   = &refusal{401, "no_authorization", "This endpoint requires a valid Bearer token"}
	emailIsFixed      = &refusal{422, "email_address_not_authorized", "The address of an account cannot be changed here. Please ask an administrator."}
	phoneNotOffered   = &refusal{422, "phone_provider_disabled", "Phone numbers are not supported"}
	signupDisabled    = &refusal{422, "signup_disabled", "Signups not allowed for this instance"}
	noFactor          = &refusal{404, "mfa_factor_not_found", "Factor not found"}
	notAFactor        = &refusal{404, "validation_failed", "factor_id must be an UUID"}
	noChallenge       = &refusal{422, "mfa_factor_not_found", "MFA factor with the provided challenge ID not found"}
	challengeOver     = &refusal{422, "mfa_challenge_expired", "MFA challenge has expired, verify against another challenge or create a new challenge."}
	wrongCode         = &refusal{422, "mfa_verification_failed", "Invalid TOTP code entered"}
	wrongRecoveryCode = &refusal{422, "mfa_verification_failed", "Invalid recovery code entered"}
	unreadable        = &refusal{422, "mfa_verification_rejected", "This factor can no longer be checked. Please ask an administrator to reset it."}
	codesNeedAAL2     = &refusal{403, "insufficient_aal", "AAL2 required for recovery codes"}
	codesNeedCode     = &refusal{400, "reauthentication_needed", "Please enter a code from your authenticator app first."}
	nameTaken         = &refusal{422, "mfa_factor_name_conflict", "A factor with this friendly name already exists"}
	tooManyFactors    = &refusal{422, "too_many_enrolled_mfa_factors", "Maximum number of verified factors reached, unenroll to continue"}
	phoneFactor       = &refusal{422, "mfa_phone_enroll_not_enabled", "MFA enroll is disabled for Phone"}
	webauthnFactor    = &refusal{422, "mfa_webauthn_enroll_not_enabled", "MFA enroll is disabled for WebAuthn"}
	enrolNeedsAAL2    = &refusal{403, "insufficient_aal", "AAL2 required to enroll a new factor"}
	removeNeedsAAL2   = &refusal{422, "insufficient_aal", "AAL2 required to unenroll verified factor"}
	changeNeedsAAL2   = &refusal{401, "insufficient_aal", "AAL2 session is required to update the account when MFA is enabled."}
	notJSON           = &refusal{415, "bad_json", "Content-Type must be application/json"}
	unknownPath       = &refusal{404, "not_found", "This endpoint is not offered"}
	wrongMethod       = &refusal{405, "method_not_allowed", "This endpoint does not take this method"}
)

func badJSON(message string) error { return &refusal{400, "bad_json", message} }

func invalid(message string) error { return &refusal{400, "validation_failed", message} }

// answers are the faults of the lower floors in GoTrue's words.
var answers = map[fault.Kind]struct {
	status int
	code   string
}{
	fault.Crowded:      {429, "over_request_rate_limit"},
	fault.BadKey:       {401, "invalid_api_key"},
	fault.BadToken:     {403, "bad_jwt"},
	fault.ExpiredToken: {403, "bad_jwt"},
	fault.NoSession:    {403, "session_not_found"},
	fault.TooLarge:     {413, "request_entity_too_large"},
	fault.BadQuery:     {400, "validation_failed"},
	fault.BadBody:      {400, "bad_json"},
	fault.BadValue:     {400, "validation_failed"},
	fault.Invalid:      {422, "validation_failed"},
	fault.Unavailable:  {503, "unexpected_failure"},
	fault.TimedOut:     {503, "request_timeout"},
}

// handler answers with a body, or with none.
type handler func(r *http.Request) (body any, err error)

// handle is the one place that writes answers and errors.
func (s *Service) handle(do handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", client.NoStore)
		r.Body = http.MaxBytesReader(w, r.Body, maxBody) // it closes the connection of who sends more
		var body any
		err := s.checkKey(r)
		if err == nil {
			body, err = do(r)
		}
		if err == nil && body != nil {
			err = client.Answer(w, http.StatusOK, body)
		} else if err == nil {
			w.WriteHeader(http.StatusNoContent)
		}
		if err != nil {
			s.fail(w, r, err)
		}
	})
}

// signedIn is a handler for who has signed in.
func (s *Service) signedIn(do func(r *http.Request, who principal) (any, error)) handler {
	return func(r *http.Request) (any, error) {
		who, err := s.caller(r)
		if err != nil {
			return nil, err
		}
		return do(r, who)
	}
}

// only answers every other method of a path.
func (s *Service) only(methods []string) http.HandlerFunc {
	refuse := s.handle(func(*http.Request) (any, error) { return nil, wrongMethod })
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Allow", strings.Join(methods, ", "))
		refuse.ServeHTTP(w, r)
	}
}

func (s *Service) fail(w http.ResponseWriter, r *http.Request, err error) {
	status, body, retry := explain(err)
	if status >= 500 && r.Context().Err() == nil { // nobody reads the answer to a call that was broken off
		s.log.ErrorContext(r.Context(), "auth", "path", r.URL.Path, "error", err)
	}
	w.Header().Set("X-Supabase-Api-Version", apiVersion)
	client.SetRefusal(w.Header(), status, retry)
	client.Answer(w, status, body)
}

// explain turns an error into a status and a body. Newer clients read code
// and message, older ones error_code and msg.
func explain(err error) (status int, body map[string]any, retry time.Duration) {
	write := func(status int, code, message string) (int, map[string]any, time.Duration) {
		return status, map[string]any{"code": code, "error_code": code, "message": message, "msg": message}, retry
	}
	if refused, is := errors.AsType[*refusal](err); is {
		return write(refused.status, refused.code, refused.message)
	}
	f := fault.From(err)
	if weak, is := errors.AsType[*Weak](err); is {
		status, body, _ = write(422, "weak_password", f.Message)
		body["weak_password"] = map[string]any{"reasons": weak.Reasons}
		return status, body, 0
	}
	known, ok := answers[f.Kind]
	if !ok {
		return write(500, "unexpected_failure", "Unexpected failure, please check server logs for more information")
	}
	retry = f.Retry
	if retry == 0 && (known.status == 503 || known.status == 429) {
		retry = 2 * time.Second
	}
	status, body, retry = write(known.status, known.code, f.Message)
	if f.Hint != "" && f.Kind == fault.BadKey {
		body["hint"] = f.Hint
	}
	return status, body, retry
}

// decode reads a JSON object.
func decode(r *http.Request, into any) error {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		return notJSON
	}
	if coding := r.Header.Get("Content-Encoding"); coding != "" && coding != "identity" {
		return notJSON
	}
	raw, err := client.ReadBody(nil, r, maxBody)
	switch {
	case errors.Is(err, client.ErrTooLarge):
		return fault.New(fault.TooLarge, "Request body is larger than %d bytes", maxBody)
	case errors.Is(err, client.ErrNotUTF8), errors.Is(err, client.ErrTooDeep), bytes.HasPrefix(bytes.TrimSpace(raw), []byte("null")):
		return badJSON("Could not parse request body as JSON")
	case err != nil:
		return badJSON("Could not read the request body")
	}
	if err := json.Unmarshal(raw, into); err != nil {
		return badJSON("Could not parse request body as JSON")
	}
	return nil
}

var appMetadata = map[string]any{"provider": "email", "providers": []string{"email"}}

func userBody(u User) map[string]any {
	body := map[string]any{
		"id": u.ID, "aud": audience, "role": audience, "email": u.Email, "phone": "",
		"email_confirmed_at": schema.FormatTime(u.CreatedAt), "confirmed_at": schema.FormatTime(u.CreatedAt),
		"app_metadata": appMetadata, "user_metadata": json.RawMessage(u.metadata), "identities": []any{},
		"created_at": schema.FormatTime(u.CreatedAt), "updated_at": schema.FormatTime(u.UpdatedAt), "is_anonymous": false,
	}
	if !u.LastSignInAt.IsZero() {
		body["last_sign_in_at"] = schema.FormatTime(u.LastSignInAt)
	}
	if len(u.factors) > 0 {
		body["factors"] = u.factors
	}
	return body
}

// sessionBody is the answer to whoever opened or continued a session.
func (s *Service) sessionBody(g grant, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	token, expires, err := s.accessToken(g.user, g.session)
	if err != nil {
		return nil, fmt.Errorf("sign a token: %w", err)
	}
	return map[string]any{
		"access_token": token, "token_type": "bearer", "expires_in": int(accessLife.Seconds()), "expires_at": expires.Unix(),
		"refresh_token": g.refresh, "user": userBody(g.user),
	}, nil
}

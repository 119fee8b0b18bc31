package archive

import (
	"bytes"
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"vitrine/internal/fault"
)

const (
	maxAnswer = 64 << 20
	tries     = 6
)

// Source is a site that speaks the Supabase protocol. Email and Password sign
// in a member of its staff; without them Key must be allowed to read
// everything.
type Source struct {
	URL, Key, Email, Password string

	base  *url.URL
	http  *http.Client
	token string
	pause func(ctx context.Context, d time.Duration) error
}

// answerError is what the source said about a request that failed.
type answerError struct {
	what, code, message string
	status              int
}

func (e *answerError) Error() string {
	if e.message == "" {
		return fmt.Sprintf("%s: the source answered %d", e.what, e.status)
	}
	return fmt.Sprintf("%s: the source says %q (%d)", e.what, e.message, e.status)
}

// open checks the address and signs in.
func (s *Source) open(ctx context.Context) error {
	base, err := url.Parse(strings.TrimSuffix(s.URL, "/"))
	if err != nil || base.Scheme != "http" && base.Scheme != "https" || base.Host == "" || base.RawQuery != "" || base.User != nil {
		return fmt.Errorf("--url %q is no address such as https://project.supabase.co", s.URL)
	}
	if s.Email == "" && !mayReadAll(s.Key) {
		return errors.New("the public key does not see messages and subscribers: give the service key, or --email of a staff member")
	}
	s.base = base
	s.http = &http.Client{Timeout: time.Minute, CheckRedirect: func(r *http.Request, via []*http.Request) error {
		if r.URL.Scheme != base.Scheme || r.URL.Host != base.Host || len(via) > 3 {
			return fmt.Errorf("the source sends us to %s; give that address if it is right", r.URL.Host)
		}
		return nil
	}}
	if s.pause == nil {
		s.pause = func(ctx context.Context, d time.Duration) error {
			fault.Sleep(ctx, d)
			return ctx.Err()
		}
	}
	s.token = s.Key
	if s.Email == "" {
		return nil
	}
	return s.signIn(ctx)
}

// mayReadAll knows the keys that are public by their look.
func mayReadAll(key string) bool {
	if key == "" || strings.HasPrefix(key, "sb_publishable_") {
		return false
	}
	parts := strings.Split(key, ".")
	if len(parts) != 3 {
		return true
	}
	var claims struct{ Role string }
	raw, err := base64.RawURLEncoding.DecodeString(parts[1])
	return err != nil || json.Unmarshal(raw, &claims) != nil || claims.Role != "anon"
}

func (s *Source) signIn(ctx context.Context) error {
	s.token = s.Key
	var session struct {
		AccessToken string `json:"access_token"`
	}
	body := map[string]string{"email": s.Email, "password": s.Password}
	if err := s.ask(ctx, "sign in at the source", http.MethodPost, "/auth/v1/token?grant_type=password", body, &session); err != nil {
		return err
	}
	if session.AccessToken == "" {
		return errors.New("sign in at the source: the answer has no token")
	}
	s.token = session.AccessToken
	return nil
}

// ask sends a request and decodes the JSON answer.
func (s *Source) ask(ctx context.Context, what, method, path string, body, into any) error {
	raw, err := s.fetch(ctx, what, method, path, body, maxAnswer)
	if err != nil {
		return err
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	if err := d.Decode(into); err != nil {
		return fmt.Errorf("%s: the answer is no JSON: %w", what, err)
	}
	return nil
}

// fetch sends a request, again when the source is busy or the token ran out.
func (s *Source) fetch(ctx context.Context, what, method, path string, body any, limit int64) ([]byte, error) {
	var raw []byte
	if body != nil {
		var err error
		if raw, err = json.Marshal(body); err != nil {
			return nil, err
		}
	}
	signedIn := false
	for try := 1; ; try++ {
		content, wait, err := s.once(ctx, what, method, path, raw, limit)
		var answer *answerError
		if err == nil || ctx.Err() != nil || !errors.As(err, &answer) {
			return content, err
		}
		switch {
		case answer.status == http.StatusUnauthorized && s.Email != "" && !signedIn && !strings.HasPrefix(path, "/auth/"):
			signedIn = true
			if err := s.signIn(ctx); err != nil {
				return nil, err
			}
		case try < tries && (answer.status == 429 || answer.status >= 502 && answer.status <= 504):
			if err := s.pause(ctx, wait<<(try-1)); err != nil {
				return nil, err
			}
		default:
			return nil, err
		}
	}
}

func (s *Source) once(ctx context.Context, what, method, path string, body []byte, limit int64) (content []byte, wait time.Duration, err error) {
	r, err := http.NewRequestWithContext(ctx, method, s.base.String()+path, bytes.NewReader(body))
	if err != nil {
		return nil, 0, err
	}
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	if s.Key != "" {
		r.Header.Set("apikey", s.Key)
	}
	if s.token != "" {
		r.Header.Set("Authorization", "Bearer "+s.token)
	}
	answer, err := s.http.Do(r)
	if err != nil {
		return nil, 0, fmt.Errorf("%s: %w", what, err)
	}
	defer answer.Body.Close()
	content, err = io.ReadAll(io.LimitReader(answer.Body, limit+1))
	if err != nil {
		return nil, 0, fmt.Errorf("%s: %w", what, err)
	}
	if answer.StatusCode >= 300 {
		return nil, retryAfter(answer.Header), refusal(what, answer.StatusCode, content)
	}
	if int64(len(content)) > limit {
		return nil, 0, fmt.Errorf("%s: %w: the answer has more than %d bytes", what, errTooLarge, limit)
	}
	return content, 0, nil
}

func retryAfter(h http.Header) time.Duration {
	if n, err := strconv.Atoi(h.Get("Retry-After")); err == nil && n > 0 {
		return min(time.Duration(n)*time.Second, time.Minute)
	}
	return time.Second
}

// refusal reads the three shapes in which the services tell an error.
func refusal(what string, status int, content []byte) error {
	var said struct {
		Code, Message, Msg, Error string
		Description               string `json:"error_description"`
	}
	_ = json.Unmarshal(content, &said) // a page of a proxy is no JSON
	return &answerError{what: what, status: status, code: said.Code, message: cmp.Or(said.Message, said.Msg, said.Description, said.Error)}
}

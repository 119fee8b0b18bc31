package auth

import (
	"net/http"

	"github.com/google/uuid"
)

func (s *Service) enrolFactor(r *http.Request, who standing) (any, error) {
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

func (s *Service) challengeFactor(r *http.Request, who standing) (any, error) {
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

func (s *Service) verifyFactor(r *http.Request, who standing) (any, error) {
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

func (s *Service) removeFactor(r *http.Request, who standing) (any, error) {
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

package auth

import (
	"net/http"

	"github.com/google/uuid"
)

func (s *Service) enrolFactor(w http.ResponseWriter, r *http.Request) error {
	who, err := s.caller(r)
	if err != nil {
		return err
	}
	var body struct {
		FriendlyName string `json:"friendly_name"`
		FactorType   string `json:"factor_type"`
		Issuer       string
	}
	if err := decode(w, r, &body); err != nil {
		return err
	}
	switch body.FactorType {
	case "totp":
	case "phone":
		return phoneFactor
	case "webauthn":
		return webauthnFactor
	default:
		return invalid("factor_type needs to be totp")
	}
	if !label(body.FriendlyName) || !label(body.Issuer) {
		return invalid("friendly_name and issuer hold at most 100 characters, without controls and colons")
	}
	e, err := s.enrol(r.Context(), who, body.FriendlyName, body.Issuer)
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, map[string]any{
		"id": e.id, "type": "totp", "friendly_name": e.name,
		"totp": map[string]any{"qr_code": e.picture, "secret": e.secret, "uri": e.uri},
	})
}

func (s *Service) challengeFactor(w http.ResponseWriter, r *http.Request) error {
	who, id, err := s.named(r)
	if err != nil {
		return err
	}
	if err := decode(w, r, &struct{}{}); err != nil {
		return err
	}
	challenge, expires, err := s.challenge(r.Context(), who, id)
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, map[string]any{"id": challenge, "type": "totp", "expires_at": expires.Unix()})
}

func (s *Service) verifyFactor(w http.ResponseWriter, r *http.Request) error {
	who, id, err := s.named(r)
	if err != nil {
		return err
	}
	var body struct {
		ChallengeID string `json:"challenge_id"`
		Code        string
	}
	if err := decode(w, r, &body); err != nil {
		return err
	}
	if body.Code == "" {
		return invalid("Code needs to be non-empty")
	}
	challenge, err := uuid.Parse(body.ChallengeID)
	if err != nil {
		return invalid("challenge_id must be an UUID")
	}
	g, err := s.prove(r.Context(), who, id, challenge.String(), body.Code)
	if err != nil {
		return err
	}
	return s.answerSession(w, g)
}

func (s *Service) removeFactor(w http.ResponseWriter, r *http.Request) error {
	who, id, err := s.named(r)
	if err != nil {
		return err
	}
	if err := s.unenrol(r.Context(), who, id); err != nil {
		return err
	}
	return answer(w, http.StatusOK, map[string]any{"id": id})
}

// named is the caller and the factor of the path.
func (s *Service) named(r *http.Request) (standing, string, error) {
	who, err := s.caller(r)
	if err != nil {
		return standing{}, "", err
	}
	id, err := uuid.Parse(r.PathValue("id"))
	if err != nil {
		return standing{}, "", notAFactor
	}
	return who, id.String(), nil
}

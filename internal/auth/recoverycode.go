package auth

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"strings"

	"vitrine/internal/schema"
	"vitrine/internal/store"
)

const (
	recoveryCodes  = 10
	recoveryLength = 16 // of base32: 80 bits
)

func newRecoveryCode() string { return strings.ToLower(rand.Text()[:recoveryLength]) }

// grouped is a code as people copy it.
func grouped(code string) string {
	var parts []string
	for ; len(code) > 4; code = code[4:] {
		parts = append(parts, code[:4])
	}
	return strings.Join(append(parts, code), "-")
}

// typed undoes what people add when they type a code: groups, capitals, and
// the two digits that look like letters and are in no code.
var typed = strings.NewReplacer("-", "", " ", "", "0", "o", "1", "l")

// codeHash binds a code to its user: another's row does not take it.
func (s *Service) codeHash(userID, code string) string {
	mac := hmac.New(sha256.New, s.codeKey)
	mac.Write([]byte(userID + " " + typed.Replace(strings.ToLower(code))))
	return hex.EncodeToString(mac.Sum(nil))
}

// makeCodes replaces the recovery codes of the caller, who has just proven a
// second factor: a session left open does not give away a lasting way in.
func (s *Service) makeCodes(ctx context.Context, who principal) (codes []string, err error) {
	if err := s.limits.Allow(enrolments, who.user.ID); err != nil {
		return nil, crowded(err, "Too many new recovery codes.")
	}
	err = s.asUser(ctx, who, func(tx store.Session, x session) error {
		codes = nil
		switch {
		case x.aal != aal2:
			return codesNeedAAL2
		case !x.isFresh(proof.isCode, s.now()):
			return codesNeedCode
		}
		if _, err := tx.Delete(ctx, &schema.RecoveryCodes, store.Eq("user_id", x.userID)); err != nil {
			return err
		}
		var rows []store.Row
		for range recoveryCodes {
			code := newRecoveryCode()
			codes = append(codes, grouped(code))
			rows = append(rows, store.Row{"hash": s.codeHash(x.userID, code), "user_id": x.userID, "created_at": s.now()})
		}
		if _, err := tx.Insert(ctx, &schema.RecoveryCodes, rows...); err != nil {
			return err
		}
		return announceUser(ctx, tx, x.userID)
	})
	if err == nil {
		s.log.InfoContext(ctx, "recovery codes were made", "user", who.user.ID)
	}
	return codes, err
}

// redeem takes a recovery code in the place of an app's code, once. Attempts
// of one person go one after another, and wrong codes are counted.
func (s *Service) redeem(ctx context.Context, who principal, code string) (g grant, err error) {
	done, err := s.turns.take(ctx, who.user.ID)
	if err != nil {
		return g, err
	}
	defer done()
	if err := s.limits.Check(wrongCodes, who.user.ID); err != nil {
		return g, crowded(err, "Too many wrong codes.")
	}
	err = s.asUser(ctx, who, func(tx store.Session, x session) error {
		if err := tx.Lock(ctx, sessionLock(x.id)); err != nil {
			return err
		}
		taken, err := tx.Delete(ctx, &schema.RecoveryCodes, store.All{store.Eq("hash", s.codeHash(x.userID, code)), store.Eq("user_id", x.userID)})
		if err != nil {
			return err
		}
		if len(taken) == 0 {
			return wrongRecoveryCode
		}
		if err := announceUser(ctx, tx, x.userID); err != nil {
			return err
		}
		g, err = s.complete(ctx, tx, x, byRecovery)
		return err
	})
	if errors.Is(err, wrongRecoveryCode) {
		s.limits.Allow(wrongCodes, who.user.ID)
		s.log.InfoContext(ctx, "a recovery code was refused", "user", who.user.ID)
	}
	if err == nil {
		s.log.InfoContext(ctx, "a recovery code was used", "user", who.user.ID)
	}
	return g, err
}

func (s *Service) postCodes(r *http.Request, who principal) (any, error) {
	codes, err := s.makeCodes(r.Context(), who)
	if err != nil {
		return nil, err
	}
	return map[string]any{"codes": codes}, nil
}

func (s *Service) getCodes(r *http.Request, who principal) (any, error) {
	if who.session.owes(who.user.factors) {
		return nil, codesNeedAAL2
	}
	left, err := s.store.AsSystem().Count(r.Context(), &schema.RecoveryCodes, store.Eq("user_id", who.user.ID))
	if err != nil {
		return nil, err
	}
	return map[string]any{"left": left, "total": recoveryCodes}, nil
}

func (s *Service) verifyCode(r *http.Request, who principal) (any, error) {
	var body struct{ Code string }
	if err := decode(r, &body); err != nil {
		return nil, err
	}
	if body.Code == "" {
		return nil, invalid("Code needs to be non-empty")
	}
	return s.sessionBody(s.redeem(r.Context(), who, body.Code))
}

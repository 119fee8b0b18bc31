package auth

import (
	"context"
	"encoding/json"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/google/uuid"

	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/studio"
)

// The methods of proof, in the words of the amr claim.
const (
	byPassword = "password"
	byLink     = "otp"
	byCode     = "totp"
	byRecovery = "recovery_code"
)

const (
	maxFactors = 10
	maxName    = 100
	enrolLife  = time.Hour // how long an enrolment waits for its first code
)

// factor is a second factor of a user. It counts once it is verified.
type factor struct {
	id, name                               string
	created, updated, verified, challenged time.Time
}

func (f factor) isVerified() bool { return !f.verified.IsZero() }

// TypeScript says how MarshalJSON writes it.
func (factor) TypeScript() string {
	return `{ id: string; friendly_name: string; factor_type: "totp"; status: "verified" | "unverified"; created_at: string; updated_at: string; last_challenged_at?: string }`
}

// MarshalJSON writes a factor as GoTrue does.
func (f factor) MarshalJSON() ([]byte, error) {
	out := map[string]any{
		"id": f.id, "friendly_name": f.name, "factor_type": "totp", "status": "unverified",
		"created_at": schema.FormatTime(f.created), "updated_at": schema.FormatTime(f.updated),
	}
	if f.isVerified() {
		out["status"] = "verified"
	}
	if !f.challenged.IsZero() {
		out["last_challenged_at"] = schema.FormatTime(f.challenged)
	}
	return json.Marshal(out)
}

func factorOf(row store.Row) factor {
	return factor{
		id: row.Text("id"), name: row.Text("friendly_name"), created: row.Time("created_at"), updated: row.Time("updated_at"),
		verified: row.Time("verified_at"), challenged: row.Time("last_challenged_at"),
	}
}

// factorsOf lists the factors of a user, the oldest first.
func factorsOf(ctx context.Context, db store.Session, userID string) ([]factor, error) {
	rows, err := db.Select(ctx, &schema.Factors, store.Query{
		Where: store.All{store.Eq("user_id", userID)}, Order: []store.Order{store.Asc("created_at"), store.Asc("id")},
	})
	if err != nil {
		return nil, err
	}
	var out []factor
	for _, row := range rows {
		out = append(out, factorOf(row))
	}
	return out, nil
}

func verifiedOf(factors []factor) []factor {
	return slices.DeleteFunc(slices.Clone(factors), func(f factor) bool { return !f.isVerified() })
}

// owes tells whether the session still has to prove one of the factors.
func (x session) owes(factors []factor) bool {
	return x.aal != aal2 && slices.ContainsFunc(factors, factor.isVerified)
}

// enrolment is what a person needs to set up their app, shown this once.
type enrolment struct {
	id, name, secret, uri, picture string
}

// enrol makes a factor that counts once its first code was entered.
func (s *Service) enrol(ctx context.Context, who principal, name, issuer string) (enrolment, error) {
	if err := s.limits.Allow(enrolments, who.user.ID); err != nil {
		return enrolment{}, crowded(err, "Too many new factors.")
	}
	secret := newSharedSecret()
	out := enrolment{id: uuid.NewString(), name: name, secret: base32Text.EncodeToString(secret)}
	var err error
	if out.uri, err = keyURI(s.issuerName(ctx, issuer), who.user.Email, secret); err != nil {
		return enrolment{}, err
	}
	if out.picture, err = picture(out.uri); err != nil {
		return enrolment{}, err
	}
	err = s.asUser(ctx, who, func(tx store.Session, x session) error {
		if err := s.makeRoom(ctx, tx, x, name); err != nil {
			return err
		}
		_, err := tx.Insert(ctx, &schema.Factors, store.Row{
			"id": out.id, "user_id": x.userID, "friendly_name": name, "secret": s.seal(secret, out.id), "created_at": s.now(), "updated_at": s.now(),
		})
		return err
	})
	return out, err
}

// makeRoom judges whether the session may enrol another factor. Enrolments
// that were begun and not finished give way to a new one of the same name.
func (s *Service) makeRoom(ctx context.Context, tx store.Session, x session, name string) error {
	unfinished := store.Any{store.Eq("friendly_name", name), store.Lt("created_at", s.now().Add(-enrolLife))}
	if _, err := tx.Delete(ctx, &schema.Factors, store.All{store.Eq("user_id", x.userID), store.IsNull("verified_at"), unfinished}); err != nil {
		return err
	}
	factors, err := factorsOf(ctx, tx, x.userID)
	switch {
	case err != nil:
		return err
	case x.owes(factors):
		return enrolNeedsAAL2
	case slices.ContainsFunc(factors, func(f factor) bool { return f.name == name }):
		return nameTaken
	case len(factors) >= maxFactors:
		return tooManyFactors
	}
	return nil
}

// unenrol takes a factor from the caller. A verified one takes a session
// that has proven one.
func (s *Service) unenrol(ctx context.Context, who principal, factorID string) error {
	return s.asUser(ctx, who, func(tx store.Session, x session) error {
		f, _, err := s.factor(ctx, tx, x.userID, factorID)
		if err != nil {
			return err
		}
		if f.isVerified() && x.aal != aal2 {
			return removeNeedsAAL2
		}
		if _, err := tx.Delete(ctx, &schema.Factors, store.Eq("id", f.id)); err != nil || !f.isVerified() {
			return err
		}
		if err := announceUser(ctx, tx, x.userID); err != nil {
			return err
		}
		return s.lower(ctx, tx, x)
	})
}

// lower takes the second level from the user's sessions after a factor went.
// While another factor is left, the session x that took it away keeps its
// own; with the last one the recovery codes go.
func (s *Service) lower(ctx context.Context, tx store.Session, x session) error {
	left, err := factorsOf(ctx, tx, x.userID)
	if err != nil {
		return err
	}
	which := store.All{store.Eq("user_id", x.userID), store.Eq("aal", aal2)}
	if len(verifiedOf(left)) > 0 {
		which = append(which, store.Neq("id", x.id))
	} else if _, err := tx.Delete(ctx, &schema.RecoveryCodes, store.Eq("user_id", x.userID)); err != nil {
		return err
	}
	rows, err := tx.Select(ctx, &schema.Sessions, store.Query{Where: which})
	if err != nil {
		return err
	}
	for _, row := range rows {
		if err := level(ctx, tx, row.Text("id"), aal1, ofFirstLevel(sessionOf(row).proofs)); err != nil {
			return err
		}
	}
	return nil
}

func level(ctx context.Context, tx store.Session, sessionID, aal string, proofs []proof) error {
	_, err := tx.Update(ctx, &schema.Sessions, store.Eq("id", sessionID), store.Row{"aal": aal, "amr": proofs})
	return err
}

func (p proof) isSecond() bool { return p.Method == byCode || p.Method == byRecovery }

func (p proof) isCode() bool { return p.Method == byCode }

func ofFirstLevel(proofs []proof) []proof {
	return slices.DeleteFunc(slices.Clone(proofs), proof.isSecond)
}

// factor finds a factor of the user, with its row.
func (s *Service) factor(ctx context.Context, tx store.Session, userID, factorID string) (factor, store.Row, error) {
	row, err := one(tx.One(ctx, &schema.Factors, store.Eq("id", factorID), store.Eq("user_id", userID)))
	if err != nil {
		return factor{}, nil, err
	}
	if row == nil {
		return factor{}, nil, noFactor
	}
	return factorOf(row), row, nil
}

// asUser runs work in a transaction that holds the account, with the session
// as it is now.
func (s *Service) asUser(ctx context.Context, who principal, work func(tx store.Session, x session) error) error {
	return s.store.AsSystem().Tx(ctx, func(tx store.Session) error {
		if err := tx.Lock(ctx, userLock(who.user.ID)); err != nil {
			return err
		}
		u, err := userWhere(ctx, tx, store.Eq("id", who.user.ID))
		if err != nil {
			return err
		}
		row, err := one(tx.One(ctx, &schema.Sessions, store.Eq("id", who.session.id)))
		if err != nil {
			return err
		}
		if u == nil || u.Disabled() || row == nil {
			return noSession()
		}
		return work(tx, sessionOf(row).atMost(who.session.aal))
	})
}

// issuerName is what the app shows above the code.
func (s *Service) issuerName(ctx context.Context, wish string) string {
	if wish != "" {
		return wish
	}
	if who, err := studio.Read(ctx, s.store.AsSystem()); err == nil && label(who.Name) {
		return who.Name
	}
	if u, err := url.Parse(s.origin); err == nil && u.Hostname() != "" {
		return u.Hostname()
	}
	return "Vitrine"
}

// label tells whether a text can name a factor or an issuer; apps cut the
// name of an account at a colon.
func label(text string) bool {
	return utf8.RuneCountInString(text) <= maxName && !strings.ContainsFunc(text, func(c rune) bool { return unicode.IsControl(c) || c == ':' })
}

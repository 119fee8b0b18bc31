package mail

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"fmt"
	"strings"

	"github.com/emersion/go-msgauth/dkim"
	gomail "github.com/wneessen/go-mail"
)

// signer signs mails as the domain they come from (RFC 6376).
type signer struct {
	selector string
	key      crypto.Signer
}

// newSigningKey is of the kind that every verifier knows, in the size that fits
// into the DNS.
func newSigningKey() (private []byte, public string, err error) {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		return nil, "", err
	}
	raw, err := x509.MarshalPKIXPublicKey(&key.PublicKey)
	return x509.MarshalPKCS1PrivateKey(key), base64.StdEncoding.EncodeToString(raw), err
}

func newSigner(selector string, private []byte) (*signer, error) {
	key, err := x509.ParsePKCS1PrivateKey(private)
	if err != nil {
		return nil, fmt.Errorf("read the key that signs mails: %w", err)
	}
	return &signer{selector, key}, nil
}

// signed are the headers that a forger would want to change or add; RFC 8058 asks
// for the two of unsubscribing.
var signed = []string{
	"From", "To", "Reply-To", "Subject", "Date", "Message-ID", "MIME-Version", "Content-Type", "Content-Transfer-Encoding", "Auto-Submitted",
	"List-Unsubscribe", "List-Unsubscribe-Post", "List-ID",
}

// sign adds the header to a message that is otherwise done. None signs nothing.
func (s *signer) sign(m *gomail.Msg) error {
	if s == nil {
		return nil
	}
	from := m.GetFrom()
	if len(from) != 1 {
		return fmt.Errorf("sign a mail: it has %d senders", len(from))
	}
	_, domain, _ := strings.Cut(from[0].Address, "@")
	stable := rand.Text() // otherwise each writing has boundaries of its own
	m.SetBoundary(stable)
	signing, err := dkim.NewSigner(&dkim.SignOptions{
		Domain: domain, Selector: s.selector, Signer: s.key, HeaderKeys: signed,
		HeaderCanonicalization: dkim.CanonicalizationRelaxed, BodyCanonicalization: dkim.CanonicalizationRelaxed,
	})
	if err != nil {
		return fmt.Errorf("sign a mail: %w", err)
	}
	if _, err := m.WriteTo(signing); err != nil {
		signing.Close()
		return fmt.Errorf("sign a mail: %w", err)
	}
	if err := signing.Close(); err != nil {
		return fmt.Errorf("sign a mail: %w", err)
	}
	_, value, _ := strings.Cut(strings.TrimSuffix(signing.Signature(), "\r\n"), ": ")
	m.SetGenHeaderPreformatted("DKIM-Signature", value)
	return nil
}

package archive

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"filippo.io/age"
)

const (
	sealedSuffix  = ".age"
	minPassphrase = 16
	// scryptCost takes 32 MB and a tenth of a second; age's own choice takes 256 MB, which a small machine serves from.
	scryptCost = 15
)

var sealedMagic = []byte("age-encryption.org/v1\n")

// Key encrypts backups in the format of age, and opens them unless it is a
// public one.
type Key struct {
	recipients []age.Recipient
	identities []age.Identity
}

// ParseKey reads public keys of age (age1..., with commas between them), a
// secret key (AGE-SECRET-KEY-1...), or else a passphrase. An empty text is a key
// that encrypts nothing. Errors do not repeat the text.
func ParseKey(text string) (*Key, error) {
	switch {
	case text == "":
		return &Key{}, nil
	case strings.HasPrefix(text, "AGE-SECRET-KEY-"):
		identity, err := age.ParseX25519Identity(strings.TrimSpace(text))
		if err != nil {
			return nil, errors.New("VITRINE_BACKUP_KEY is no secret key of age")
		}
		return &Key{recipients: []age.Recipient{identity.Recipient()}, identities: []age.Identity{identity}}, nil
	case strings.HasPrefix(text, "age1"):
		k := &Key{}
		for one := range strings.SplitSeq(text, ",") {
			recipient, err := age.ParseX25519Recipient(strings.TrimSpace(one))
			if err != nil {
				return nil, errors.New("VITRINE_BACKUP_KEY is no public key of age")
			}
			k.recipients = append(k.recipients, recipient)
		}
		return k, nil
	case len(text) < minPassphrase:
		return nil, fmt.Errorf("VITRINE_BACKUP_KEY is neither a key of age nor a passphrase of at least %d characters", minPassphrase)
	}
	recipient, err := age.NewScryptRecipient(text)
	if err != nil {
		return nil, err
	}
	recipient.SetWorkFactor(scryptCost)
	identity, err := age.NewScryptIdentity(text)
	if err != nil {
		return nil, err
	}
	return &Key{recipients: []age.Recipient{recipient}, identities: []age.Identity{identity}}, nil
}

// seals tells whether there is a key at all.
func (k *Key) seals() bool { return k != nil && len(k.recipients) > 0 }

// opens tells whether the key reads what it, or another, sealed.
func (k *Key) opens() bool { return k != nil && len(k.identities) > 0 }

// seal encrypts what is written. The second result opens it again, to check
// it: for a public key that is a second key, which is then forgotten.
func (k *Key) seal(to io.Writer) (io.WriteCloser, *Key, error) {
	if k.opens() {
		w, err := age.Encrypt(to, k.recipients...)
		return w, k, err
	}
	once, err := age.GenerateX25519Identity()
	if err != nil {
		return nil, nil, err
	}
	w, err := age.Encrypt(to, append([]age.Recipient{once.Recipient()}, k.recipients...)...)
	return w, &Key{identities: []age.Identity{once}}, err
}

func isSealed(f io.ReaderAt) bool {
	head := make([]byte, len(sealedMagic))
	n, _ := f.ReadAt(head, 0)
	return bytes.Equal(head[:n], sealedMagic)
}

// unseal reads through the encryption, if there is one.
func unseal(f io.ReaderAt, size int64, key *Key) (io.ReaderAt, int64, error) {
	if !isSealed(f) {
		return f, size, nil
	}
	if !key.opens() {
		return nil, 0, errors.New("it is encrypted; set VITRINE_BACKUP_KEY to its secret key or passphrase")
	}
	plain, size, err := age.DecryptReaderAt(f, size, key.identities...)
	var other *age.NoIdentityMatchError
	switch {
	case errors.As(err, &other):
		return nil, 0, errors.New("it is encrypted with another key than VITRINE_BACKUP_KEY")
	case err != nil:
		return nil, 0, damaged("%v", err)
	}
	return plain, size, nil
}

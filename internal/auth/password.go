package auth

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/rand"
	"crypto/subtle"
	_ "embed"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode"

	"golang.org/x/crypto/argon2"
	"golang.org/x/crypto/bcrypt"

	"vitrine/internal/fault"
)

const (
	minPassword = 12
	maxPassword = 1024
	siteName    = "vitrine"

	// queue is how many callers may wait for a hash before others are refused.
	queue = 32
	// maxBcryptCost keeps an imported hash from holding a core for minutes.
	maxBcryptCost = 14
)

// Weak is a new password that breaks the rules. Reasons are GoTrue's words;
// to the rest of the house it is a fault with a sentence.
type Weak struct {
	Reasons []string
	fault   *fault.Error
}

func (w *Weak) Error() string { return w.fault.Message }

func (w *Weak) Unwrap() error { return w.fault }

func weak(reason, sentence string) error {
	return &Weak{[]string{reason}, fault.New(fault.Invalid, "%s", sentence).Hinting(sentence)}
}

// checkPassword judges a new password for an address.
func checkPassword(password, email string) error {
	if err := checkLength(password); err != nil {
		return err
	}
	if isCommon(password) {
		return weak("pwned", "This password is too common. Please choose another one.")
	}
	name, _, _ := strings.Cut(email, "@")
	if leansOn(password, siteName, name) {
		return weak("pwned", "This password is too easy to guess. Please choose another one.")
	}
	return nil
}

func checkLength(password string) error {
	switch {
	case len(password) < minPassword:
		return weak("length", fmt.Sprintf("Password should be at least %d characters.", minPassword))
	case len(password) > maxPassword:
		return weak("length", fmt.Sprintf("Password should be at most %d bytes.", maxPassword))
	}
	return nil
}

// cost is what one argon2id hash takes.
type cost struct {
	passes, memory uint32 // memory in KiB
	lanes          uint8
}

var today = cost{passes: 2, memory: 19456, lanes: 1}

const (
	saltSize = 16
	keySize  = 32
)

// hasher runs password hashes: few at once, because each takes a core and
// 19 MiB, with a short queue before callers are sent away.
type hasher struct {
	slots  chan struct{}
	inside atomic.Int32
	around func(work func()) // runs each hash; tests count them here
	// imported compares with a bcrypt hash; tests count these too.
	imported func(hash, password []byte) error
	calm     *time.Timer // gives back what hashes have left
}

// calmAfter is how long after the last hash its memory is given back.
const calmAfter = 2 * time.Second

func newHasher() *hasher {
	h := &hasher{slots: make(chan struct{}, max(1, runtime.NumCPU()/2)), around: func(work func()) { work() }, imported: bcrypt.CompareHashAndPassword}
	h.calm = time.AfterFunc(calmAfter, debug.FreeOSMemory)
	h.calm.Stop()
	return h
}

// enter takes a place in the queue; leave gives it back.
func (h *hasher) enter() (leave func(), err error) {
	if int(h.inside.Add(1)) > cap(h.slots)+queue {
		h.inside.Add(-1)
		return nil, fault.New(fault.Crowded, "The server is busy signing people in. Please try again in a few seconds.").After(3 * time.Second)
	}
	return func() { h.inside.Add(-1) }, nil
}

func (h *hasher) run(ctx context.Context, work func()) error {
	select {
	case h.slots <- struct{}{}:
	case <-ctx.Done():
		return fault.New(fault.TimedOut, "the caller did not wait").Because(ctx.Err())
	}
	defer func() { <-h.slots }()
	h.around(work)
	h.calm.Reset(calmAfter)
	return nil
}

// hash makes the PHC string of a password.
func (h *hasher) hash(ctx context.Context, password string) (string, error) {
	salt := make([]byte, saltSize)
	rand.Read(salt)
	var key []byte
	if err := h.run(ctx, func() { key = today.key(password, salt, keySize) }); err != nil {
		return "", err
	}
	return today.phc(salt, key), nil
}

// verify tells whether the password belongs to the stored hash. Without a
// usable hash it does the same work and says no. decoy is an imported hash of
// anybody: while there is one, every try takes its work too.
func (h *hasher) verify(ctx context.Context, password, stored, decoy string) (ok bool, err error) {
	older := isBcrypt(stored)
	if older {
		decoy = stored
	}
	c, salt, key, parseErr := parsePHC(stored)
	if parseErr != nil {
		c, salt, key = today, make([]byte, saltSize), make([]byte, keySize)
	}
	err = h.run(ctx, func() {
		ok = subtle.ConstantTimeCompare(c.key(password, salt, uint32(len(key))), key) == 1 && parseErr == nil
		if decoy != "" {
			fits := h.imported([]byte(decoy), []byte(password)) == nil
			ok = ok || fits && older
		}
	})
	return ok, err
}

// isOld tells whether a hash was made with other settings than today's.
func isOld(stored string) bool {
	c, salt, key, err := parsePHC(stored)
	return err != nil || c != today || len(salt) != saltSize || len(key) != keySize
}

func isBcrypt(stored string) bool {
	n, err := bcrypt.Cost([]byte(stored))
	return err == nil && n <= maxBcryptCost
}

func (c cost) key(password string, salt []byte, size uint32) []byte {
	return argon2.IDKey([]byte(password), salt, c.passes, c.memory, c.lanes, size)
}

var b64 = base64.RawStdEncoding.Strict()

func (c cost) phc(salt, key []byte) string {
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, c.memory, c.passes, c.lanes, b64.EncodeToString(salt), b64.EncodeToString(key))
}

var errNotPHC = errors.New("not an argon2id hash")

func parsePHC(s string) (c cost, salt, key []byte, err error) {
	parts := strings.Split(s, "$")
	if len(parts) != 6 || parts[1] != "argon2id" || parts[2] != fmt.Sprintf("v=%d", argon2.Version) {
		return c, nil, nil, errNotPHC
	}
	if _, err := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &c.memory, &c.passes, &c.lanes); err != nil {
		return c, nil, nil, errNotPHC
	}
	if c.memory < 8 || c.memory > 1<<18 || c.passes < 1 || c.passes > 16 || c.lanes < 1 || c.lanes > 16 {
		return c, nil, nil, errNotPHC
	}
	salt, saltErr := b64.DecodeString(parts[4])
	key, keyErr := b64.DecodeString(parts[5])
	if saltErr != nil || keyErr != nil || len(salt) < 8 || len(key) < 16 || len(key) > 128 {
		return c, nil, nil, errNotPHC
	}
	return c, salt, key, nil
}

// commonList holds, sorted, the 10,000 most common passwords and those less
// common ones that are long enough to be chosen here. It is made from the
// list of the npm package @zxcvbn-ts/language-common 4.1.3 (MIT licence,
// Dan Wheeler, Dropbox and zxcvbn-ts), which counts published leaks.
//
//go:embed commonpasswords.txt.gz
var commonList []byte

var commonPasswords = sync.OnceValue(func() map[string]bool {
	var text []byte
	unzip, err := gzip.NewReader(bytes.NewReader(commonList))
	if err == nil {
		text, err = io.ReadAll(unzip)
	}
	if err != nil {
		panic("auth: the list of common passwords is damaged: " + err.Error())
	}
	out := map[string]bool{}
	for word := range strings.Lines(string(text)) {
		out[strings.TrimSuffix(word, "\n")] = true
	}
	return out
})

// isCommon tells whether a password is one that is tried first: on the list,
// on it once digits and signs around it are gone, or one repeated.
func isCommon(password string) bool {
	word := strings.ToLower(password)
	list := commonPasswords()
	core := strings.TrimFunc(word, func(c rune) bool { return !unicode.IsLetter(c) })
	return list[word] || list[core] || isMonotone(word) || list[period(word)]
}

// period is the shortest text that word repeats; word itself when it does not.
func period(word string) string {
	for n := 1; n <= len(word)/2; n++ {
		if len(word)%n == 0 && strings.Repeat(word[:n], len(word)/n) == word {
			return word[:n]
		}
	}
	return word
}

// isMonotone finds keyboards held down and counted digits.
func isMonotone(word string) bool {
	seen := map[rune]bool{}
	counted := true
	var last rune
	for i, c := range word {
		seen[c] = true
		counted = counted && (i == 0 || c == last+1 || (last == '9' && c == '0') || c == last-1)
		last = c
	}
	return len(seen) < 4 || counted
}

// leansOn tells whether little is left of a password without the words that
// anybody would guess here: the site's name and the user's.
func leansOn(password string, words ...string) bool {
	rest := strings.ToLower(password)
	for _, w := range words {
		if len(w) >= 3 {
			rest = strings.ReplaceAll(rest, strings.ToLower(w), "")
		}
	}
	if len(rest) == len(password) {
		return false
	}
	letters, others := 0, 0
	for _, c := range rest {
		switch {
		case unicode.IsLetter(c):
			letters++
		case unicode.IsDigit(c):
			others++
		}
	}
	return letters < 4 && letters+others < 8
}

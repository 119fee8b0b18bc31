package auth

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"io"
	"strings"
	"sync"
	"unicode"
)

// commonList holds, sorted, the 10,000 most common passwords and those less
// common ones that are long enough to be chosen here. It is made from the
// list of the npm package @zxcvbn-ts/language-common 4.1.3 (MIT licence,
// Dan Wheeler, Dropbox and zxcvbn-ts), which counts published leaks.
//
//go:embed commonpasswords.txt.gz
var commonList []byte

var commonPasswords = sync.OnceValue(func() map[string]bool {
	unzip, err := gzip.NewReader(bytes.NewReader(commonList))
	if err != nil {
		panic("auth: the list of common passwords is damaged: " + err.Error())
	}
	text, err := io.ReadAll(unzip)
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

package rest

import (
	"fmt"
	"strings"

	"vitrine/internal/fault"
)

// scanner walks over one query parameter.
type scanner struct {
	what string // the parameter, for the message
	text string
	at   int
}

func (s *scanner) fail() error {
	return fault.New(fault.BadQuery, "%s", fmt.Sprintf("%q (line 1, column %d)", "failed to parse "+s.what+" ("+s.text+")", s.at+1)).
		Detailing("unexpected input at column %d", s.at+1)
}

func (s *scanner) done() bool { return s.at >= len(s.text) }

func (s *scanner) peek() byte {
	if s.done() {
		return 0
	}
	return s.text[s.at]
}

// accept steps over the text if it comes next.
func (s *scanner) accept(text string) bool {
	if !strings.HasPrefix(s.text[s.at:], text) {
		return false
	}
	s.at += len(text)
	return true
}

// until takes everything before one of the bytes.
func (s *scanner) until(stops string) string {
	start := s.at
	for !s.done() && !strings.ContainsRune(stops, rune(s.text[s.at])) {
		s.at++
	}
	return s.text[start:s.at]
}

// blanks steps over blanks.
func (s *scanner) blanks() {
	for s.peek() == ' ' || s.peek() == '\t' {
		s.at++
	}
}

// mark steps over a mark with the blanks around it, if it comes next.
func (s *scanner) mark(text string) bool {
	before := s.at
	s.blanks()
	if !s.accept(text) {
		s.at = before
		return false
	}
	s.blanks()
	return true
}

// column is a name with the blanks around it.
func (s *scanner) column() (string, error) {
	s.blanks()
	name, err := s.name()
	s.blanks()
	return name, err
}

// name is a column, table or alias: in double quotes, or bare. Blanks are part
// of a bare name, and taken off its ends.
func (s *scanner) name() (string, error) {
	if s.peek() == '"' {
		return s.quoted()
	}
	start := s.at
	for !s.done() && isNameByte(s.text[s.at]) {
		s.at++
	}
	name := strings.Trim(s.text[start:s.at], " ")
	if name == "" {
		return "", s.fail()
	}
	return name, nil
}

func isNameByte(b byte) bool {
	return b == '_' || b == '$' || b == ' ' || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= 0x80
}

// quoted is text in double quotes, where a backslash escapes any character.
func (s *scanner) quoted() (string, error) {
	if !s.accept(`"`) {
		return "", s.fail()
	}
	var out strings.Builder
	for !s.done() {
		b := s.text[s.at]
		s.at++
		switch {
		case b == '"':
			return out.String(), nil
		case b == '\\' && !s.done():
			out.WriteByte(s.text[s.at])
			s.at++
		default:
			out.WriteByte(b)
		}
	}
	return "", s.fail()
}

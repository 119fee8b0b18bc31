package main

import (
	"fmt"
	"os"
	"regexp"
	"strings"

	"github.com/alecthomas/kong"
)

// envFile is a file of NAME=value lines, read as systemd reads an
// EnvironmentFile. What the environment says already stays.
type envFile string

// BeforeReset runs before flags take their values from the environment.
func (envFile) BeforeReset(ctx *kong.Context, at *kong.Path) error {
	path, _ := ctx.FlagValue(at.Flag).(envFile)
	raw, err := os.ReadFile(string(path))
	if err != nil {
		return err
	}
	found, err := assignments(string(raw))
	if err != nil {
		return fmt.Errorf("%s, %w", path, err)
	}
	for name, value := range found {
		if _, given := os.LookupEnv(name); given {
			continue
		}
		if err := os.Setenv(name, value); err != nil {
			return fmt.Errorf("%s: %s: %w", path, name, err)
		}
	}
	return nil
}

const (
	envSpace   = " \t\r\n"
	envNewline = "\r\n"
)

var envName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// assignments follows src/basic/env-file.c of systemd; the last of a name
// counts. What systemd passes over in silence, a line without a name or a
// quote without its end, is an error, which does not repeat the secret there.
func assignments(text string) (map[string]string, error) {
	out := map[string]string{}
	line := 1
	for text != "" {
		read := 0
		switch {
		case strings.IndexByte(envSpace, text[0]) >= 0:
			read = 1
		case text[0] == '#' || text[0] == ';':
			read = lineEnd(text)
		default:
			end := strings.IndexAny(text, "="+envNewline)
			if end < 0 || text[end] != '=' || !envName.MatchString(strings.TrimRight(text[:end], envSpace)) {
				return nil, fmt.Errorf("line %d: it is not like NAME=value", line)
			}
			value, length, closed := envValue(text[end+1:])
			if !closed {
				return nil, fmt.Errorf("line %d: the value goes on over the end of the file", line)
			}
			out[strings.TrimRight(text[:end], envSpace)] = value
			read = end + 1 + length
		}
		line += strings.Count(text[:read], "\n")
		text = text[read:]
	}
	return out, nil
}

func lineEnd(text string) int {
	if end := strings.IndexAny(text, envNewline); end >= 0 {
		return end
	}
	return len(text)
}

// envValue reads a value and says how long it is in the text. Quotes are such
// only where the value begins or another quote ended.
func envValue(text string) (value string, length int, closed bool) {
	var out []byte
	bare, kept := false, 0 // kept is the length without the spaces at the end
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case strings.IndexByte(envNewline, c) >= 0:
			return string(out[:kept]), i, true
		case c == '\\':
			if bare = true; i+1 == len(text) {
				return "", i, false
			}
			if i++; strings.IndexByte(envNewline, text[i]) < 0 {
				out = append(out, text[i])
			}
			kept = len(out)
		case !bare && (c == '"' || c == '\''):
			inner, n, closed := quoted(text[i+1:], c)
			if !closed {
				return "", i, false
			}
			out = append(out, inner...)
			kept, i = len(out), i+n
		case strings.IndexByte(envSpace, c) >= 0:
			if bare {
				out = append(out, c)
			}
		default:
			bare, out = true, append(out, c)
			kept = len(out)
		}
	}
	return string(out[:kept]), len(text), true
}

// quoted reads up to the quote that ends the value, and counts it.
func quoted(text string, quote byte) (value []byte, length int, closed bool) {
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == quote:
			return value, i + 1, true
		case c == '\\' && quote == '"':
			if i++; i == len(text) {
				return nil, i, false
			}
			switch {
			case strings.IndexByte("\"\\`$", text[i]) >= 0:
				value = append(value, text[i])
			case text[i] != '\n':
				value = append(value, '\\', text[i])
			}
		default:
			value = append(value, c)
		}
	}
	return nil, len(text), false
}

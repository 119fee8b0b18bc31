package main

import (
	"fmt"
	"os"
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
	for i, line := range strings.Split(string(raw), "\n") {
		name, value, err := assignment(strings.TrimSpace(line))
		if err != nil {
			return fmt.Errorf("%s, line %d: %w", path, i+1, err)
		}
		if _, given := os.LookupEnv(name); given || name == "" {
			continue
		}
		if err := os.Setenv(name, value); err != nil {
			return fmt.Errorf("%s, line %d: %w", path, i+1, err)
		}
	}
	return nil
}

// assignment reads a line; a comment has no name. Its errors do not repeat
// the line, which may hold a secret.
func assignment(line string) (name, value string, err error) {
	if line == "" || line[0] == '#' || line[0] == ';' {
		return "", "", nil
	}
	name, rest, ok := strings.Cut(line, "=")
	name = strings.TrimSpace(name)
	if !ok || name == "" || strings.ContainsAny(name, " \t'\"") {
		return "", "", fmt.Errorf("it is not like NAME=value")
	}
	var out strings.Builder
	quote, escaped := byte(0), false
	for _, c := range []byte(strings.TrimSpace(rest)) {
		switch {
		case escaped:
			if quote == '"' && !strings.ContainsRune("\"\\$`", rune(c)) {
				out.WriteByte('\\')
			}
			out.WriteByte(c)
			escaped = false
		case c == '\\' && quote != '\'':
			escaped = true
		case c == quote && quote != 0:
			quote = 0
		case quote == 0 && (c == '"' || c == '\''):
			quote = c
		default:
			out.WriteByte(c)
		}
	}
	if quote != 0 || escaped {
		return "", "", fmt.Errorf("the value goes on over the end of the line")
	}
	return name, out.String(), nil
}

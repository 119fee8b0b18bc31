package storage

import (
	"net/url"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"vitrine/internal/fault"
)

// goodName keeps names plain in URLs, logs and on every file system.
var goodName = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9._-]{0,199}$`)

// GoodName tells whether an object may have the name.
func GoodName(name string) bool { return goodName.MatchString(name) }

// target is what a path names.
type target struct {
	what   string // object, objects, public, info, list, bucket or buckets; "" is nothing we know
	bucket string
	name   string
}

// parsePath reads the path as it was sent: unescaped first, "..%2fx" would
// have become a path of its own.
func parsePath(escaped string) (target, error) {
	parts := strings.Split(strings.TrimPrefix(escaped, "/storage/v1/"), "/")
	for i, part := range parts {
		text, err := url.PathUnescape(part)
		if err != nil || !plain(text) {
			return target{}, badName(text)
		}
		parts[i] = text
	}
	if parts[0] == "bucket" && len(parts) == 1 {
		return target{what: "buckets", bucket: Bucket}, nil
	}
	if parts[0] == "bucket" && len(parts) == 2 {
		return target{what: "bucket", bucket: parts[1]}, nil
	}
	if parts[0] != "object" || len(parts) < 2 {
		return target{}, nil
	}
	parts = parts[1:]
	what := "object"
	switch parts[0] {
	case "info":
		what, parts = "info", parts[1:]
		if len(parts) == 3 && parts[0] == "public" {
			parts = parts[1:]
		}
	case "public":
		what, parts = "public", parts[1:]
	case "list":
		if len(parts) != 2 {
			return target{}, nil
		}
		return target{what: "list", bucket: parts[1]}, nil
	case "sign", "upload", "move", "copy", "authenticated", "list-v2":
		return target{}, nil
	}
	switch {
	case len(parts) == 1 && what == "object":
		return target{what: "objects", bucket: parts[0]}, nil
	case len(parts) < 2:
		return target{}, nil
	case len(parts) > 2 && parts[0] == Bucket:
		return target{}, badName(strings.Join(parts[1:], "/"))
	}
	return target{what: what, bucket: parts[0], name: parts[1]}, nil
}

func plain(part string) bool {
	return part != "" && part != "." && part != ".." && len(part) <= 512 && utf8.ValidString(part) &&
		!strings.ContainsAny(part, `/\`) && !strings.ContainsFunc(part, unicode.IsControl)
}

func badName(name string) error {
	name = strings.Map(func(c rune) rune {
		if unicode.IsControl(c) {
			return -1
		}
		return c
	}, strings.ToValidUTF8(name, "\ufffd"))
	if len(name) > 100 {
		name = strings.ToValidUTF8(name[:100], "")
	}
	return fault.New(fault.BadValue, "Invalid key: %s", name)
}

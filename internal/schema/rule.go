package schema

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/netip"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"vitrine/internal/fault"
)

// The names of the rules.
const (
	Identifier = "id" // a key that JavaScript can count past
	Required   = "required"
	Max        = "max"
	Min        = "min"
	Between    = "between"
	Pattern    = "pattern"
	Only       = "only"
	OneOf      = "one of"
	Email      = "email"
	Web        = "web"
	Link       = "link"
	Image      = "image"
	Texts      = "texts"  // a JSON list of strings
	Socials    = "social" // a JSON list of platform and url
	Path       = "path"   // of this site
	Stored     = "stored" // a file that was uploaded here
	Zone       = "zone"   // a time zone
)

// Rule is one check on one value. The same rule becomes a zod check in the
// generated TypeScript, with the same message.
type Rule struct {
	Name    string
	Limit   int
	Options []string
	Message string
	Shape   string // of a pattern
	Low     float64
	High    float64
}

// EmailPattern is the spec's shape, less the characters that could end or
// extend an address in a mail header or a mailto link.
const EmailPattern = `^[^\s@?&,;"<>-][^\s@?&,;"<>]*@[^\s@?&,;"<>]+\.[^\s@?&,;"<>]+$`

var emailShape = regexp.MustCompile(EmailPattern)

// ValidEmail tells whether s is an address we store and write to.
func ValidEmail(s string) bool {
	return len(s) <= MaxAddress && utf8.ValidString(s) && emailShape.MatchString(s) && !strings.ContainsFunc(s, isBreak)
}

// holds judges a value that is not null and already of the column's type.
func (r Rule) holds(v any) bool {
	s, _ := v.(string)
	switch r.Name {
	case Required:
		return strings.TrimFunc(s, isInvisible) != ""
	case Max:
		return utf8.RuneCountInString(s) <= r.Limit
	case Email:
		return s == "" || ValidEmail(s)
	case Web:
		return hasWebHost(s)
	case Link:
		return s == "" || isPath(s) || hasWebHost(s) || isAddressLink(s)
	case Image:
		return s == "" || isPath(s) || hasWebHost(s)
	case OneOf:
		return slices.Contains(r.Options, s)
	case Min:
		n, _ := v.(int64)
		return n >= int64(r.Limit) && n <= MaxPosition
	case Between:
		return r.within(v)
	case Pattern:
		return s == "" || shapeOf(r.Shape).MatchString(s)
	case Path:
		return s == "" || isPath(s)
	case Stored:
		return s == "" || isPath(s) && strings.HasPrefix(s, Uploads)
	case Zone:
		_, err := time.LoadLocation(s)
		return err == nil && s != "" && s != "Local"
	case Identifier:
		n, _ := v.(int64)
		return n >= 1 && n < 1<<53
	case Only:
		n, _ := v.(int64)
		return n == int64(r.Limit)
	case Texts:
		return isTexts(v)
	case Socials:
		return isSocials(v)
	}
	return false
}

func (r Rule) within(v any) bool {
	n, whole := v.(int64)
	f, _ := v.(float64)
	if whole {
		f = float64(n)
	}
	return f >= r.Low && f <= r.High
}

var shapes sync.Map

func shapeOf(pattern string) *regexp.Regexp {
	if re, ok := shapes.Load(pattern); ok {
		return re.(*regexp.Regexp)
	}
	re := regexp.MustCompile(pattern)
	shapes.Store(pattern, re)
	return re
}

// isInvisible finds what nobody can see, alone or together: spaces, marks of
// direction, joiners, fillers. A name of nothing else would be none.
func isInvisible(c rune) bool {
	return unicode.IsSpace(c) || unicode.In(c, unicode.Cf, unicode.Cc, unicode.Z, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector) || c == '\u2800'
}

// isBreak finds what must not stand in an address or a URL: controls, and
// the separators that some programs read as a line end or a space.
func isBreak(c rune) bool {
	return unicode.IsControl(c) || unicode.IsSpace(c) || c == '\u2028' || c == '\u2029' || c == '\ufeff'
}

// What an address may not hold beside breaks: a browser reads a backslash as
// a slash, and the others end an attribute.
const unsafeInURL = `\<>"`

func isUnsafe(s string) bool {
	return strings.ContainsFunc(s, isBreak) || strings.ContainsAny(s, unsafeInURL)
}

// Shapes of a web address. They are written out, because Go and browsers
// disagree on which hosts and ports they take; rules.ts has the same ones.
var (
	webShape    = regexp.MustCompile(`^(?i:https?)://([^/?#:@\[\]]+|\[[^/?#@\[\]]+\])(?::([0-9]{1,5}))?(?:[/?#]|$)`)
	hostShape   = regexp.MustCompile(`^(?:[0-9A-Za-z_\x{a1}-\x{10ffff}-]+\.)*[0-9A-Za-z_\x{a1}-\x{10ffff}-]+\.?$`)
	numberShape = regexp.MustCompile(`(?i:^|\.)(?:[0-9]+|0x[0-9a-f]*)\.?$`)
)

// hasWebHost tells whether s is a web address with a host and without a user.
func hasWebHost(s string) bool {
	// A quote may stand in a web address: pages escape it.
	if isUnsafe(strings.ReplaceAll(s, `"`, "")) {
		return false
	}
	parts := webShape.FindStringSubmatch(s)
	if parts == nil {
		return false
	}
	if port, err := strconv.Atoi(parts[2]); parts[2] != "" && (err != nil || port > 65535) {
		return false
	}
	host := parts[1]
	if inside, ok := strings.CutPrefix(host, "["); ok {
		ip, err := netip.ParseAddr(strings.TrimSuffix(inside, "]"))
		return err == nil && ip.Is6() && ip.Zone() == ""
	}
	if numberShape.MatchString(host) {
		ip, err := netip.ParseAddr(host)
		return err == nil && ip.Is4()
	}
	return hostShape.MatchString(host)
}

func isPath(s string) bool {
	return strings.HasPrefix(s, "/") && !strings.HasPrefix(s, "//") && !isUnsafe(s)
}

func isAddressLink(s string) bool {
	if isUnsafe(s) {
		return false
	}
	scheme, rest, _ := strings.Cut(s, ":")
	switch strings.ToLower(scheme) {
	case "mailto":
		return ValidEmail(rest)
	case "tel":
		return rest != "" && strings.Trim(rest, "0123456789+-.()") == ""
	}
	return false
}

// MaxList is how many elements a JSON list may hold.
const MaxList = 50

func isTexts(v any) bool {
	var list []*string // null would read as an empty text otherwise
	raw, _ := v.(json.RawMessage)
	return json.Unmarshal(raw, &list) == nil && list != nil && len(list) <= MaxList &&
		!slices.ContainsFunc(list, func(s *string) bool { return s == nil || utf8.RuneCountInString(*s) > MaxText })
}

func isSocials(v any) bool {
	var list []map[string]any
	raw, _ := v.(json.RawMessage)
	if json.Unmarshal(raw, &list) != nil || list == nil || len(list) > MaxList {
		return false
	}
	for _, one := range list {
		link, isText := one["url"].(string)
		if wrongSocial(one) != "" || !isText || len(link) > MaxURL || !(Rule{Name: Link}).holds(link) {
			return false
		}
	}
	return true
}

// Check returns the first rule that a typed row breaks. A new row must
// satisfy every column; a patch only the columns it names.
func (t *Table) Check(row map[string]any, isNew bool) error {
	for c := range t.Columns.All() {
		v, given := row[c.Name]
		if !given && (!isNew || c.Fallback != nil || c.Auto || c.Identity) {
			continue
		}
		if v == nil && c.NotNull {
			return fault.New(fault.Missing, "null value in column %q of relation %q violates not-null constraint", c.Name, t.Name).
				Hinting(c.Sentence(Required))
		}
	}
	for c := range t.Columns.All() {
		v := row[c.Name]
		if v == nil {
			continue
		}
		if wrong, broken := c.broken(v); broken {
			return fault.New(fault.Invalid, "new row for relation %q violates check constraint %q", t.Name, t.Name+"_"+c.Name+"_check").
				Hinting(wrong)
		}
	}
	return nil
}

// broken tells whether a value breaks a rule, and what a person reads then.
func (c *Column) broken(v any) (sentence string, broken bool) {
	for _, r := range c.Rules {
		if !r.holds(v) {
			return c.reason(r, v), true
		}
	}
	if raw, ok := v.(json.RawMessage); ok && c.Fields != nil {
		sentence = c.misshapen(raw)
	}
	return sentence, sentence != ""
}

// reason is the sentence of a broken rule; of a list of social links, what is
// wrong with the first of them that is.
func (c *Column) reason(r Rule, v any) string {
	var list []map[string]any
	if raw, _ := v.(json.RawMessage); r.Name == Socials && json.Unmarshal(raw, &list) == nil && len(list) <= MaxList {
		for _, one := range list {
			if sentence := wrongSocial(one); sentence != "" {
				return sentence
			}
		}
	}
	return c.Sentence(r.Name)
}

// wrongSocial says what is wrong with a social link besides its address; "" means nothing.
func wrongSocial(one map[string]any) string {
	for _, key := range slices.Sorted(maps.Keys(one)) {
		if key != "platform" && key != "url" {
			return fmt.Sprintf("A social link has a platform and a url, and no %.60q.", key)
		}
	}
	platform, _ := one["platform"].(string)
	if strings.TrimSpace(platform) == "" || one["url"] == nil || one["url"] == "" {
		return SocialLinks.Column("platform").Sentence(Required)
	}
	if utf8.RuneCountInString(platform) > MaxTitle {
		return SocialLinks.Column("platform").Sentence(Max)
	}
	return ""
}

// Sentence is what a person reads when the rule is broken.
func (c *Column) Sentence(rule string) string {
	if r := c.Rule(rule); r != nil && r.Message != "" {
		return r.Message
	}
	switch rule {
	case Max:
		return fmt.Sprintf("%s must be at most %d characters.", c.Named(), c.Rule(Max).Limit)
	case Between:
		r := c.Rule(Between)
		return fmt.Sprintf("%s must be between %v and %v.", c.Named(), r.Low, r.High)
	case Required:
		for _, r := range c.Rules {
			if r.Message != "" {
				return r.Message
			}
		}
		return c.Named() + " is required"
	}
	return ""
}

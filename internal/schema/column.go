package schema

import (
	"encoding/json"
	"time"
)

// Type is what a column holds, by the name PostgreSQL gives it.
type Type string

const (
	Int8        Type = "int8"
	Int4        Type = "int4"
	String      Type = "text"
	Boolean     Type = "bool"
	Timestamp   Type = "timestamptz"
	JSON        Type = "jsonb"
	UUID        Type = "uuid"
	Bytes       Type = "bytea" // internal tables only
	Float8      Type = "float8"
	MaxText          = 10_000
	MaxHTML          = 100_000
	MaxURL           = 2048
	MaxAddress       = 254
	MaxTitle         = 300
	MaxPosition      = 1_000_000_000
)

// Column is one column: its type, what it may hold and what it holds when
// nothing is given.
type Column struct {
	Name     string
	Label    string // what the screens call it, when not by its name
	Type     Type
	NotNull  bool
	Auto     bool // set by the store; accepted from a caller and ignored
	Identity bool // numbered by the database when absent
	Unique   bool
	Folded   bool   // unique without regard to ASCII case
	Fallback any    // value when absent; nil means none
	Refers   *Table // parent, whose key this column holds
	Rules    []Rule
	Clean    Cleaning
	Tools    Toolbar
	Line     bool    // one line of text, or a list of such: no line break is stored
	Several  bool    // several lines of plain text, in a box on its screen
	Follows  *Match  // the value of another column while which this moment is there
	Fields   Columns // of a JSON object
	Most     int     // how many objects a list holds; 0 means that it is one object
}

// ID is the numeric key of most tables.
func ID() Column {
	return Column{Name: "id", Type: Int8, NotNull: true, Identity: true}.with(Rule{Name: Identifier})
}

// Ref belongs to a row of parent and goes when that row goes.
func Ref(name string, parent *Table) Column {
	return Column{Name: name, Type: Int8, NotNull: true, Refers: parent}
}

// Text is plain text of at most MaxText characters.
func Text(name string) Column { return Column{Name: name, Type: String}.Max(MaxText) }

// Title is a short line of plain text.
func Title(name string) Column { return Column{Name: name, Type: String}.Max(MaxTitle).OneLine() }

// HTML is rich text, sanitised on its way in, whoever writes it.
func HTML(name string) Column {
	return Column{Name: name, Type: String, Clean: Sanitised}.Max(MaxHTML)
}

// Illustrated lets rich text show pictures of the library.
func (c Column) Illustrated() Column { c.Clean = Illustrated; return c.With(PageTools) }

// Toolbar names the tools that the editor of a rich text has at hand; what else
// it may hold is behind three dots.
type Toolbar string

const (
	InlineTools Toolbar = ""       // bold, italic, link
	ListTools   Toolbar = "lists"  // and lists
	ProseTools  Toolbar = "prose"  // and a heading, quotes
	PageTools   Toolbar = "page"   // and pictures, lines
	LetterTools Toolbar = "letter" // and buttons
)

// With gives the editor of a rich text its tools.
func (c Column) With(tools Toolbar) Column { c.Tools = tools; return c }

// IsHTML tells whether the column holds rich text.
func (c *Column) IsHTML() bool { return c.Clean == Sanitised || c.Clean == Illustrated }

// Typed is text a visitor typed: tags are taken out and the ends trimmed.
func Typed(name string, max int) Column {
	return Column{Name: name, Type: String, Clean: Untagged}.Max(max)
}

// Bool is true or false.
func Bool(name string) Column { return Column{Name: name, Type: Boolean, NotNull: true} }

// Int is a small whole number such as a position.
func Int(name string) Column { return Column{Name: name, Type: Int4, NotNull: true} }

// BigInt is a whole number.
func BigInt(name string) Column { return Column{Name: name, Type: Int8, NotNull: true} }

// Stamp is a moment, now when absent.
func Stamp(name string) Column {
	return Column{Name: name, Type: Timestamp, NotNull: true, Fallback: Now}
}

// Moment is a moment that may not have come yet.
func Moment(name string) Column { return Column{Name: name, Type: Timestamp} }

// While has the moment be there as long as another column has a value.
func (c Column) While(column string, value any) Column { c.Follows = &Match{column, value}; return c }

// Ident is a UUID.
func Ident(name string) Column { return Column{Name: name, Type: UUID, NotNull: true} }

// Blob is bytes; internal tables only.
func Blob(name string) Column { return Column{Name: name, Type: Bytes, NotNull: true} }

// JSONList is a JSON list.
func JSONList(name string) Column {
	return Column{Name: name, Type: JSON, NotNull: true, Fallback: "[]"}
}

// TextList is a JSON list of sentences that may be absent.
func TextList(name string) Column { return Column{Name: name, Type: JSON}.Each(Texts, "") }

// Now as a default is the moment of the write.
const Now = now("now")

type now string

// Default is the value of a row that names none.
func (c Column) Default(v any) Column { c.Fallback, c.NotNull = v, true; return c }

// DefaultValue is what a row that names none is stored with at a moment.
func (c *Column) DefaultValue(at time.Time) any {
	switch v := c.Fallback.(type) {
	case int:
		return int64(v)
	case now:
		return at
	case string:
		if c.Type == JSON {
			return json.RawMessage(v)
		}
	}
	return c.Fallback
}

// OnlyOnce makes the column unique.
func (c Column) OnlyOnce() Column { c.Unique = true; return c }

// OnlyOnceFolded makes the column unique without regard to ASCII case.
func (c Column) OnlyOnceFolded() Column { c.Unique, c.Folded = true, true; return c }

// Optional lets the column be null.
func (c Column) Optional() Column { c.NotNull = false; return c }

// OneLine makes line breaks in a text spaces.
func (c Column) OneLine() Column { c.Line = true; return c }

// Lines keeps the line breaks of a plain text.
func (c Column) Lines() Column { c.Several = true; return c }

func (c Column) auto() Column { c.Auto = true; return c }

// WithLabel gives the column the name that its field has on the screen.
func (c Column) WithLabel(label string) Column { c.Label = label; return c }

// Required refuses null and blank.
func (c Column) Required(message string) Column {
	c.NotNull = true
	return c.with(Rule{Name: Required, Message: message})
}

// Web asks for an http or https address.
func (c Column) Web(message string) Column {
	c.NotNull = true
	return c.Max(MaxURL).with(Rule{Name: Web, Message: message})
}

// Link allows web addresses, mailto, tel and paths of this site.
func (c Column) Link(message string) Column {
	return c.Max(MaxURL).with(Rule{Name: Link, Message: message})
}

// Pathed understands a path of this site without its slash.
func (c Column) Pathed() Column { c.Clean = Pathed; return c }

// Image allows web addresses and paths of this site.
func (c Column) Image(message string) Column {
	return c.Max(MaxURL).with(Rule{Name: Image, Message: message})
}

// Path allows paths of this site.
func (c Column) Path(message string) Column { return c.with(Rule{Name: Path, Message: message}) }

// Stored allows files that were uploaded to this site.
func (c Column) Stored() Column {
	return c.Max(MaxURL).with(Rule{Name: Stored, Message: "The file must be one that was uploaded here."})
}

// Matching asks for a text of the shape, unless it is empty.
func (c Column) Matching(shape, message string) Column {
	return c.with(Rule{Name: Pattern, Shape: shape, Message: message})
}

// Email asks for an address that is safe in mail and in mailto links.
func (c Column) Email(message string) Column {
	return c.Max(MaxAddress).with(Rule{Name: Email, Message: message})
}

// Min asks for a number from n up.
func (c Column) Min(n int, message string) Column {
	return c.with(Rule{Name: Min, Limit: n, Message: message})
}

// OneOf asks for one of the values.
func (c Column) OneOf(message string, values ...string) Column {
	c.NotNull = true
	return c.with(Rule{Name: OneOf, Options: values, Message: message})
}

// Only asks for the number n.
func (c Column) Only(n int, message string) Column {
	return c.with(Rule{Name: Only, Limit: n, Message: message})
}

// Each names the shape of the elements of a JSON list.
func (c Column) Each(shape string, message string) Column {
	return c.OneLine().with(Rule{Name: shape, Message: message})
}

// Max limits the length in characters; a later limit replaces an earlier one.
func (c Column) Max(n int) Column {
	var rest []Rule
	for _, r := range c.Rules {
		if r.Name != Max {
			rest = append(rest, r)
		}
	}
	c.Rules = rest
	return c.with(Rule{Name: Max, Limit: n})
}

func (c Column) with(r Rule) Column {
	c.Rules = append(append([]Rule(nil), c.Rules...), r)
	return c
}

// Rule finds a rule by name; nil means the column has none.
func (c *Column) Rule(name string) *Rule {
	for i := range c.Rules {
		if c.Rules[i].Name == name {
			return &c.Rules[i]
		}
	}
	return nil
}

func (c Column) refers(parent *Table) Column { c.Refers = parent; return c }

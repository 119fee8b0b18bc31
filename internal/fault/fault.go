// Package fault is the error every layer speaks. A fault carries a Kind for
// machines and a sentence for people; what caused it stays in the log.
package fault

import (
	"errors"
	"fmt"
	"time"
)

// Kind says what went wrong in words of our own. Only the wire files of the
// protocol packages turn a Kind into a status and a protocol code.
type Kind string

const (
	Internal    Kind = "internal"
	Unavailable Kind = "unavailable" // the database is away, locked or full; trying later may work
	TimedOut    Kind = "timed out"   // a statement ran longer than its caller may take
	Crowded     Kind = "crowded"     // over a rate limit

	UnknownTable     Kind = "unknown table"
	UnknownColumn    Kind = "unknown column" // named in a select, filter or order
	UnknownKey       Kind = "unknown key"    // named in a body
	UnknownProcedure Kind = "unknown procedure"
	NoRelation       Kind = "no relation between tables"
	NotEmbedded      Kind = "not embedded"

	BadQuery   Kind = "bad query"
	BadBody    Kind = "bad body"
	BadRange   Kind = "bad range"
	NoFilter   Kind = "no filter" // an update or delete that names no rows
	TooLarge   Kind = "too large"
	TooMany    Kind = "too many rows affected"
	NotOne     Kind = "not one row"
	NotOffered Kind = "not offered"

	BadValue   Kind = "bad value" // text that is no value of the column's type
	OutOfRange Kind = "out of range"
	BadTime    Kind = "bad time"
	Missing    Kind = "missing" // null where a value is required
	Invalid    Kind = "invalid" // a value that breaks a rule
	Duplicate  Kind = "duplicate"
	NoParent   Kind = "no parent"

	BadKey       Kind = "bad key"   // an apikey that is not the public one
	BadToken     Kind = "bad token" // a bearer that does not verify
	ExpiredToken Kind = "expired token"
	NoSession    Kind = "no session"     // a good token whose session has ended
	NeedsFactor  Kind = "needs a factor" // a live session that still owes its second factor

	Denied Kind = "denied"
	Stale  Kind = "stale" // the document changed since the caller read it
)

// StaleMessage is what a person reads when someone else saved first.
const StaleMessage = "This content was changed by someone else. Reload to see the latest version."

// Error is a fault. All its texts are safe to show; the cause is not.
type Error struct {
	Kind    Kind
	Message string
	Details string
	Hint    string        // the sentence a person reads beside the form
	Retry   time.Duration // when to try again; zero means unknown
	cause   error
}

// soon is when to try again what failed for reasons that may pass.
const soon = 2 * time.Second

// New makes a fault of the kind with a sentence that a caller may see.
func New(kind Kind, format string, args ...any) *Error {
	e := &Error{Kind: kind, Message: fmt.Sprintf(format, args...)}
	if kind == Unavailable || kind == TimedOut {
		e.Retry = soon
	}
	return e
}

// Because keeps the cause for the log without showing it to the caller.
func (e *Error) Because(err error) *Error { e.cause = err; return e }

// Hinting adds the sentence a person reads.
func (e *Error) Hinting(hint string) *Error { e.Hint = hint; return e }

// Detailing adds what a developer reads beside the message.
func (e *Error) Detailing(format string, args ...any) *Error {
	e.Details = fmt.Sprintf(format, args...)
	return e
}

// After says when trying again makes sense.
func (e *Error) After(d time.Duration) *Error { e.Retry = d; return e }

func (e *Error) Unwrap() error { return e.cause }

func (e *Error) Error() string {
	if e.cause != nil {
		return fmt.Sprintf("%s: %s: %v", e.Kind, e.Message, e.cause)
	}
	return fmt.Sprintf("%s: %s", e.Kind, e.Message)
}

// From returns err as a fault. An error nobody classified is Internal, and
// its text is not shown.
func From(err error) *Error {
	if e, is := errors.AsType[*Error](err); is {
		return e
	}
	return New(Internal, "Something went wrong.").Because(err)
}

// Is tells whether err is a fault of the kind.
func Is(err error, kind Kind) bool {
	var e *Error
	return errors.As(err, &e) && e.Kind == kind
}

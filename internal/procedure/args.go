package procedure

import (
	"strings"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// Args are what a caller named.
type Args map[string]any

// MaxItems bounds a list among the arguments.
const MaxItems = 200

var wholeNumber = schema.BigInt("argument")

func missing(name string) error {
	return fault.New(fault.Missing, "null value in argument %q", name)
}

// Has tells whether the caller named the argument.
func (a Args) Has(name string) bool { _, given := a[name]; return given }

// Number is a whole number that must be there.
func (a Args) Number(name string) (int64, error) {
	if a[name] == nil {
		return 0, missing(name)
	}
	v, err := wholeNumber.Cast(a[name])
	if err != nil {
		return 0, err
	}
	return v.(int64), nil
}

// Text is a text that must be there.
func (a Args) Text(name string) (string, error) {
	if a[name] == nil {
		return "", missing(name)
	}
	text, ok := a[name].(string)
	if !ok {
		return "", fault.New(fault.BadValue, "argument %q must be a text", name)
	}
	return text, nil
}

// Numbers is a list of whole numbers that must be there.
func (a Args) Numbers(name string) ([]int64, error) {
	list, ok := a[name].([]any)
	if a[name] == nil {
		return nil, missing(name)
	}
	if !ok {
		return nil, fault.New(fault.BadValue, "argument %q must be a list of numbers", name)
	}
	out := make([]int64, len(list))
	for i, v := range list {
		n, err := wholeNumber.Cast(v)
		if err != nil {
			return nil, err
		}
		if n == nil {
			return nil, missing(name)
		}
		out[i] = n.(int64)
	}
	return out, nil
}

// Objects is a list of objects.
func (a Args) Objects(name string) ([]Args, error) {
	list, err := a.list(name, "objects")
	if err != nil {
		return nil, err
	}
	out := make([]Args, len(list))
	for i, v := range list {
		object, ok := v.(map[string]any)
		if !ok {
			return nil, fault.New(fault.BadValue, "argument %q must be a list of objects", name)
		}
		out[i] = object
	}
	return out, nil
}

// Texts is a list of texts without the blank ones.
func (a Args) Texts(name string) ([]string, error) {
	list, err := a.list(name, "texts")
	if err != nil {
		return nil, err
	}
	var out []string
	for _, v := range list {
		text, ok := v.(string)
		if !ok {
			return nil, fault.New(fault.BadValue, "argument %q must be a list of texts", name)
		}
		if text = strings.TrimSpace(text); text != "" {
			out = append(out, text)
		}
	}
	return out, nil
}

func (a Args) list(name, of string) ([]any, error) {
	list, ok := a[name].([]any)
	if !ok {
		return nil, fault.New(fault.BadValue, "argument %q must be a list of %s", name, of)
	}
	if len(list) > MaxItems {
		return nil, fault.New(fault.Invalid, "argument %q holds more than %d items", name, MaxItems)
	}
	return list, nil
}

// Pick takes the named columns that the caller gave.
func (a Args) Pick(columns ...string) store.Row {
	row := store.Row{}
	for _, name := range columns {
		if v, given := a[name]; given {
			row[name] = v
		}
	}
	return row
}

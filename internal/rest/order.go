package rest

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"vitrine/internal/store"
)

// ordered sorts written rows as the database sorts what it reads; without an
// order they stay as they were written.
func ordered(rows []store.Row, by []store.Order) []store.Row {
	if len(by) == 0 {
		return rows
	}
	rows = slices.Clone(rows)
	slices.SortStableFunc(rows, func(a, b store.Row) int {
		for _, o := range by {
			if c := compare(o, a[o.Column], b[o.Column]); c != 0 {
				return c
			}
		}
		return 0
	})
	return rows
}

func compare(o store.Order, a, b any) (c int) {
	if a == nil || b == nil {
		if c = number(b == nil) - number(a == nil); o.NullsFirst {
			return c
		}
		return -c
	}
	switch a := a.(type) {
	case int64:
		c = cmp.Compare(a, b.(int64))
	case string:
		c = strings.Compare(a, b.(string))
	case bool:
		c = number(a) - number(b.(bool))
	case time.Time:
		c = a.Compare(b.(time.Time))
	case json.RawMessage:
		c = strings.Compare(string(a), string(b.(json.RawMessage)))
	}
	if o.Desc {
		return -c
	}
	return c
}

func number(b bool) int {
	if b {
		return 1
	}
	return 0
}

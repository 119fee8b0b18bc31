package archive

import (
	"strconv"
	"strings"

	"vitrine/internal/mail"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// lettersNamed is the migration that told letters whose they are.
const lettersNamed = 4

// upgrade does to the rows of an older archive what migrations did to the rows
// that they found.
type upgrade struct {
	schema int64
	there  map[*schema.Table]map[int64]bool
}

// row is false for a row that the migration removed. Parents come first.
func (c *upgrade) row(t *schema.Table, row store.Row) bool {
	if c.schema >= lettersNamed {
		return true
	}
	if t != &schema.Mails {
		c.note(t, row)
		return true
	}
	kind, rest, _ := strings.Cut(row.Text("reason"), " ")
	of, known := mail.Subjects[kind]
	if !known {
		return true
	}
	number, _, _ := strings.Cut(rest, " ")
	id, err := strconv.ParseInt(number, 10, 64)
	if err != nil || !c.there[of.Table][id] {
		return false
	}
	row[of.Column] = id
	return true
}

func (c *upgrade) note(t *schema.Table, row store.Row) {
	for _, of := range mail.Subjects {
		if of.Table == t {
			if c.there[t] == nil {
				c.there[t] = map[int64]bool{}
			}
			c.there[t][row.Int(t.Key().Name)] = true
		}
	}
}

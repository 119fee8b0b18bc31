package store

import (
	"testing"

	"vitrine/internal/schema"
)

func TestAValueThatIsKeptAsTheDriverGaveItCostsNothing(t *testing.T) {
	for _, c := range []struct {
		of    schema.Type
		value any
	}{{schema.Int8, int64(1 << 40)}, {schema.String, "Ada"}, {schema.Bytes, []byte{1, 2}}, {schema.Float8, 0.5}, {schema.Boolean, true}} {
		column := &schema.Column{Type: c.of}
		if n := testing.AllocsPerRun(10, func() {
			if _, err := fromSQL(column, c.value); err != nil {
				t.Fatal(err)
			}
		}); n > 0 {
			t.Errorf("%s: %v allocations", c.of, n)
		}
	}
}

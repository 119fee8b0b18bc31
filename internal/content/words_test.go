package content_test

import (
	"strings"
	"testing"

	"vitrine/internal/schema"
	"vitrine/internal/words"
)

func TestEveryWordCanBeSaidInAnotherWayAtOnce(t *testing.T) {
	each(t, func(t *testing.T, s site) {
		for _, turn := range []string{"first", "again"} {
			said := []any{}
			for _, w := range words.All() {
				text := w.In("", true)
				if text == "" || words.Check(w.Key, text) != "" { // the seed of a table, or longer than may be typed
					continue
				}
				said = append(said, object{"key": w.Key, "text": strings.TrimSpace(text)})
			}
			if len(said) < 200 {
				t.Fatalf("%d words", len(said))
			}
			if _, err := s.call(editor, "save_words", object{"loaded": loaded(s.rows(&schema.SiteWords)), "words": said}); err != nil {
				t.Fatalf("%s: %v", turn, err)
			}
		}
	})
}

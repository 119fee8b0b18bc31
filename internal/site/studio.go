package site

import (
	"cmp"
	"context"

	"vitrine/internal/studio"
)

// studio is whose site it is. When that cannot be read, it has the name, the place,
// the language and the words that were seen last.
func (s *Site) studio(ctx context.Context) (studio.Studio, error) {
	who, generation, known := s.who.Get("")
	if known {
		return who, nil
	}
	who, err := studio.Read(ctx, s.db)
	if err != nil {
		who = studio.Fresh()
		who.Name, who.Own = s.name(), s.seen.words()
		who.City, who.Language = s.seen.text("city"), cmp.Or(s.seen.text("language"), who.Language)
		return who, err
	}
	s.who.Put("", who, generation)
	return who, nil
}

// Say is a sentence for a visitor.
func (s *Site) Say(ctx context.Context, key string, pairs ...string) string {
	ctx, cancel := context.WithTimeout(ctx, slowPage)
	defer cancel()
	who, err := s.studio(ctx)
	if err != nil {
		s.Log.WarnContext(ctx, "read the studio's words", "error", err)
	}
	return who.Say(key, pairs...)
}

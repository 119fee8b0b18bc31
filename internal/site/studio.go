package site

import (
	"cmp"
	"context"
	"time"

	"vitrine/internal/application"
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

// atStudio is the moment as the studio's clock shows it.
func (s *Site) atStudio(ctx context.Context) time.Time {
	who, err := s.studio(ctx)
	if err != nil {
		s.Log.WarnContext(ctx, "read the time zone", "error", err)
	}
	return who.At(s.Now())
}

// tellRetention says how long applications are kept, where it is not the usual time.
func (s *Site) tellRetention(ctx context.Context, page map[string]any) {
	keep := s.Keep.OrUsual()
	if keep == application.UsualKeep {
		return
	}
	who, err := s.studio(ctx)
	if err != nil {
		s.Log.WarnContext(ctx, "read whose site it is", "error", err)
	}
	told := keep.Told(who)
	page["keeps"] = map[string]any{told[0]: told[1], told[2]: told[3]}
}

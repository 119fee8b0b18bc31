package site_test

import (
	"testing"
	"time"

	"vitrine/internal/schema"
	"vitrine/internal/site"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

func TestAReaderThatPanicsCostsItsPieceOnly(t *testing.T) {
	v := open(t, storetest.SQLite(t))
	v.change(&schema.ProcessContent, store.Row{"title": "Our own way"})
	mend := site.BreakReading()
	defer mend()
	v.shows(v.get("/"), 200, "Software is going shopping", "Our own way", `"failed":["hero_content"]`)
}

func TestAPageWhoseMakingPanicsIsTheLastGoodOne(t *testing.T) {
	broken := false
	v := open(t, storetest.SQLite(t), func(o *site.Options) {
		o.Rendered = func(string, time.Duration, error) {
			if broken {
				panic("a broken meter")
			}
		}
	})
	v.change(&schema.HeroContent, store.Row{"title": "good"})
	v.shows(v.get("/"), 200, `"title":"good"`)
	broken = true
	v.change(&schema.HeroContent, store.Row{"title": "unseen"})
	v.shows(v.get("/"), 200, `"title":"good"`)
	v.shows(v.get("/about"), 200, "Our Approach")
	broken = false
	v.shows(v.get("/"), 200, `"title":"unseen"`)
}

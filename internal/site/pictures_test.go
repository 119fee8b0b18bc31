package site_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"vitrine/internal/schema"
	"vitrine/internal/site"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

const (
	face  = "/storage/v1/object/public/media/face.jpg"
	sized = "/storage/v1/render/image/public/media/face.jpg"
)

func knowsFace(err error) func(*site.Options) {
	return func(o *site.Options) {
		o.Pictures = func(_ context.Context, of []schema.Upload) (map[schema.Upload]schema.SizedPicture, error) {
			out := map[schema.Upload]schema.SizedPicture{}
			for _, one := range of {
				if one.Name == "face.jpg" {
					out[one] = schema.SizedPicture{Width: 4000, Height: 3000, Look: "k2"}
				}
			}
			return out, err
		}
	}
}

func TestPicturesOfTheLibraryComeInSizes(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		v := open(t, s, withReact, knowsFace(nil))
		storetest.Add(t, s, &schema.TeamMembers, store.Row{"name": "Ada", "image_url": face})
		storetest.Add(t, s, &schema.TeamMembers, store.Row{"name": "Bo", "image_url": "https://a.example/bo.png"})
		storetest.Add(t, s, &schema.Pages, store.Row{"title": "Press", "slug": "press", "body": `<p>Us</p><img src="` + face + `" alt="The two of us"><img src="https://a.example/spy.png">`})
		v.shows(v.get("/about"), 200, sized+"?width=640", ` 640w`, `sizes="(max-width: 1023px) 46vw, 280px"`, `src="https://a.example/bo.png"`)
		page := v.get("/press")
		v.shows(page, 200, sized+"?width=960", `width="4000" height="3000"`, `loading="lazy"`, `alt="The two of us"`)
		if strings.Contains(page.Body.String(), "spy.png") {
			t.Error("a page shows a picture from elsewhere")
		}
	})
}

func TestAPageWithoutKnownPicturesIsAsItWas(t *testing.T) {
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		storetest.Add(t, s, &schema.TeamMembers, store.Row{"name": "Ada", "image_url": face})
		v := open(t, s, withReact, knowsFace(errors.New("away")))
		page := v.get("/about")
		v.shows(page, 200, `src="`+face+`"`)
		if strings.Contains(page.Body.String(), "/render/image/") || strings.Contains(page.Body.String(), `"pictures"`) {
			t.Error("sizes are offered that nobody knows")
		}
	})
}

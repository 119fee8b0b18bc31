package main

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"math"
	"math/rand/v2"
	"slices"
)

const portraits = 4

// studio is a site that is not as a new one comes.
type studio struct {
	name, path string
	settings   func(pictures []string) map[string]any // of an identity; nil leaves the one of a new site
	pictures   int                                    // of 12 megapixels, uploaded first
}

func identity(typeface, art string, hue int) func([]string) map[string]any {
	return func(pictures []string) map[string]any {
		theme := map[string]any{"hue_glass": hue, "hue_dot": (hue + 210) % 360, "tint": 1, "type": typeface, "art": art, "seed": 3}
		if len(pictures) > 0 {
			photos := make([]map[string]any, len(pictures))
			for i, url := range pictures {
				photos[i] = map[string]any{"url": url, "alt": fmt.Sprint("A workshop, ", i+1)}
			}
			theme["photos"] = photos
		}
		return map[string]any{"name": "Barlavento", "city": "Lisbon", "theme": theme}
	}
}

var otherStudios = []studio{
	{name: "terrain, survey", path: "/", settings: identity("survey", "terrain", 242)},
	{name: "weave, hearth", path: "/", settings: identity("hearth", "weave", 28)},
	{name: "photographs, ledger", path: "/", settings: identity("ledger", "photographs", 300), pictures: 3},
	{name: "four portraits of 12 megapixels", path: "/about", pictures: portraits},
}

// studios looks at sites of other studios, and at a page full of pictures.
func studios(l *lab) (Section, error) {
	var urls []string
	var servers []*server
	for i, of := range otherStudios {
		s, err := l.vitrine(fmt.Sprint("studio", i))
		if err == nil {
			err = l.furnish(s, of)
		}
		if err == nil {
			_, err = l.settled(s, request{method: "GET", path: of.path})
		}
		if err != nil {
			return Section{}, fmt.Errorf("%s: %w", of.name, err)
		}
		servers, urls = append(servers, s), append(urls, s.url+of.path)
	}
	urls = slices.Repeat(urls, 3)
	visits, err := browse[visit](l, "run.mjs", urls)
	if err != nil {
		return Section{}, err
	}
	t := Table{Head: []string{"", "performance", "accessibility", "best practices", "SEO", "LCP ms", "CLS", "document", "fonts", "images"}}
	least, heaviest, pictures := 100.0, 0.0, 0.0
	for i, of := range otherStudios {
		v := middle(urls[i], urls, visits)
		sizes, err := l.sizes(servers[i], of.path, visits[i])
		if err != nil {
			return Section{}, err
		}
		t.add(of.name, number(v.Performance), number(v.Accessibility), number(v.Practices), number(v.SEO), number(v.LCP), number(v.CLS),
			kilo(sizes["Document"]), kilo(sizes["Font"]), kilo(sizes["Image"]))
		least = min(least, v.Performance, v.Accessibility, v.Practices, v.SEO)
		if of.settings != nil {
			heaviest = max(heaviest, sizes["Document"]/1000)
		}
		if of.pictures == portraits {
			pictures = sizes["Image"] / 1000
		}
	}
	return Section{
		Title:  "Other studios, and pictures",
		Text:   "The homepage with another identity, and `/about` with portraits as a camera makes them, each on a server of its own: Lighthouse with its mobile preset, medians of 3 visits in turns.",
		Tables: []Table{t},
		Targets: []Target{
			atLeast("lowest of the four scores", least, 100, ""),
			atMost("document with another identity", heaviest, 40, " KB"),
			atMost("four portraits on a phone", pictures, 250, " KB"),
		},
	}, nil
}

// furnish makes a site the studio's.
func (l *lab) furnish(s *server, of studio) error {
	staff, err := l.staff(s)
	if err != nil {
		return err
	}
	var urls []string
	for i := range of.pictures {
		name := fmt.Sprintf("media/%d.jpg", i)
		header := map[string]string{"apikey": anonKey, "Authorization": staff["Authorization"], "Content-Type": "image/jpeg"}
		if _, err := l.fetch(s, request{method: "POST", path: "/storage/v1/object/" + name, body: photograph(uint64(i)), header: header}); err != nil {
			return err
		}
		urls = append(urls, "/storage/v1/object/public/"+name)
	}
	staff["Prefer"] = "return=representation"
	var stored []map[string]any
	if of.settings != nil {
		return l.call("PATCH", s.url+"/rest/v1/site_settings?id=gt.0", staff, of.settings(urls), &stored)
	}
	if err := l.call("GET", s.url+"/rest/v1/team_members?select=id&order=id", staff, nil, &stored); err != nil {
		return err
	}
	for i, member := range stored {
		at := fmt.Sprintf("%s/rest/v1/team_members?id=eq.%v", s.url, member["id"])
		if err := l.call("PATCH", at, staff, map[string]any{"image_url": urls[i%len(urls)]}, &[]any{}); err != nil {
			return err
		}
	}
	for i := len(stored); i < len(urls); i++ {
		row := map[string]any{"name": fmt.Sprint("Somebody ", i), "position": "Founder", "image_url": urls[i]}
		if err := l.call("POST", s.url+"/rest/v1/team_members", staff, row, &[]any{}); err != nil {
			return err
		}
	}
	return nil
}

// photograph is a picture of 12 megapixels with shapes and grain, as a camera gives it.
func photograph(seed uint64) string {
	random := rand.New(rand.NewPCG(seed, seed))
	size := image.Rect(0, 0, 3000, 4000)
	picture := image.NewRGBA(size)
	phase := random.Float64() * 6
	for y := range size.Dy() {
		for x := range size.Dx() {
			wave := math.Sin(float64(x)/310+phase) + math.Cos(float64(y)/270+phase)
			light := 128 + 40*wave + random.Float64()*12
			picture.SetRGBA(x, y, color.RGBA{uint8(light), uint8(light * 0.9), uint8(light*0.7 + 20), 255})
		}
	}
	var out bytes.Buffer
	if err := jpeg.Encode(&out, picture, &jpeg.Options{Quality: 90}); err != nil {
		panic(err)
	}
	return out.String()
}

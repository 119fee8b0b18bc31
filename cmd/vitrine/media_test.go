package main_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"html"
	"image"
	"image/color"
	"image/jpeg"
	"math"
	"math/rand/v2"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// portrait is a picture of 12 megapixels as a camera takes them: a head before a
// background out of focus, with hair, cloth and the noise of the sensor.
func portrait(t testing.TB, turn int) []byte {
	t.Helper()
	const w, h = 4000, 3000
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	random := rand.New(rand.NewPCG(1, uint64(turn)))
	for y := range h {
		for x := range w {
			u, v := float64(x-w/2)/h, float64(y-h/2)/h
			light := 120 + 60*math.Sin(3*u+float64(turn)) + 40*v
			red, green, blue := light*.8, light*.9, light
			switch head := u*u + (v+.1)*(v+.1)*.7; {
			case head < .05: // the face
				red, green, blue = 200-300*head+40*u, 160-400*head+40*u, 140-300*head
			case head < .075: // hair
				strand := 40 + 30*math.Sin(400*u+30*v)*math.Sin(90*v+7*u)
				red, green, blue = strand, strand*.8, strand*.6
			case v > .2+u*u: // cloth
				thread := 70 + 12*math.Sin(900*u)*math.Sin(900*v)
				red, green, blue = thread*.6, thread*.7, thread
			}
			noise := 10 * (random.Float64() - .5)
			part := func(f float64) uint8 { return uint8(max(0, min(255, f+noise))) }
			img.SetRGBA(x, y, color.RGBA{part(red), part(green), part(blue), 255})
		}
	}
	var out bytes.Buffer
	if err := jpeg.Encode(&out, img, &jpeg.Options{Quality: 90}); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// sendMedia uploads a picture to the library, and tells the status.
func (s *server) sendMedia(token, name string, content []byte) int {
	s.Helper()
	r, err := http.NewRequest("POST", s.url+"/storage/v1/object/media/"+name, bytes.NewReader(content))
	if err != nil {
		s.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header.Set("Cache-Control", "max-age=31536000")
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		s.Fatal(err)
	}
	defer res.Body.Close()
	return res.StatusCode
}

const (
	mediaPlace   = "/storage/v1/object/public/media/"
	versionPlace = "/storage/v1/render/image/public/media/"
)

var (
	portraitShape = regexp.MustCompile(`<img src="[^"]*/render/image/public/media/[^>]*>`)
	linkedShape   = regexp.MustCompile(`(?:src|href)="(/(?:assets|theme)[^"]+)"`)
)

// TestFourLargePortraitsAreSmallOnAPhone takes what a phone of 390 points with
// three pixels each takes: the page, its scripts, styles and fonts, and of each
// portrait the first size that is not too small.
func TestFourLargePortraitsAreSmallOnAPhone(t *testing.T) {
	s := start(t, settings(t.TempDir()))
	token := s.signIn(boss, bossWord)
	team := []map[string]any{}
	stored := 0
	for i := range 4 {
		name, content := fmt.Sprintf("portrait_%d.jpg", i), portrait(t, i)
		stored += len(content)
		if status := s.sendMedia(token, name, content); status != 200 {
			t.Fatalf("upload: %d", status)
		}
		team = append(team, map[string]any{"name": fmt.Sprint("Person ", i), "image_url": mediaPlace + name})
	}
	s.ask("DELETE", "/rest/v1/team_members?id=gt.0", token, nil)
	if a := s.ask("POST", "/rest/v1/team_members", token, team); a.status != 201 {
		t.Fatalf("%d %s", a.status, a.body)
	}
	page := s.ask("GET", "/about", "", nil).body
	images := portraitShape.FindAllString(page, -1)
	if len(images) != 4 {
		t.Fatalf("%d portraits are sized", len(images))
	}
	total, pictures := gzipped(t, page), 0
	for _, found := range linkedShape.FindAllStringSubmatch(page, -1) {
		total += gzipped(t, s.ask("GET", found[1], "", nil).body)
	}
	for _, image := range images {
		for _, want := range []string{`loading="lazy"`, `width="280"`, `height="320"`, `sizes="`} {
			if !strings.Contains(image, want) {
				t.Errorf("%s has no %s", image, want)
			}
		}
		a := s.ask("GET", chosen(t, image, 390*.46*3), "", nil, "Accept", "image/avif,image/webp,image/*")
		if a.status != 200 || a.header.Get("Content-Type") != "image/webp" || !strings.Contains(a.header.Get("Cache-Control"), "max-age=31536000") {
			t.Errorf("%d %v", a.status, a.header)
		}
		pictures += len(a.body)
	}
	if total += pictures; total > 250_000 {
		t.Errorf("%d bytes, %d of them pictures", total, pictures)
	}
	figures(t, "/about with four portraits of 12 megapixels (%d bytes as stored) is %d bytes on a phone, %d of them pictures", stored, total, pictures)
}

func gzipped(t testing.TB, text string) int {
	t.Helper()
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	z.Write([]byte(text))
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Len()
}

// chosen is the address that a browser takes for so many pixels.
func chosen(t testing.TB, image string, pixels float64) string {
	t.Helper()
	_, rest, _ := strings.Cut(image, `srcSet="`)
	if rest == "" {
		_, rest, _ = strings.Cut(image, `srcset="`)
	}
	set, _, _ := strings.Cut(rest, `"`)
	out := ""
	for _, one := range strings.Split(html.UnescapeString(set), ", ") {
		address, width, _ := strings.Cut(one, " ")
		wide, err := strconv.Atoi(strings.TrimSuffix(width, "w"))
		if err != nil {
			t.Fatalf("%q: %v", set, err)
		}
		if out = address; float64(wide) >= pixels {
			break
		}
	}
	return out
}

// TestPicturesCannotExhaustTheServer sends many large ones at once, and asks for
// a thousand sizes of one and for large ones of the largest.
func TestPicturesCannotExhaustTheServer(t *testing.T) {
	s := start(t, settings(t.TempDir()))
	token := s.signIn(boss, bossWord)
	content := portrait(t, 1)
	before := peak(t, s)
	statuses := map[int]int{}
	var mu sync.Mutex
	note := func(status int) {
		mu.Lock()
		defer mu.Unlock()
		if statuses[status]++; status >= 500 {
			t.Errorf("an answer of %d", status)
		}
	}
	var all sync.WaitGroup
	uploads := rounds(12, 50)
	for i := range uploads {
		all.Go(func() { note(s.sendMedia(token, fmt.Sprintf("many_%d.jpg", i), content)) })
	}
	all.Wait()
	afterUploads := peak(t, s)
	s.sendMedia(token, "small.png", noise(t, 700))
	if statuses[200] != uploads {
		t.Errorf("of %d uploads at once: %v", uploads, statuses)
	}
	for part := range 20 {
		all.Go(func() {
			each := rounds(10, 50)
			for i := range each {
				n := each*part + i + 1
				query := fmt.Sprintf("?width=%d&height=%d&quality=%d&resize=%s", n, 1+n*13%900, 20+n%80, []string{"cover", "fill", "contain"}[n%3])
				note(s.ask("GET", versionPlace+"small.png"+query, "", nil, "Accept", "image/webp").status)
			}
		})
	}
	all.Wait()
	afterSizes := peak(t, s)
	// As tall as is taken, and asked for little smaller: most has to be held at once.
	note(s.sendMedia(token, "tall.png", blank(t, 3000, 8000)))
	bomb := blank(t, 8000, 8000)
	for _, width := range []int{2500, 2000, 1600, 1200} {
		all.Go(func() {
			note(s.ask("GET", fmt.Sprintf("%stall.png?width=%d", versionPlace, width), "", nil, "Accept", "image/webp").status)
		})
		all.Go(func() { note(s.sendMedia(token, fmt.Sprintf("bomb_%d.png", width), bomb)) })
	}
	all.Wait()
	after := peak(t, s)
	if grown := after - before; grown > 300<<20 {
		t.Errorf("the server took %d MiB more", grown>>20)
	}
	var rows []struct{ Name string }
	json.Unmarshal([]byte(s.ask("GET", "/rest/v1/media?select=name", token, nil).body), &rows)
	if len(rows) != uploads+2 {
		t.Errorf("the library holds %d", len(rows))
	}
	figures(t, "%d uploads at once of %d bytes and 12 megapixels, then %d sizes of one from 20 sides, then large versions of 24 megapixels beside bombs of 64: answers %v, resident memory %d MiB before, at most %d MiB with the uploads, %d MiB with the sizes and %d MiB with the large ones",
		uploads, len(content), 20*rounds(10, 50), statuses, before>>20, afterUploads>>20, afterSizes>>20, after>>20)
}

// peak is the most memory that the server ever had.
func peak(t testing.TB, s *server) int64 {
	t.Helper()
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.cmd.Process.Pid))
	if err != nil {
		t.Skip("this system does not tell the memory of processes")
	}
	_, rest, _ := strings.Cut(string(raw), "VmHWM:")
	kib, err := strconv.ParseInt(strings.Fields(rest)[0], 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return kib << 10
}

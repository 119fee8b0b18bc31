package storage

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"vitrine/internal/edge"
	"vitrine/internal/s3/s3test"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

func keeping(o *Options) { o.Keep = true }

func TestKeptLogosOutliveTheBucket(t *testing.T) {
	server := s3test.Start(t)
	disk, err := OpenS3(t.Context(), server.URL("logos"))
	if err != nil {
		t.Fatal(err)
	}
	x := open(t, storetest.SQLite(t), keeping, func(o *Options) { o.Disk = disk })
	x.put("a.png", logo)
	first := x.public("a.png")
	server.Stop()
	a := x.public("a.png")
	if a.StatusCode != 200 || !bytes.Equal(a.body, logo) || a.Header.Get("ETag") != first.Header.Get("ETag") || a.Header.Get("Content-Type") != "image/png" {
		t.Errorf("from memory: %d, %d bytes, %v", a.StatusCode, len(a.body), a.Header)
	}
	path := "object/public/portfolio-logos/a.png"
	if a := x.do("", "GET", path, nil, "Range", "bytes=0-7"); a.StatusCode != 206 || !bytes.Equal(a.body, logo[:8]) {
		t.Errorf("a range from memory: %d", a.StatusCode)
	}
	if a := x.do("", "GET", path, nil, "If-None-Match", first.Header.Get("ETag")); a.StatusCode != 304 {
		t.Errorf("with its ETag: %d", a.StatusCode)
	}
}

func TestARemovedLogoIsKeptNowhere(t *testing.T) {
	url, dir := storetest.PostgresURL(t), t.TempDir()
	disk, err := OpenFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	var instances []*site
	for range 2 {
		instances = append(instances, open(t, storetest.Open(t, store.Options{URL: url}), keeping, func(o *Options) { o.Disk = disk }))
	}
	instances[0].put("a.png", logo)
	for _, x := range instances {
		if a := x.public("a.png"); a.StatusCode != 200 {
			t.Fatalf("%d %s", a.StatusCode, a.body)
		}
	}
	instances[0].do("editor", "DELETE", "object/portfolio-logos", strings.NewReader(`{"prefixes":["a.png"]}`))
	instances[0].wantError(instances[0].public("a.png"), 404, "NoSuchKey")
	for end := time.Now().Add(storetest.Busy(time.Second)); instances[1].public("a.png").StatusCode != 404; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the other instance still shows it in time")
		}
	}
}

func TestASharedCacheIsToldHowToKeepPictures(t *testing.T) {
	s := storetest.SQLite(t)
	x := open(t, s, func(o *Options) { o.Edge = true })
	x.put("a.png", logo)
	x.putMedia("a.jpg", jpegOf(gradient(700, 400)))
	named := func(table *schema.Table, name string) store.Row {
		row, err := s.AsSystem().One(t.Context(), table, store.Eq("name", name))
		if err != nil {
			t.Fatal(err)
		}
		return row
	}
	object := func(name string) string {
		return edge.KeyOf("storage_objects", named(&schema.StorageObjects, name).Text("id"))
	}
	scaled, _ := x.version("a.jpg", "?width=320")
	for _, one := range []struct {
		a    answer
		keys string
	}{
		{x.public("a.png"), "site " + object("a.png")},
		{scaled, fmt.Sprintf("media-%d site %s", named(&schema.Media, "a.jpg").Int("id"), object("media/a.jpg"))},
	} {
		h := one.a.Header
		if got := h.Get("Surrogate-Key"); got != one.keys || h.Get("Cache-Tag") != strings.ReplaceAll(got, " ", ",") {
			t.Errorf("%s goes by %q, want %q", one.a.Request.URL, got, one.keys)
		}
		if got := h.Get("CDN-Cache-Control"); got != "max-age=3600, stale-while-revalidate=30, stale-if-error=604800" || h.Get("Surrogate-Control") != got || h.Get("Cache-Control") != "max-age=3600" {
			t.Errorf("%s: %v", one.a.Request.URL, h)
		}
	}
	if h := x.public("none.png").Header; h.Get("CDN-Cache-Control") != "" || h.Get("Surrogate-Key") != "" {
		t.Errorf("an edge would keep that a picture is not there: %v", h)
	}
}

func TestTheMemoryIsBounded(t *testing.T) {
	s := storetest.SQLite(t)
	f := newMemory(s)
	held := func() (n int) {
		for i := range 100 {
			if _, _, found := f.Get(fmt.Sprint(i)); found {
				n++
			}
		}
		return n
	}
	for i := range 100 {
		f.Put(fmt.Sprint(i), cachedObject{content: make([]byte, worthKeeping)}, 0)
	}
	if n := held(); n != maxCached/worthKeeping {
		t.Errorf("%d objects", n)
	}
	storetest.Add(t, s, &schema.TeamMembers, store.Row{"name": "Ada"})
	if held() == 0 {
		t.Error("a change elsewhere emptied it")
	}
	storetest.Add(t, s, &schema.StorageObjects, store.Row{"id": "00000000-0000-4000-8000-000000000001", "name": "a.png", "file": "f", "mimetype": "image/png", "size": int64(1), "etag": "e"})
	f.Put("1", cachedObject{content: []byte("x")}, 0)
	if held() != 0 {
		t.Error("what was read before a change is kept after it")
	}
}

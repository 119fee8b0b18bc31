package storage

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

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

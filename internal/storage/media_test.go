package storage

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"image"
	"slices"
	"strings"
	"testing"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// library are the rows of the pictures, by their names.
func (x *site) library() map[string]store.Row {
	x.t.Helper()
	rows, err := x.handler.Store.As(storetest.Editor).Select(x.t.Context(), &schema.Media, store.Query{})
	if err != nil {
		x.t.Fatal(err)
	}
	out := map[string]store.Row{}
	for _, row := range rows {
		out[row.Text("bucket")+"/"+row.Text("name")] = row
	}
	return out
}

func (x *site) putMedia(name string, content []byte) answer {
	x.t.Helper()
	return x.do("editor", "POST", "object/media/"+name, bytes.NewReader(content), "Content-Type", "image/png", "Cache-Control", "max-age=31536000")
}

func (x *site) procedure(name, args string) error {
	x.t.Helper()
	_, err := Procedures().Call(x.t.Context(), x.handler.Store.As(storetest.Editor), name, json.RawMessage(args))
	return err
}

// turnedJPEG is a picture that a camera took while it was turned.
func turnedJPEG(m image.Image, orientation uint16) []byte {
	plain := jpegOf(m)
	exif := exifHead + string(exifOf(binary.LittleEndian, orientation))
	return slices.Concat(plain[:2], []byte{0xff, 0xe1}, binary.BigEndian.AppendUint16(nil, uint16(2+len(exif))), []byte(exif), plain[2:])
}

func TestEveryUploadIsInTheLibrary(t *testing.T) {
	each(t, func(t *testing.T, x *site) {
		body, kind := form([2]string{"cacheControl", "3600"}, [2]string{"", string(logo)})
		if a := x.do("editor", "POST", "object/media/one.png", body, "Content-Type", kind); a.StatusCode != 200 || a.field("Key") != "media/one.png" {
			t.Fatalf("%d %s", a.StatusCode, a.body)
		}
		x.put("one.png", logo)                                                            // the same name in the other bucket
		x.putMedia("turned.jpg", turnedJPEG(noisy(12, 9), 6))                             // lies on its side
		x.wantError(x.putMedia("one.png", logo), 409, "KeyAlreadyExists")                 // and adds no row
		x.wantError(x.putMedia("bad.png", []byte("<svg></svg>")), 415, "InvalidMimeType") // nor does this
		x.wantError(x.do("viewer", "POST", "object/media/a.png", bytes.NewReader(logo)), 403, "AccessDenied")
		all := x.library()
		if len(all) != 3 {
			t.Fatalf("the library holds %v", all)
		}
		one := all["media/one.png"]
		if got := fmt.Sprint(one["file_name"], one["mime_type"], one["width"], one["height"], one["bytes"], one["alt"], one["focal_x"], one["focal_y"]); got != fmt.Sprint("a b.png", "image/png", 12, 9, len(logo), "", .5, .5) {
			t.Error(got)
		}
		if all["portfolio-logos/one.png"].Text("file_name") != "one.png" {
			t.Error(all["portfolio-logos/one.png"])
		}
		if row := all["media/turned.jpg"]; row.Int("width") >= row.Int("height") {
			t.Errorf("a turned picture is %d x %d", row.Int("width"), row.Int("height"))
		}
		// Mail programs of other origins show it in letters.
		if a := x.do("", "GET", "object/public/media/one.png", nil); a.Header.Get("Cross-Origin-Resource-Policy") != "cross-origin" {
			t.Errorf("no other origin may show it: %v", a.Header)
		}
		if a := x.do("", "GET", "object/public/media/one.png", nil); a.StatusCode != 200 || !bytes.Equal(a.body, logo) {
			t.Errorf("%d", a.StatusCode)
		}
		for bucket, want := range map[string]int{"media": 2, "portfolio-logos": 1} {
			var rows []map[string]any
			json.Unmarshal(x.do("editor", "POST", "object/list/"+bucket, strings.NewReader("{}")).body, &rows)
			if len(rows) != want || rows[0]["bucket_id"] != bucket || strings.Contains(rows[0]["name"].(string), "/") {
				t.Errorf("%s lists %v", bucket, rows)
			}
		}
	})
}

func TestWhatCameBeforeTheLibraryIsListedOnce(t *testing.T) {
	each(t, func(t *testing.T, x *site) {
		x.swept(0, "")
		x.stored("old.png", "image/png", logo)
		for range 2 {
			x.strip()
		}
		if all := x.library(); len(all) != 1 || all["portfolio-logos/old.png"].Int("width") != 12 {
			t.Errorf("the library holds %v", all)
		}
	})
}

func TestARemovedPictureKeepsItsFileWhileItIsInTrash(t *testing.T) {
	each(t, func(t *testing.T, x *site) {
		x.putMedia("a.png", logo)
		id := x.library()["media/a.png"]["id"]
		if err := x.procedure("delete_media", fmt.Sprintf(`{"id": %d}`, id)); err != nil {
			t.Fatal(err)
		}
		x.wantError(x.do("", "GET", "object/public/media/a.png", nil), 404, "NoSuchKey")
		x.wantError(x.do("", "GET", "render/image/public/media/a.png?width=96", nil), 404, "NoSuchKey")
		if err := x.procedure("delete_media", fmt.Sprintf(`{"id": %d}`, id)); !fault.Is(err, fault.Stale) {
			t.Errorf("deleted again: %v", err)
		}
		if a := x.putMedia("a.png", logo); a.StatusCode != 200 {
			t.Errorf("its name is not free: %d %s", a.StatusCode, a.body)
		}
		if err := x.handler.emptyTrash(t.Context()); err != nil || len(x.files()) != 2 {
			t.Errorf("%d files, %v", len(x.files()), err)
		}
		if _, err := x.handler.Store.AsSystem().Delete(t.Context(), &schema.Revisions, store.Eq("document", "media")); err != nil {
			t.Fatal(err)
		}
		if err := x.handler.emptyTrash(t.Context()); err != nil || len(x.files()) != 1 {
			t.Errorf("out of Trash: %d files, %v", len(x.files()), err)
		}
	})
}

// shownIn are rows that show a picture in every way there is.
func shownIn(t *testing.T, s *store.Store, address string) {
	t.Helper()
	storetest.Add(t, s, &schema.TeamMembers, store.Row{"name": "Ada", "image_url": address})
	storetest.Add(t, s, &schema.PortfolioCompanies, store.Row{"name": "Parchi", "description": "d", "website_url": "https://a.example", "logo_url": "https://site.example" + address})
	storetest.Add(t, s, &schema.Pages, store.Row{"title": "Press", "slug": "press", "body": `<p><a href="` + address + `">our sign</a></p>`})
	storetest.Add(t, s, &schema.SiteSettings, store.Row{"name": "Studio", "icon_url": address,
		"theme": map[string]any{"photos": []any{map[string]any{"url": address, "alt": `a\/b`}}}})
	storetest.Add(t, s, &schema.PageHeads, store.Row{"path": "/about", "image_url": strings.Replace(address, "object", "render/image", 1) + "?width=1200"})
}

func TestAPictureInUseIsDeletedByWordOnlyAndReplacedEverywhere(t *testing.T) {
	each(t, func(t *testing.T, x *site) {
		x.putMedia("old.png", logo)
		x.putMedia("old.png2", logo) // whose name begins like the other's
		x.putMedia("new.png", pngOf(noisy(20, 30)))
		x.put("logo.png", logo)
		shownIn(t, x.handler.Store, "/storage/v1/object/public/media/old.png")
		storetest.Add(t, x.handler.Store, &schema.TeamMembers, store.Row{"name": "Bo", "image_url": "/storage/v1/object/public/media/old.png2"})
		all := x.library()
		old, instead := all["media/old.png"].Int("id"), all["media/new.png"].Int("id")
		labels := func(name string) (out []string) {
			list, err := uses(t.Context(), x.handler.Store.AsSystem())
			if err != nil {
				t.Fatal(err)
			}
			for _, use := range list {
				if use.Name == name {
					out = append(out, use.Label+"/"+use.Field+"/"+use.DocumentID)
				}
			}
			slices.Sort(out)
			return out
		}
		want := []string{"Company, Parchi/Logo URL/1", "Identity/Icon/1", "Identity/Theme/1", "Page, Press/Body/1", "Search appearance, /about/Sharing image/", "Team, Ada/Photo URL/"}
		if got := labels("old.png"); !slices.Equal(got, want) {
			t.Errorf("used in %q", got)
		}
		for _, args := range []string{`{"id": %d}`, `{"id": %d, "force": "yes"}`} {
			err := x.procedure("delete_media", fmt.Sprintf(args, old))
			if !fault.Is(err, fault.Invalid) || !strings.Contains(fault.From(err).Hint, "Team, Ada (Photo URL)") {
				t.Errorf("%s: %v", args, err)
			}
		}
		for _, by := range []int64{old, all["portfolio-logos/logo.png"].Int("id")} {
			if err := x.procedure("replace_media", fmt.Sprintf(`{"id": %d, "by": %d}`, old, by)); !fault.Is(err, fault.Invalid) {
				t.Errorf("by %d: %v", by, err)
			}
		}
		if _, err := x.handler.Store.As(storetest.Editor).Update(t.Context(), &schema.Media, store.Eq("id", old), store.Row{"alt": "Our sign"}); err != nil {
			t.Fatal(err)
		}
		if err := x.procedure("replace_media", fmt.Sprintf(`{"id": %d, "by": %d}`, old, instead)); err != nil {
			t.Fatal(err)
		}
		if got := labels("new.png"); !slices.Equal(got, want) {
			t.Errorf("replaced in %q", got)
		}
		if labels("old.png") != nil || len(labels("old.png2")) != 1 {
			t.Errorf("left: %q, %q", labels("old.png"), labels("old.png2"))
		}
		site := storetest.Get(t, x.handler.Store, &schema.SiteSettings, 1)
		if raw := string(site["theme"].(json.RawMessage)); !strings.Contains(raw, `a\\/b`) {
			t.Errorf("a text beside it changed: %s", raw)
		}
		after := x.library()
		if after["media/old.png"] != nil || after["media/new.png"].Text("alt") != "Our sign" {
			t.Errorf("the library is %v", after)
		}
		x.wantError(x.do("", "GET", "object/public/media/old.png", nil), 404, "NoSuchKey")
		if err := x.procedure("delete_media", fmt.Sprintf(`{"id": %d, "force": "delete"}`, instead)); err != nil {
			t.Error(err)
		}
		for _, name := range []string{"media_uses", "replace_media", "delete_media"} {
			if _, err := Procedures().Call(t.Context(), x.handler.Store.As(storetest.Viewer), name, json.RawMessage(`{}`)); !fault.Is(err, fault.Denied) {
				t.Errorf("a viewer calls %s: %v", name, err)
			}
		}
	})
}

func TestStaffDescribeAPictureAndNothingElse(t *testing.T) {
	each(t, func(t *testing.T, x *site) {
		x.putMedia("a.png", logo)
		editor := x.handler.Store.As(storetest.Editor)
		for _, row := range []store.Row{{"name": "b.png"}, {"width": 1}, {"bucket": "media"}, {"bytes": 1}} {
			if _, err := editor.Update(t.Context(), &schema.Media, store.Eq("name", "a.png"), row); !fault.Is(err, fault.Denied) {
				t.Errorf("%v: %v", row, err)
			}
		}
		for _, row := range []store.Row{{"focal_x": 1.1}, {"focal_y": -.1}, {"crops": map[string]any{"portrait": map[string]any{"width": 2}}}, {"crops": map[string]any{"other": map[string]any{}}}, {"alt": strings.Repeat("a", 301)}} {
			if _, err := editor.Update(t.Context(), &schema.Media, store.Eq("name", "a.png"), row); !fault.Is(err, fault.Invalid) {
				t.Errorf("%v: %v", row, err)
			}
		}
		rows, err := editor.Update(t.Context(), &schema.Media, store.Eq("name", "a.png"), store.Row{"alt": "A", "focal_x": .25, "crops": map[string]any{"logo": map[string]any{"x": .1, "width": .5, "height": .5}}})
		if err != nil || len(rows) != 1 || rows[0].Float("focal_x") != .25 {
			t.Errorf("%v, %v", rows, err)
		}
	})
}

func TestPagesKnowHowLargeAPictureIsAndWhatMustStayInView(t *testing.T) {
	each(t, func(t *testing.T, x *site) {
		x.putMedia("a.png", pngOf(noisy(20, 30)))
		wanted := []schema.Upload{{Bucket: "media", Name: "a.png"}, {Bucket: "media", Name: "gone.png"}, {Bucket: "elsewhere", Name: "a.png"}}
		know := func() map[schema.Upload]schema.SizedPicture {
			t.Helper()
			found, err := x.handler.Pictures(t.Context(), wanted)
			if err != nil || len(found) != 1 {
				t.Fatalf("%v, %v", found, err)
			}
			return found
		}
		if is := know()[wanted[0]]; is.Width != 20 || is.Height != 30 || is.FocalX != .5 || is.FocalY != .5 || is.Logo {
			t.Errorf("%+v", is)
		}
		if _, err := x.handler.Store.As(storetest.Editor).Update(t.Context(), &schema.Media, store.Eq("name", "a.png"), store.Row{"focal_x": .2, "focal_y": .9}); err != nil {
			t.Fatal(err)
		}
		if is := know()[wanted[0]]; is.FocalX != .2 || is.FocalY != .9 {
			t.Errorf("moved to %+v", is)
		}
		if _, err := x.handler.Store.As(storetest.Editor).Update(t.Context(), &schema.Media, store.Eq("name", "a.png"), store.Row{"crops": map[string]any{"logo": map[string]any{"x": .1, "width": .5, "height": .5}}}); err != nil {
			t.Fatal(err)
		}
		if is := know()[wanted[0]]; !is.Logo {
			t.Errorf("cropped for logos: %+v", is)
		}
	})
}

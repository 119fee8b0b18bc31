package schema

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
)

// Buckets are where uploads lie.
const (
	LogoBucket        = "portfolio-logos"
	MediaBucket       = "media"
	ApplicationBucket = "applications" // CVs, for staff alone
)

// Uploads begins the public addresses of files that were uploaded here, and
// Rendered those of pictures that are sized on the way.
const (
	Uploads  = "/storage/v1/object/public/"
	Rendered = "/storage/v1/render/image/public/"
)

// Media are the pictures that were uploaded. The server writes a row with each
// file; staff say what a picture shows and what of it must stay in view.
var Media = Table{
	Name: "media",
	Columns: Columns{
		ID(),
		Title("file_name").WithLabel("Name").Required("Name is required"),
		Title("bucket").OneOf("", LogoBucket, MediaBucket),
		Title("name").Required(""),
		Title("mime_type").Required(""),
		Int("width").Min(1, ""),
		Int("height").Min(1, ""),
		BigInt("bytes").Min(1, ""),
		Title("alt").Default("").WithLabel("Alt text"),
		Float("focal_x").Default(.5).Between(0, 1),
		Float("focal_y").Default(.5).Between(0, 1),
		Object("crops", crop("portrait"), crop("logo"), crop("sharing")),
		Stamp("created_at"),
	},
	Access: Access{
		Visitor: {Read.Nothing()}, Viewer: {Read.Nothing()}, Editor: describesMedia, Admin: describesMedia,
	},
	Indexes: []Index{{"media_name", "name, bucket"}},
}

var describesMedia = []Grant{Read, Update.Naming("alt", "focal_x", "focal_y", "crops")}

// crop is a part of a picture, in shares of its sides; one without a width is
// none, and the focal point decides.
func crop(name string) Column {
	share := func(name string) Column { return Float(name).Default(0).Between(0, 1) }
	return Object(name, share("x"), share("y"), share("width"), share("height"))
}

// CropShapes are width by height of what each crop is for.
var CropShapes = map[string]float64{"portrait": 7. / 8, "logo": 1, "sharing": 1200. / 630}

// uploadShape finds the address of an upload within a text.
var uploadShape = regexp.MustCompile(`/storage/v1/(?:object|render/image)/public/([a-z-]+)/([A-Za-z0-9_][A-Za-z0-9._-]{0,199})`)

// Upload names a file that was uploaded.
type Upload struct{ Bucket, Name string }

// Address is where visitors find it.
func (u Upload) Address() string { return Uploads + u.Bucket + "/" + u.Name }

// UploadsIn are the files that a text speaks of.
func UploadsIn(text string) (out []Upload) {
	if !strings.Contains(text, "/storage/v1/") {
		return nil
	}
	for _, found := range uploadShape.FindAllStringSubmatch(text, -1) {
		out = append(out, Upload{found[1], found[2]})
	}
	return out
}

// WithUpload is a text that speaks of another file instead.
func WithUpload(text string, old, instead Upload) string {
	return uploadShape.ReplaceAllStringFunc(text, func(address string) string {
		if UploadsIn(address)[0] != old {
			return address
		}
		return strings.TrimSuffix(address, old.Bucket+"/"+old.Name) + instead.Bucket + "/" + instead.Name
	})
}

var pictureShape = regexp.MustCompile(`<img\b[^>]*>`)

// WithoutPicture is a stored text that does not show a file; one that is its
// address is left as it is.
func WithoutPicture(text string, of Upload) string {
	return pictureShape.ReplaceAllStringFunc(text, func(tag string) string {
		if slices.Contains(UploadsIn(tag), of) {
			return ""
		}
		return tag
	})
}

// MayHoldAddress tells whether the column may hold the address of an upload.
func (c *Column) MayHoldAddress() bool {
	if c.IsHTML() || c.Rule(Socials) != nil {
		return true
	}
	for _, rule := range []string{Image, Stored, Link, Web, Path} {
		if c.Rule(rule) != nil {
			return true
		}
	}
	for f := range c.Fields.All() {
		if f.MayHoldAddress() {
			return true
		}
	}
	return false
}

// UnescapedJSON is the same JSON, whose addresses can be read as they are.
func UnescapedJSON(raw json.RawMessage) json.RawMessage {
	var v any
	if decode(raw, &v) != nil {
		return raw
	}
	return encode(v)
}

// SizedPicture is what pages know of a picture of the library: how large it is,
// and the mark that it is shown the same for as long as it is the same.
type SizedPicture struct {
	Width  int64  `json:"w"`
	Height int64  `json:"h"`
	Look   string `json:"v"`
	// Somebody cropped it for places that show logos.
	Logo bool `json:"logo,omitempty"`
	// What must stay in view when it is cut.
	FocalX float64 `json:"-"`
	FocalY float64 `json:"-"`
}

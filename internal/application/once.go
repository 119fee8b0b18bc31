package application

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"regexp"
	"strings"

	"vitrine/internal/schema"
	"vitrine/internal/store"
)

var goodKey = regexp.MustCompile(`^[A-Za-z0-9_-]{8,100}$`)

// Once tells applications apart: by the key that the form made for one, however
// often it is sent and corrected. Without JavaScript there is none, and what it
// says counts.
func (a *Form) Once() string {
	if goodKey.MatchString(a.Key) {
		return "key " + a.Key
	}
	return a.Same()
}

// Same is the same for forms that say the same.
func (a *Form) Same() string {
	sum := sha256.New()
	fmt.Fprintf(sum, "%d %q %q %q %q %q %t ", a.JobID, a.Key, a.Name, strings.ToLower(a.Email), a.Links, a.Note, a.Keep)
	if a.CV != nil {
		sum.Write(a.CV.Content)
	}
	return "same " + base64.RawURLEncoding.EncodeToString(sum.Sum(nil))
}

// Says tells whether a stored application says what the form does. The content of
// the CV is left to compare.
func (a *Form) Says(row store.Row) bool {
	for name, text := range map[string]string{"name": a.Name, "email": a.Email, "links": a.Links, "note": a.Note} {
		if value, err := schema.JobApplications.Column(name).Cast(text); err != nil || value != row[name] {
			return false
		}
	}
	bytes := 0
	if a.CV != nil {
		bytes = len(a.CV.Content)
	}
	return row.Int("job_id") == a.JobID && agreedToKeep(row) == a.Keep && row.Int("cv_bytes") == int64(bytes)
}

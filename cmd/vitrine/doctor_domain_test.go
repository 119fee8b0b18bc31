package main

import (
	"errors"
	"testing"

	"vitrine/internal/config"
)

func TestDoctorSeesASiteWithoutItsCertificate(t *testing.T) {
	for public, fine := range map[string]bool{"https://127.0.0.1": true, "https://www.studio.example": false} {
		c := doctorCommand{Config: config.Config{TLSDomains: []string{"127.0.0.1"}, PublicURL: public}}
		_, err := c.domain(t.Context())
		if errors.As(err, new(warning)) == fine || fine && err != nil {
			t.Errorf("%s: %v", public, err)
		}
	}
}

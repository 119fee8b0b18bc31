package main

import (
	"strings"
	"testing"
)

func TestDoctorHidesASecretInEveryForm(t *testing.T) {
	var c doctorCommand
	c.DatabaseURL, c.SMTPURL = "postgres://u:hush%2fhush%20x@db/x", "smtp://u:p@ss@mail"
	for _, said := range []string{"hush/hush x", "hush%2fhush%20x", "hush%2Fhush%20x", "hush%2Fhush+x", "p@ss", "p%40ss"} {
		if got := c.hide("dial " + said + " failed"); strings.Contains(got, "hush") || strings.Contains(got, "ss") || !strings.HasSuffix(got, " failed") {
			t.Errorf("%s: %s", said, got)
		}
	}
}

package main

import "testing"

func TestOnlyUnwrittenPartsOfTheProgramAreGivenBack(t *testing.T) {
	for line, want := range map[string][2]uintptr{
		"00400000-014c3000 r-xp 00000000 fe:00 1046 /opt/vitrine":           {0x400000, 0x10c3000},
		"014c3000-027d4000 r--p 010c3000 fe:00 1046 /opt/vitrine":           {0x14c3000, 0x1311000},
		"027d4000-02941000 rw-p 023d4000 fe:00 1046 /opt/vitrine":           {},
		"00400000-014c3000 r-xp 00000000 fe:00 1046 /opt/vitrine (deleted)": {},
		"7f82-7f83 r-xp 00000000 fe:00 1046 /lib/libc.so":                   {},
		"10677800000-1067a000000 r--p 00000000 00:00 0":                     {},
		"zz-014c3000 r-xp 00000000 fe:00 1046 /opt/vitrine":                 {},
	} {
		from, size, ok := unwritten(line, "/opt/vitrine")
		if ok != (want[1] > 0) || ok && (from != want[0] || size != want[1]) {
			t.Errorf("%s: %x %x %v", line, from, size, ok)
		}
	}
	giveBack() // and the test goes on
}

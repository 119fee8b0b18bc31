package main

import (
	"maps"
	"testing"
)

func TestAnEnvFileIsReadAsSystemdDoes(t *testing.T) {
	for text, want := range map[string]map[string]string{
		"A=1\nB=2\nA=3":                      {"A": "3", "B": "2"},
		"A=\nB=  \nC":                        nil,
		"A=\nB=  \n":                         {"A": "", "B": ""},
		"  A \t= x y \t\r\nB=2\r\n":          {"A": "x y", "B": "2"},
		"# A=1\n; B=2 \\\nC=3\n\n#":          {"C": "3"},
		"A=it's\nB=say \"x\"\nC=a'b":         {"A": "it's", "B": `say "x"`, "C": "a'b"},
		"A='it''s'\nB=\"a\" 'b' c'd":         {"A": "its", "B": "abc'd"},
		"A=one \\\n two\nB=2":                {"A": "one  two", "B": "2"},
		"A=a\\\\b\\ \nB=\\'x":                {"A": `a\b `, "B": "'x"},
		"A=\"one\ntwo\"\nB='x\\\ny'":         {"A": "one\ntwo", "B": "x\\\ny"},
		"A=\"one \\\ntwo\\n\\$\\`\\\"\\\\\"": {"A": "one two\\n$`\"\\"},
		"A=a#b;c=d $HOME %s":                 {"A": "a#b;c=d $HOME %s"},
		"A=\"x\"   # no comment":             {"A": "x# no comment"},
		"export A=1":                         nil,
		"=1":                                 nil,
		"1A=1":                               nil,
		"A='open\nB=2":                       nil,
		"A=\"open\\":                         nil,
		"A=goes on \\":                       nil,
	} {
		got, err := assignments(text)
		if (err != nil) != (want == nil) || !maps.Equal(got, want) {
			t.Errorf("%q gives %q (%v) and not %q", text, got, err, want)
		}
	}
}

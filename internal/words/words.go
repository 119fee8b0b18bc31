// Package words holds every sentence that a visitor can read: the built-in
// ones, which follow the studio's way of talking and whether it has a city,
// and what the studio wrote in their place.
package words

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"vitrine/web/src/identity"
)

// Word is one sentence of the list.
type Word struct {
	Key     string            `json:"-"`
	Kind    string            `json:"kind"`
	Max     int               `json:"max"`
	Default string            `json:"default"`
	Packs   map[string]string `json:"packs"`
	NoCity  map[string]string `json:"no_city"`
}

// Seed is the kind of those that live in a content table: they are written
// there once, and nobody edits them here.
const Seed = "seed"

// OnPages tells whether pages say it; the sentences of mails and of the sign-in
// page are the server's alone.
func (w *Word) OnPages() bool {
	return w.Kind != Seed && !strings.HasPrefix(w.Key, "mail_") && !strings.HasPrefix(w.Key, "login_")
}

// DefaultPack is how a fresh site talks.
const DefaultPack = "shop"

var (
	list, byKey = read()
	byLanguage  = readLanguages()
)

// read keeps the order of the file, in which the places follow each other.
func read() (list []Word, byKey map[string]*Word) {
	var file struct {
		Rows json.RawMessage `json:"rows"`
	}
	err := json.Unmarshal(identity.Words, &file)
	rows := json.NewDecoder(bytes.NewReader(file.Rows))
	if err == nil {
		_, err = rows.Token() // the brace
	}
	for err == nil && rows.More() {
		var key json.Token
		if key, err = rows.Token(); err == nil {
			w := Word{Key: key.(string)}
			err = rows.Decode(&w)
			list = append(list, w)
		}
	}
	if err != nil {
		panic(fmt.Errorf("the list of words: %w", err)) // it is part of the program
	}
	byKey = make(map[string]*Word, len(list))
	for i := range list {
		byKey[list[i].Key] = &list[i]
	}
	return list, byKey
}

// readLanguages has the rows that a language says in its own way, by language.
func readLanguages() (all map[string]map[string]string) {
	if err := json.Unmarshal(identity.Dates, &all); err != nil {
		panic(fmt.Errorf("how languages write dates: %w", err)) // it is part of the program
	}
	return all
}

// inLanguage is a row as a language has it. One of a region is that of the
// language where nothing else is known.
func inLanguage(language, key string) (text string, known bool) {
	rows, known := byLanguage[language]
	if base, _, regional := strings.Cut(language, "-"); !known && regional {
		rows = byLanguage[base]
	}
	text, known = rows[key]
	return text, known
}

// All is the list.
func All() []Word { return list }

// In is the sentence as a studio says that has written nothing itself.
func (w *Word) In(pack string, city bool) string {
	if !city {
		for _, key := range []string{pack, "default"} {
			if text, ok := w.NoCity[key]; ok {
				return text
			}
		}
	}
	for _, known := range []string{pack, DefaultPack} {
		if text, ok := w.Packs[known]; ok {
			return text
		}
	}
	return w.Default
}

// Studio is who speaks.
type Studio struct {
	Name, City, Pack, Language string
	Own                        map[string]string // by key, what it wrote itself
}

// Text is the sentence with its placeholders. One that names the city is not
// said by a studio without one.
func (s Studio) Text(key string) string {
	if own := s.Own[key]; strings.TrimSpace(own) != "" && (s.City != "" || !strings.Contains(own, "{city}")) {
		return own
	}
	w := byKey[key]
	if w == nil {
		panic("there is no word " + key)
	}
	if text, known := inLanguage(s.Language, key); known {
		return text
	}
	return w.In(s.Pack, s.City != "")
}

// Say fills in the sentence: the studio and its city, and pairs of a
// placeholder's name and its value.
func (s Studio) Say(key string, pairs ...string) string {
	fill := []string{"{studio}", s.Name, "{city}", s.City}
	for i := 0; i+1 < len(pairs); i += 2 {
		fill = append(fill, "{"+pairs[i]+"}", pairs[i+1])
	}
	return strings.NewReplacer(fill...).Replace(s.Text(key))
}

// Date is a day as the studio writes it, in the time zone of at.
func (s Studio) Date(at time.Time) string {
	month := ""
	// A space that does not break stands within a name.
	if months := strings.FieldsFunc(s.Text("date_months"), func(c rune) bool { return c == ' ' || c == '\n' }); len(months) >= int(at.Month()) {
		month = months[at.Month()-1]
	}
	return s.Say("date_long", "day", strconv.Itoa(at.Day()), "month", month, "year", strconv.Itoa(at.Year()))
}

// Differing are the sentences of pages that are not those of a fresh site, by key.
func (s Studio) Differing() map[string]string {
	out := map[string]string{}
	for i := range list {
		w := &list[i]
		if text := s.Text(w.Key); w.OnPages() && text != w.In(DefaultPack, false) {
			out[w.Key] = text
		}
	}
	return out
}

var placeholder = regexp.MustCompile(`\{[a-z_]*\}`)

// Check says what is wrong with a text for a key; "" means nothing.
func Check(key, text string) string {
	w := byKey[key]
	if w == nil || w.Kind == Seed {
		return fmt.Sprintf("There is no sentence called %.60q.", key)
	}
	for _, used := range placeholder.FindAllString(text, -1) {
		if !slices.Contains(w.placeholders(), used) {
			return fmt.Sprintf("%s stands for nothing in this sentence.", used)
		}
	}
	if n := utf8.RuneCountInString(placeholder.ReplaceAllString(text, "")); n > w.Max {
		return fmt.Sprintf("This sentence has room for %d characters, and yours has %d.", w.Max, n)
	}
	return ""
}

// placeholders are those that any form of the sentence has, and the studio and
// its city, which are known everywhere.
func (w *Word) placeholders() []string {
	all := []string{"{studio}", "{city}"}
	for _, text := range append([]string{w.Default}, texts(w.Packs, w.NoCity)...) {
		all = append(all, placeholder.FindAllString(text, -1)...)
	}
	return all
}

func texts(maps ...map[string]string) (out []string) {
	for _, m := range maps {
		for _, text := range m {
			out = append(out, text)
		}
	}
	return out
}

package site

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
)

// Marks stand where an answer is filled in. No editor can write them, because
// they are made at the start.
var (
	valueMark = "value-" + rand.Text()
	textMark  = "text-" + rand.Text()
)

// The build writes these in their place.
const (
	unknownValue = "value.invalid"
	unknownText  = "text.invalid"
)

// template is the answer to a form with places to fill in. It is rendered once
// per version of its content; filling it in takes no engine, so that a flood
// of forms takes nothing from the pages.
type template struct {
	rendered
	form    *visitorForm // nil where none comes back
	state   []byte       // the page's data, open at the end
	version uint64
	until   time.Time // the turn of the year that it prints
	around  frame
}

// formTemplate are the parts of a returned form as they stand in the page.
type formTemplate struct {
	Said   string                   `json:"said"`
	Fields map[string]fieldTemplate `json:"fields"`
}

type fieldTemplate struct {
	Right string `json:"right"`
	Wrong string `json:"wrong"`
	Words struct {
		Missing   string `json:"missing"`
		Malformed string `json:"malformed"`
		Long      string `json:"long"`
	} `json:"words"`
}

type templates struct {
	mu   sync.Mutex
	made map[outcome]*template
}

func (t *templates) get(o outcome) *template {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.made[o]
}

// put keeps the newest: one that waited long for its turn may come after it.
func (t *templates) put(o outcome, one *template) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if now := t.made[o]; now != nil && now.version > one.version {
		return
	}
	if o.returned() == applyForm {
		t.makeRoom()
	}
	if t.made == nil {
		t.made = map[outcome]*template{}
	}
	t.made[o] = one
}

// maxApplyForms are the jobs whose forms are kept ready to be given back.
const maxApplyForms = 16

// makeRoom drops forms of jobs, any, until there is room for one more.
func (t *templates) makeRoom() {
	var known []outcome
	for o := range t.made {
		if o.returned() == applyForm {
			known = append(known, o)
		}
	}
	for len(known) >= maxApplyForms {
		delete(t.made, known[0])
		known = known[1:]
	}
}

// template is the answer for an outcome. When it cannot be made, or not soon, it
// is the last good one, else the one that the build made.
func (s *Site) template(ctx context.Context, o outcome) (*template, error) {
	version, now := s.pages.version(o.kind()), s.Now()
	last := s.forms.get(o)
	if last != nil && last.version == version && now.Before(last.until) && !s.NoCache {
		return last, nil
	}
	making := s.misses.DoChan(fmt.Sprint(version, " ", o), func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.makingTime())
		defer cancel()
		var made *template
		err := fault.Guard(s.Log, "make the answer "+string(o), func() (err error) {
			made, err = s.makeTemplate(ctx, o, version, last)
			return err
		})
		if err != nil {
			s.Log.ErrorContext(ctx, "render an answer", "answer", o, "error", err)
		}
		return made, err
	})
	slow := time.NewTimer(s.slow)
	defer slow.Stop()
	select {
	case made := <-making:
		if made.Err == nil {
			return made.Val.(*template), nil
		}
	case <-slow.C:
	}
	if last != nil {
		return last, nil
	}
	return s.fallbackTemplate(o)
}

func (s *Site) makeTemplate(ctx context.Context, o outcome, version uint64, last *template) (*template, error) {
	until := newYear(s.Now())
	content, failed, err := s.load(ctx, o.kind(), o.path())
	if err != nil {
		return nil, err
	}
	if failed && last != nil {
		return last, nil
	}
	made, err := newTemplate(content, o, func(state []byte) (rendered, error) {
		return s.draw(ctx, o.kind().name, state)
	})
	if err != nil {
		return nil, err
	}
	made.version, made.until, made.around = version, until, s.assets.frameOf(content)
	if !failed {
		s.forms.put(o, made)
		if made.form != applyForm { // as many as there are jobs
			s.lastPages.put(string(o), made.rendered.with(unmarked), append(made.state[:len(made.state):len(made.state)], '}'))
		}
	}
	return made, nil
}

func newTemplate(content data, o outcome, draw func(state []byte) (rendered, error)) (*template, error) {
	marked := o.marked()
	for key, value := range marked {
		content[key] = value
	}
	state, err := json.Marshal(content)
	if err != nil {
		return nil, err
	}
	made := &template{form: o.returned()}
	if made.rendered, err = draw(state); err != nil {
		return nil, err
	}
	if made.form != nil && !made.fits() {
		return nil, fmt.Errorf("the bundle left no places in the answer %q", o)
	}
	delete(content, "status")
	for key := range marked {
		delete(content, key)
	}
	if made.state, err = json.Marshal(content); err != nil {
		return nil, err
	}
	made.state = made.state[:len(made.state)-1]
	return made, nil
}

// fits tells whether every part of the form is in the page, once.
func (t *template) fits() bool {
	if t.Form == nil || len(t.Form.Fields) != len(t.form.fields) || strings.Count(t.Body, t.Form.Said) != 1 {
		return false
	}
	return !slices.ContainsFunc(t.form.fields, func(name string) bool { return strings.Count(t.Body, t.Form.Fields[name].Right) != 1 })
}

// unmarked has a template keep the build's marks: ours are others after a start.
var unmarked = strings.NewReplacer(valueMark, unknownValue, textMark, unknownText)

// fallbackTemplate is the answer of before the start, else that of the build.
func (s *Site) fallbackTemplate(o outcome) (*template, error) {
	marks := []string{unknownValue, valueMark, unknownText, textMark}
	if page, found := s.lastPage(string(o)); found {
		if made, err := page.template(page.Data, o, strings.NewReplacer(marks...)); err == nil {
			made.around = s.assets.frameOf(page.Data)
			return made, nil
		}
	}
	page, ok := s.fallback[string(o)]
	if !ok {
		return nil, fmt.Errorf("the build made no answer %q", o)
	}
	made, err := page.template(s.ownData(page.Data), o, s.known(marks...))
	if err == nil {
		made.around = s.assets.fresh
	}
	return made, err
}

func (p fallbackPage) template(content data, o outcome, known *strings.Replacer) (*template, error) {
	return newTemplate(content, o, func([]byte) (rendered, error) { return p.with(known), nil })
}

// fill is the page with a message.
func (t *template) fill(message string) string {
	return strings.ReplaceAll(t.Body, textMark, escape(message))
}

// fillForm is the page with what a visitor typed and what is wrong with it.
func (t *template) fillForm(values, wrong map[string]string, message string) string {
	said := ""
	if message != "" {
		said = strings.ReplaceAll(t.Form.Said, textMark, escape(message))
	}
	filled := []string{t.Form.Said, said}
	for _, name := range t.form.fields {
		field, value := t.Form.Fields[name], escape(values[name])
		block := field.Right
		if wrong[name] != "" {
			block = field.Wrong
		}
		if strings.Contains(block, "</textarea>") && strings.HasPrefix(value, "\n") {
			value = "\n" + value // a browser takes the first line end for none
		}
		if slices.Contains(t.form.boxes, name) && value != "" {
			block = strings.Replace(block, ` value="yes"`, ` checked="" value="yes"`, 1)
		}
		filled = append(filled, field.Right, strings.NewReplacer(valueMark, value, textMark, escape(wrong[name])).Replace(block))
	}
	return strings.NewReplacer(filled...).Replace(t.Body)
}

// wrong says what each field of a message breaks, in the words of the form.
func (t *template) wrong(values map[string]string) map[string]string {
	found := map[string]string{}
	for _, name := range contactFields {
		words := t.Form.Fields[name].Words
		text, said := strings.TrimSpace(schema.StripTags(strings.TrimSpace(values[name]))), ""
		switch {
		case text == "":
			said = words.Missing
		case utf8.RuneCountInString(text) > schema.ContactFormSubmissions.Column(name).Rule(schema.Max).Limit:
			said = words.Long
		case name == "email" && !schema.ValidEmail(text):
			said = words.Malformed
		}
		if said != "" {
			found[name] = said
		}
	}
	return found
}

// escape writes text as React does.
var escape = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&#x27;").Replace

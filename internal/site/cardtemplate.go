package site

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"strconv"
	"strings"

	"vitrine/internal/store"
)

// firstCards are drawn with the page, whose picture shows as many jobs.
const firstCards = 6

// The texts of a card, by the number in their marks. Editors' texts go in
// after the card was cut at its marks, so that they may look like one.
const (
	slugText = iota
	titleText
	locationText
	aboutText
	salaryText
	itemText // and one for each item
	moreText = itemText + cardItems
	texts    = moreText + 1

	// moreMark is a number, as the bundle counts with it.
	moreMark = 999_999_937
)

var cardMark = regexp.MustCompile(`mark-(\d)\.`)

func mark(text int) string { return fmt.Sprintf("mark-%d.", text) }

// cardShape is which parts a card has.
type cardShape struct {
	location, about, more, salary bool
	items                         int
	employment, workplace         string
}

// salary is what a job pays; the bundle says it in words.
type salary struct {
	Min      any    `json:"salary_min"`
	Max      any    `json:"salary_max"`
	Currency string `json:"salary_currency"`
	Period   string `json:"salary_period"`
}

func salaryOf(card store.Row) (pays salary, has bool) {
	pays = salary{card["salary_min"], card["salary_max"], card.Text("salary_currency"), card.Text("salary_period")}
	return pays, pays.Min != nil || pays.Max != nil
}

func shapeOf(card store.Row) cardShape {
	items, _ := card["responsibilities"].([]string)
	more := card.Int("more")
	_, paid := salaryOf(card)
	return cardShape{card.Text("location") != "", card.Text("about") != "", more > 0, paid, len(items), card.Text("employment_type"), card.Text("workplace")}
}

// marked is a card with marks for its texts, and how many these are.
func (s cardShape) marked() (card store.Row, marks int) {
	items := make([]string, s.items)
	card = store.Row{"id": 0, "slug": mark(slugText), "title": mark(titleText), "location": "", "about": "", "responsibilities": items, "more": 0}
	marks = 2 + s.items
	for i := range items {
		items[i] = mark(itemText + i)
	}
	if s.location {
		card["location"], marks = mark(locationText), marks+1
	}
	if s.about {
		card["about"], marks = mark(aboutText), marks+1
	}
	if s.more {
		card["more"], marks = moreMark, marks+1
	}
	if s.salary {
		card["salary"], marks = mark(salaryText), marks+1
	}
	card["employment_type"], card["workplace"] = s.employment, s.workplace
	return card, marks
}

// cardTemplate is a card cut at its marks: text i goes behind piece i.
type cardTemplate struct {
	pieces []string
	texts  []int
}

func cutCard(drawn string) (b cardTemplate) {
	drawn = strings.ReplaceAll(drawn, strconv.Itoa(moreMark), mark(moreText))
	from := 0
	for _, at := range cardMark.FindAllStringSubmatchIndex(drawn, -1) {
		b.pieces = append(b.pieces, drawn[from:at[0]])
		b.texts = append(b.texts, int(drawn[at[2]]-'0'))
		from = at[1]
	}
	b.pieces = append(b.pieces, drawn[from:])
	return b
}

func (b cardTemplate) fill(out *strings.Builder, card store.Row, said map[salary]string) {
	var texts [texts]string
	texts[slugText], texts[titleText] = card.Text("slug"), card.Text("title")
	texts[locationText], texts[aboutText] = card.Text("location"), card.Text("about")
	if pays, has := salaryOf(card); has {
		texts[salaryText] = said[pays]
	}
	items, _ := card["responsibilities"].([]string)
	copy(texts[itemText:], items)
	texts[moreText] = fmt.Sprint(card["more"])
	for i, piece := range b.pieces {
		out.WriteString(piece)
		if i < len(b.texts) {
			out.WriteString(escape(texts[b.texts[i]]))
		}
	}
}

// errNoFit tells that the bundle draws cards in a way that cannot be filled in.
var errNoFit = errors.New("the bundle's cards do not fit its page")

// drawCareers renders the list of jobs. Of a long one React draws the first cards
// and one of each shape; the others are filled in, which takes a thousandth of
// the time and the engine no memory.
func (s *Site) drawCareers(ctx context.Context, page string, content data, state []byte) (rendered, error) {
	cards, _ := content[jobCards.key].([]store.Row)
	if len(cards) > firstCards && len(state) <= maxInput {
		out, err := s.drawCards(ctx, page, content, cards)
		if !errors.Is(err, errNoFit) {
			return out, err
		}
		s.Log.WarnContext(ctx, "draw the list of jobs card by card", "error", err)
	}
	return s.draw(ctx, page, state)
}

func (s *Site) drawCards(ctx context.Context, page string, content data, cards []store.Row) (out rendered, err error) {
	d := newDeck(cards)
	short := maps.Clone(content)
	short[jobCards.key], short["cards"], short["salaries"] = cards[:firstCards], d.marked, d.salaries
	state, err := json.Marshal(short)
	if err != nil {
		return out, err
	}
	if out, err = s.draw(ctx, page, state); err != nil {
		return out, err
	}
	if !d.cut(out.Cards) || !d.say(out.Salaries) {
		return out, errNoFit
	}
	first, rest := d.fill(cards[:firstCards]), d.fill(cards[firstCards:])
	before, after, found := strings.Cut(out.Body, first)
	if !found {
		return out, errNoFit
	}
	out.Body, out.Cards, out.Salaries = before+first+rest+after, nil, nil
	return out, nil
}

// deck is one card of each shape in a list: with marks, and cut at them.
type deck struct {
	number    map[cardShape]int
	marked    []store.Row
	marks     []int
	templates []cardTemplate
	salaries  []salary
	said      map[salary]string // in words
}

func newDeck(cards []store.Row) *deck {
	d := &deck{number: map[cardShape]int{}, said: map[salary]string{}}
	for _, card := range cards {
		if pays, has := salaryOf(card); has {
			if _, known := d.said[pays]; !known {
				d.said[pays], d.salaries = "", append(d.salaries, pays)
			}
		}
		shape := shapeOf(card)
		if _, known := d.number[shape]; known {
			continue
		}
		d.number[shape] = len(d.marked)
		marked, marks := shape.marked()
		d.marked, d.marks = append(d.marked, marked), append(d.marks, marks)
	}
	return d
}

// say takes the salaries in words, and tells whether all are there.
func (d *deck) say(texts []string) bool {
	for i, text := range texts[:min(len(texts), len(d.salaries))] {
		d.said[d.salaries[i]] = text
	}
	return len(texts) == len(d.salaries)
}

// cut tells whether every mark is in the cards that were drawn.
func (d *deck) cut(drawn []string) bool {
	if len(drawn) != len(d.marked) {
		return false
	}
	for i, card := range drawn {
		d.templates = append(d.templates, cutCard(card))
		if len(d.templates[i].texts) != d.marks[i] {
			return false
		}
	}
	return true
}

func (d *deck) fill(cards []store.Row) string {
	var b strings.Builder
	for _, card := range cards {
		d.templates[d.number[shapeOf(card)]].fill(&b, card, d.said)
	}
	return b.String()
}

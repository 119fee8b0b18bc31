package main

import (
	"bytes"
	"fmt"
	"html"
	"math"
	"slices"
	"strconv"
	"strings"
)

// bars plots columns of one of a section's tables, so that what was measured before can be drawn again: a group of
// bars for each row, on a scale of powers of ten where they are far apart.
type bars struct {
	title   string
	table   int
	columns []string // by their heads
	names   []string // what the legend calls them; their heads where it is empty
	limit   float64  // that was wanted, as a line; none if 0
}

const (
	barsWidth, barsLabel, barsValue = 840.0, 250.0, 60.0
	barHeight, rowGap, barsHead     = 11.0, 8.0, 64.0
	farApart                        = 50 // times
)

// plotBars draws charts below each other.
func plotBars(s Section, charts []bars) []byte {
	var b bytes.Buffer
	height := 0.0
	for _, c := range charts {
		if !c.fits(s) {
			continue
		}
		fmt.Fprintf(&b, "<g transform=\"translate(0 %g)\">\n", height)
		height += c.draw(&b, s.Tables[c.table])
		b.WriteString("</g>\n")
	}
	return picture(barsWidth, height, b.String())
}

// fits tells whether what was measured has what the chart shows: a kept section may be older than the chart.
func (c bars) fits(s Section) bool {
	return c.table < len(s.Tables) && !slices.ContainsFunc(c.columns, func(head string) bool { return !slices.Contains(s.Tables[c.table].Head, head) })
}

// draw returns how high the chart is.
func (c bars) draw(b *bytes.Buffer, t Table) float64 {
	rows := c.rows(t)
	low, high := math.Inf(1), c.limit
	for _, r := range rows {
		for _, v := range r.values {
			low, high = min(low, v), max(high, v)
		}
	}
	title, s := c.title, scale{0, high, false}
	if high/low > farApart {
		title, s = title+", by powers of ten", scale{math.Pow(10, math.Floor(math.Log10(low))), high, true}
	}
	end := barsWidth - barsValue
	fmt.Fprintf(b, `<text x="16" y="24" font-size="14" font-weight="600">%s</text>`+"\n", html.EscapeString(title))
	names, x := c.columns, 16.0
	if c.names != nil {
		names = c.names
	}
	for i, name := range names {
		fmt.Fprintf(b, `<rect class="dot c%d" x="%g" y="37" width="12" height="9"/><text x="%g" y="46">%s</text>`+"\n", i%5, x, x+18, html.EscapeString(name))
		x += 44 + 7*float64(len([]rune(name)))
	}
	if c.limit > 0 {
		fmt.Fprintf(b, `<line class="limit" x1="%g" x2="%g" y1="42" y2="42"/><text x="%g" y="46">%s, wanted at most</text>`+"\n", x, x+14, x+20, number(c.limit))
	}
	y := barsHead
	for _, r := range rows {
		for i, v := range r.values {
			to := s.at(max(v, s.low), barsLabel, end)
			fmt.Fprintf(b, `<rect class="dot c%d" x="%g" y="%g" width="%.1f" height="%g"/><text x="%.1f" y="%g" font-size="11">%s</text>`+"\n",
				i%5, barsLabel, y+barHeight*float64(i), max(1, to-barsLabel), barHeight-1, to+6, y+barHeight*float64(i)+9, number(v))
		}
		tall := barHeight * float64(len(c.columns))
		fmt.Fprintf(b, `<text x="%g" y="%g" text-anchor="end">%s</text>`+"\n", barsLabel-8, y+tall/2+4, html.EscapeString(r.name))
		y += tall + rowGap
	}
	if c.limit > 0 {
		x := s.at(c.limit, barsLabel, end)
		fmt.Fprintf(b, `<line class="limit" x1="%.1f" x2="%.1f" y1="%g" y2="%g"/>`+"\n", x, x, barsHead-6, y)
	}
	return y + 16
}

type barRow struct {
	name   string
	values []float64
}

// rows are those with figures in the columns; of two figures in a cell the first counts.
func (c bars) rows(t Table) (out []barRow) {
	for _, cells := range t.Rows {
		r := barRow{name: strings.ReplaceAll(cells[0], "`", "")}
		for _, head := range c.columns {
			text, _, _ := strings.Cut(cells[slices.Index(t.Head, head)], " ")
			if v, err := strconv.ParseFloat(text, 64); err == nil && v > 0 {
				r.values = append(r.values, v)
			}
		}
		if len(r.values) == len(c.columns) {
			out = append(out, r)
		}
	}
	return out
}

package main

import (
	"bytes"
	"fmt"
	"html"
	"math"
)

// chart is a plot of curves over a number of rows, which grows by powers of ten.
type chart struct {
	title, unit string
	log         bool // of the values too
	curves      []curve
}

type curve struct {
	name string
	x, y []float64
}

const (
	chartWidth, chartHeight      = 420.0, 427.0
	left, right, top, plotBottom = 56.0, 16.0, 58.0, 280.0
)

// plot draws charts side by side.
func plot(charts ...chart) []byte {
	var b bytes.Buffer
	for i, c := range charts {
		fmt.Fprintf(&b, "<g transform=\"translate(%g 0)\">\n", chartWidth*float64(i))
		c.draw(&b)
		b.WriteString("</g>\n")
	}
	return picture(chartWidth*float64(len(charts)), chartHeight, b.String())
}

// picture puts what was drawn on a page, in colours by day and by night.
func picture(width, height float64, drawn string) []byte {
	return fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %g %g" width="%g" height="%g" role="img" font-family="system-ui, sans-serif" font-size="12">
<style>
.page{fill:#fff}text{fill:#333}.grid{stroke:#ddd}.axis{stroke:#888}.c0{--c:#0b6152}.c1{--c:#d1350f}.c2{--c:#2458c5}.c3{--c:#8a5a00}.c4{--c:#8b2fa8}.c5{--c:#5c6670}
.line{fill:none;stroke:var(--c);stroke-width:2}.dot{fill:var(--c)}.limit{stroke:#d1350f;stroke-width:1.5;stroke-dasharray:4 3}
@media(prefers-color-scheme:dark){.page{fill:#0d1117}text{fill:#ddd}.grid{stroke:#2a313a}.axis{stroke:#777}.c0{--c:#63cdb3}.c1{--c:#ff7a5a}.c2{--c:#7aa7ff}.c3{--c:#e0b050}.c4{--c:#d58cf0}.c5{--c:#a8b3bf}}
</style>
<rect class="page" width="100%%" height="100%%"/>
%s</svg>
`, width, height, width, height, drawn)
}

func (c chart) draw(b *bytes.Buffer) {
	xs, ys := c.scales()
	fmt.Fprintf(b, `<text x="%g" y="24" font-size="14" font-weight="600">%s</text>`+"\n", left, html.EscapeString(c.title))
	for _, v := range ys.ticks() {
		y := ys.at(v, plotBottom, top)
		fmt.Fprintf(b, `<line class="grid" x1="%g" x2="%g" y1="%.1f" y2="%.1f"/><text x="%g" y="%.1f" text-anchor="end">%s</text>`+"\n", left, chartWidth-right, y, y, left-6, y+4, number(v))
	}
	for _, v := range xs.ticks() {
		x := xs.at(v, left, chartWidth-right-24)
		fmt.Fprintf(b, `<line class="grid" x1="%.1f" x2="%.1f" y1="%g" y2="%g"/><text x="%.1f" y="%g" text-anchor="middle">%s</text>`+"\n", x, x, top, plotBottom, x, plotBottom+16, rows(v))
	}
	fmt.Fprintf(b, `<line class="axis" x1="%g" x2="%g" y1="%g" y2="%g"/><text x="%g" y="%g" text-anchor="end">rows</text><text x="%g" y="%g">%s</text>`+"\n",
		left, chartWidth-right, plotBottom, plotBottom, chartWidth-right, plotBottom+30, left, top-14, html.EscapeString(c.unit))
	for i, curve := range c.curves {
		var path string
		fmt.Fprintf(b, `<g class="c%d">`, i%6)
		for j, x := range curve.x {
			px, py := xs.at(x, left, chartWidth-right-24), ys.at(curve.y[j], plotBottom, top)
			path += fmt.Sprintf("%.1f,%.1f ", px, py)
			fmt.Fprintf(b, `<circle class="dot" r="3" cx="%.1f" cy="%.1f"/>`, px, py)
		}
		y := plotBottom + 46 + 17*float64(i)
		fmt.Fprintf(b, `<polyline class="line" points="%s"/><line class="line" x1="%g" x2="%g" y1="%g" y2="%g"/></g><text x="%g" y="%g">%s</text>`+"\n",
			path, left, left+20, y-4, y-4, left+28, y, html.EscapeString(curve.name))
	}
}

// scale maps values to places.
type scale struct {
	low, high float64
	log       bool
}

func (c chart) scales() (x, y scale) {
	x, y = scale{math.Inf(1), 0, true}, scale{math.Inf(1), 0, c.log}
	for _, curve := range c.curves {
		for i := range curve.x {
			x.low, x.high = min(x.low, curve.x[i]), max(x.high, curve.x[i])
			y.low, y.high = min(y.low, curve.y[i]), max(y.high, curve.y[i])
		}
	}
	if c.log {
		y.low, y.high = math.Pow(10, math.Floor(math.Log10(y.low))), math.Pow(10, math.Ceil(math.Log10(y.high)))
	} else {
		step := math.Pow(10, math.Floor(math.Log10(y.high)))
		y.low, y.high = 0, math.Ceil(y.high/step)*step
	}
	return x, y
}

func (s scale) at(v, from, to float64) float64 {
	share := (v - s.low) / (s.high - s.low)
	if s.log {
		share = math.Log(v/s.low) / math.Log(s.high/s.low)
	}
	return from + share*(to-from)
}

func (s scale) ticks() (out []float64) {
	if s.log {
		for v := s.low; v <= s.high*1.001; v *= 10 {
			out = append(out, v)
		}
		return out
	}
	for i := range 5 {
		out = append(out, s.high*float64(i)/4)
	}
	return out
}

// rows shows 100000 as 100k.
func rows(v float64) string {
	if v >= 1000 {
		return number(v/1000) + "k"
	}
	return number(v)
}

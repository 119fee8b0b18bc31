package main

import (
	"math"
	"testing"
	"time"
)

func TestTheMiddleOfAFewFigures(t *testing.T) {
	for _, c := range []struct {
		values []float64
		want   float64
	}{
		{[]float64{3}, 3},
		{[]float64{9, 1, 2}, 2},
		{[]float64{4, 1, 3, 2}, 2.5},
	} {
		if got := median(c.values); got != c.want {
			t.Errorf("the median of %v is %v, not %v", c.values, got, c.want)
		}
	}
	if !math.IsNaN(median(nil)) || !math.IsNaN(quantile(nil, .5)) {
		t.Error("nothing has a middle")
	}
}

func TestAQuantileIsAFigureThatWasMeasured(t *testing.T) {
	var hundred []float64
	for i := 100; i > 0; i-- {
		hundred = append(hundred, float64(i))
	}
	for q, want := range map[float64]float64{0: 1, .5: 50, .95: 95, .99: 99, 1: 100} {
		if got := quantile(hundred, q); got != want {
			t.Errorf("quantile %v is %v, not %v", q, got, want)
		}
	}
	if hundred[0] != 100 {
		t.Error("the figures were put in another order")
	}
}

func TestARatioComparesWithinEachRound(t *testing.T) {
	// In the second round the machine was ten times as slow for both.
	if got := ratio([]float64{2, 20, 2}, []float64{1, 10, 1}); got != 2 {
		t.Errorf("the ratio is %v", got)
	}
	if got := ratio([]float64{6, 1}, []float64{2}); got != 3 {
		t.Errorf("a round without its pair counts: %v", got)
	}
}

func TestTimesAreInMilliseconds(t *testing.T) {
	if got := milliseconds([]time.Duration{1500 * time.Microsecond}); got[0] != 1.5 {
		t.Errorf("%v", got)
	}
}

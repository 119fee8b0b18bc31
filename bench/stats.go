package main

import (
	"math"
	"slices"
	"time"
)

// quantile is the smallest value that at least the share q of all values do
// not exceed; NaN without values.
func quantile(values []float64, q float64) float64 {
	if len(values) == 0 {
		return math.NaN()
	}
	sorted := slices.Sorted(slices.Values(values))
	return sorted[max(0, int(math.Ceil(q*float64(len(sorted))))-1)]
}

// median is the middle value, or the mean of the two in the middle.
func median(values []float64) float64 {
	n := len(values)
	if n == 0 {
		return math.NaN()
	}
	sorted := slices.Sorted(slices.Values(values))
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

// ratio is the median of a[i]/b[i]. Values of one round stand side by side,
// so what disturbs a whole round does not move it.
func ratio(a, b []float64) float64 {
	var each []float64
	for i := range min(len(a), len(b)) {
		each = append(each, a[i]/b[i])
	}
	return median(each)
}

func milliseconds(times []time.Duration) []float64 {
	var out []float64
	for _, t := range times {
		out = append(out, float64(t)/float64(time.Millisecond))
	}
	return out
}

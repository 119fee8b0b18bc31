package visits

import "vitrine/internal/schema"

const (
	// maxRows is how many rows a day has at most, maxHosts how many of them name
	// a host: anybody can claim to come from anywhere, and pages keep their rows.
	maxRows  = 1000
	maxHosts = 500
)

// place is what visits are counted by.
type place struct{ path, referrer string }

// rest is where all is counted that has no row of its own.
var rest = place{schema.OtherVisits, schema.OtherVisits}

func (p place) namesHost() bool {
	return p.referrer != "" && p.referrer != schema.SameSite && p.referrer != schema.OtherVisits
}

type tally struct{ visits, visitors int64 }

// ledger holds the counts of a day, in no more rows than a day has.
type ledger struct {
	rows  map[place]*tally
	hosts int
}

func newLedger() ledger { return ledger{rows: map[place]*tally{}} }

// at is where visits of a place are counted.
func (l *ledger) at(p place) (place, *tally) {
	if l.rows[p] == nil && p.namesHost() && l.hosts >= maxHosts {
		p.referrer = schema.OtherVisits
	}
	if l.rows[p] == nil && len(l.rows) >= maxRows-1 {
		p = rest
	}
	t := l.rows[p]
	if t == nil {
		t = &tally{}
		l.put(p, t)
	}
	return p, t
}

func (l *ledger) put(p place, t *tally) {
	l.rows[p] = t
	if p.namesHost() {
		l.hosts++
	}
}

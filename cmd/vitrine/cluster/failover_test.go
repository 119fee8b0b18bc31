package cluster_test

import (
	"testing"
	"time"

	"vitrine/internal/store/storetest"
)

// TestAFailoverLosesNothingAcknowledged crashes the primary under load and
// makes its standby the new one, from which visitors read. Nobody tells the
// instances.
func TestAFailoverLosesNothingAcknowledged(t *testing.T) {
	if !soaking() {
		t.Skip("two more databases; make soak runs it")
	}
	primary := storetest.StartServer(t)
	standby := primary.Standby()
	c := startOn(t, primary, primary.URLWith(standby), standby.URL())
	for _, page := range pages {
		status(c.front + page)
	}
	var back time.Duration
	acknowledged, _ := c.write(t, 4, func(more func(int)) {
		more(20)
		primary.Stop()
		for _, page := range pages {
			if s := status(c.front + page); s != 200 {
				t.Errorf("%s without a primary is %d", page, s)
			}
		}
		standby.Promote()
		began := time.Now()
		for _, i := range []*instance{c.a, c.b} {
			i.wait()
		}
		back = time.Since(began)
		more(20)
	})
	c.has(t, acknowledged)
	t.Logf("figures: a failover under load, %d acknowledged writes, 0 lost; both instances ready %v after it", len(acknowledged), back.Round(time.Millisecond))
	c.seesSaves(t)
}

package shield

import (
	"crypto/sha256"
	"net/netip"
	"strings"
	"time"

	"vitrine/internal/limit"
	"vitrine/internal/schema"
)

// Endpoint is something that visitors may send, with its rate limits: one
// allowance, whichever protocol is used.
type Endpoint struct {
	Table   *schema.Table // that it writes to
	name    string
	least   time.Duration // how long a person needs for the form
	address []limit.Rate  // of one address: passing it is refused
	network []limit.Rate  // of one network
	plain   limit.Rate    // of all who did not use a form of ours
	formed  limit.Rate    // of all who did
	most    limit.Rate    // of all; passing it is refused
}

// What visitors may send. Limits of addresses and of everyone hold for all servers.
var (
	Contact = newEndpoint("contact", &schema.ContactFormSubmissions, 3*time.Second,
		limit.Rate{Name: "contact", Count: 5, Per: time.Minute, Shared: true},
		limit.Rate{Name: "contact hourly", Count: 30, Per: time.Hour, Shared: true})
	Newsletter = newEndpoint("newsletter", &schema.NewsletterSubscriptions, time.Second,
		limit.Rate{Name: "newsletter", Count: 5, Per: time.Minute, Shared: true})
	Application = newEndpoint("application", &schema.JobApplications, 3*time.Second,
		limit.Rate{Name: "application", Count: 5, Per: time.Minute, Shared: true},
		limit.Rate{Name: "application hourly", Count: 30, Per: time.Hour, Shared: true})

	// Endpoints are those of tables that visitors write to themselves.
	Endpoints = []*Endpoint{Contact, Newsletter}
)

func newEndpoint(name string, table *schema.Table, least time.Duration, address ...limit.Rate) *Endpoint {
	return &Endpoint{
		Table: table, name: name, least: least, address: address,
		network: []limit.Rate{{Name: name + " network", Count: 20, Per: time.Minute}, {Name: name + " network hourly", Count: 100, Per: time.Hour}},
		plain:   limit.Rate{Name: name + " of all", Count: 60, Per: time.Minute, Shared: true},
		formed:  limit.Rate{Name: name + " by form", Count: 60, Per: time.Minute, Shared: true},
		most:    limit.Rate{Name: name + " at most", Count: 600, Per: time.Minute},
	}
}

var (
	alerts    = limit.Rate{Name: "flood alert", Count: 1, Per: time.Minute}
	repeated  = limit.Rate{Name: "same text", Count: 1, Per: 24 * time.Hour}
	insistent = limit.Rate{Name: "same text again", Count: 3, Per: 24 * time.Hour}
	named     = limit.Rate{Name: "same sender", Count: 5, Per: 24 * time.Hour}
)

// EndpointOf is the one for a table; nil where visitors do not write.
func EndpointOf(t *schema.Table) *Endpoint {
	for _, e := range Endpoints {
		if e.Table == t {
			return e
		}
	}
	return nil
}

// Visit is one request to an endpoint.
type Visit struct {
	shield   *Shield
	endpoint *Endpoint
	address  string
	form     Form
	proof    proof
	rows     int
	crowd    []string // limits that were passed and did not end the visit
	printed  struct{ of, is string }
}

// Admit counts one write, and refuses it where a limit is passed. A flood is
// no reason to turn people away: who used our form passes the limits of
// networks and of everyone, up to a last one, and waits in quarantine.
func (s *Shield) Admit(e *Endpoint, address string, f Form) (*Visit, error) {
	v := &Visit{shield: s, endpoint: e, address: address, form: f, proof: s.prove(f, e.least)}
	return v, v.More()
}

// More counts a further write of the same request, so that a list is no way
// around the limits.
func (v *Visit) More() error {
	v.rows++
	limits := v.shield.limits
	for _, rate := range v.endpoint.address {
		if err := limits.Allow(rate, v.address); err != nil {
			return err
		}
	}
	for _, rate := range v.endpoint.network {
		if err := v.tolerate(limits.Allow(rate, network(v.address)), "Many messages came from the same network"); err != nil {
			return err
		}
	}
	all := v.endpoint.plain
	if v.proof == sound {
		all = v.endpoint.formed
	}
	err := v.tolerate(limits.Allow(all, ""), "Very many messages came at the same time")
	if err == nil {
		// What was refused above takes no place here.
		err = limits.Allow(v.endpoint.most, "")
	}
	if (err != nil || len(v.crowd) > 0) && limits.Allow(alerts, v.endpoint.name) == nil {
		v.shield.log.Warn("a flood of visitors' writes is held back", "endpoint", v.endpoint.name)
	}
	return err
}

// tolerate turns a refusal into a reason for those who used our form.
func (v *Visit) tolerate(err error, reason string) error {
	if err != nil && v.proof == sound {
		v.crowd = append(v.crowd, reason)
		return nil
	}
	return err
}

// Judge says how suspicious a text is. It counts nothing; what is stored is
// told to Remember.
func (v *Visit) Judge(t Text) Verdict {
	var out Verdict
	if v.form.Trap != "" {
		out.add(2*Threshold, "A field that no person sees was filled in")
	}
	if p, bad := proofs[v.proof]; bad {
		out.add(p.score, p.reason)
	}
	for _, reason := range v.crowd {
		out.add(Threshold, reason)
	}
	if v.rows > 1 {
		out.add(2, "Several came in one request")
	}
	limits := v.shield.limits
	if t.Message != "" && limits != nil {
		same := v.print(t.Message)
		switch {
		case limits.Check(insistent, same) != nil:
			out.add(Threshold, "The same text came several times today")
		case limits.Check(repeated, same) != nil:
			out.add(2, "The same text came before")
		}
		if limits.Check(named, strings.ToLower(t.Email)) != nil {
			out.add(Threshold, "Many messages name the same sender")
		}
	}
	read(t, &out)
	return out
}

// Remember counts what was stored.
func (v *Visit) Remember(texts ...Text) {
	for _, t := range texts {
		if t.Message == "" || v.shield.limits == nil {
			continue
		}
		same := v.print(t.Message)
		v.shield.limits.Allow(insistent, same)
		v.shield.limits.Allow(repeated, same)
		v.shield.limits.Allow(named, strings.ToLower(t.Email))
	}
}

// print is the fingerprint of a text, made once for judging and remembering.
func (v *Visit) print(text string) string {
	if v.printed.of != text || v.printed.is == "" {
		v.printed.of, v.printed.is = text, fingerprint(text)
	}
	return v.printed.is
}

// fingerprint is the same for texts that differ in case, spaces and numbers.
func fingerprint(text string) string {
	sum := sha256.Sum256([]byte(strings.Join(words(text), " ")))
	return string(sum[:16])
}

// network is the IPv4 /24 or IPv6 /48 that an address, as limits count it,
// belongs to.
func network(address string) string {
	bits := 48
	at, err := netip.ParseAddr(address)
	if err != nil {
		prefix, err := netip.ParsePrefix(address)
		if err != nil {
			return address
		}
		at = prefix.Addr()
	}
	if at.Is4() {
		bits = 24
	}
	p, err := at.Prefix(bits)
	if err != nil {
		return address
	}
	return p.String()
}

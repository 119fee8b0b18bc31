package mail

import (
	"context"
	"encoding/base64"
	"errors"
	"net"
	"net/netip"
	"strings"
	"time"
)

// Verdict is how a record of the DNS looks to those who get our mail.
type Verdict string

// TypeScript lists the verdicts.
func (Verdict) TypeScript() string { return `"good" | "weak" | "missing" | "unknown"` }

const (
	Good    Verdict = "good"
	Weak    Verdict = "weak"    // there, and it does not say what it should
	Missing Verdict = "missing" // nothing there
	Unclear Verdict = "unknown" // the DNS did not answer
)

// Record is one of the three by which others trust mail.
type Record struct {
	Kind    string  `json:"kind"` // SPF, DKIM or DMARC
	Verdict Verdict `json:"verdict"`
	Name    string  `json:"name"`  // where it stands
	Found   string  `json:"found"` // what stands there
	Add     string  `json:"add"`   // the line to add where it is missing; "" when only the provider knows
}

// Resolver asks the DNS; net.DefaultResolver is one.
type Resolver interface {
	LookupTXT(ctx context.Context, name string) ([]string, error)
	LookupNetIP(ctx context.Context, network, host string) ([]netip.Addr, error)
}

// dnsPatience is how long a check may take in all.
const dnsPatience = 5 * time.Second

// Records is what the DNS says about the domain that mails come from: whether the server may send for it, the key of the selector, and what
// others should do with mail that is not ours.
func (s *Sender) Records(ctx context.Context, dns Resolver, selector, public, reports string) (domain string, all []Record) {
	ctx, cancel := context.WithTimeout(ctx, dnsPatience)
	defer cancel()
	r := s.current()
	_, domain, _ = strings.Cut(r.from.Address, "@")
	return domain, []Record{r.spf(ctx, dns, domain), dkimRecord(ctx, dns, domain, selector, public), dmarc(ctx, dns, domain, reports)}
}

func (r *route) spf(ctx context.Context, dns Resolver, domain string) Record {
	out := Record{Kind: "SPF", Name: domain}
	texts, verdict := lookup(ctx, dns, domain, "v=spf1")
	out.Verdict, out.Found = verdict, strings.Join(texts, "\n")
	host := ""
	if r.server != nil {
		host = r.server.host
	}
	if verdict == Missing && host != "" {
		out.Add = "v=spf1 a:" + host + " ~all"
		if ip, err := netip.ParseAddr(host); err == nil {
			out.Add = "v=spf1 ip" + map[bool]string{true: "4", false: "6"}[ip.Is4()] + ":" + host + " ~all"
		}
	}
	if verdict != Good {
		return out
	}
	if len(texts) > 1 { // RFC 7208, 4.5: more than one is an error for everybody
		out.Verdict = Weak
		return out
	}
	addresses, err := dns.LookupNetIP(ctx, "ip", host)
	allowed, known := spfAllows(ctx, dns, domain, texts[0], addresses, new(int))
	switch {
	case err != nil, !known:
		out.Verdict = Unclear
	case !allowed:
		out.Verdict = Weak
	}
	return out
}

// maxSPFLookups is the limit of RFC 7208, 4.6.4.
const maxSPFLookups = 10

// spfAllows tells whether a record lets any of the addresses send. What it
// includes is followed; known is false where that cannot be told.
func spfAllows(ctx context.Context, dns Resolver, domain, record string, of []netip.Addr, lookups *int) (allowed, known bool) {
	known = true
	for _, term := range strings.Fields(record)[1:] {
		term = strings.TrimPrefix(strings.ToLower(term), "+")
		name, value, _ := strings.Cut(term, ":")
		if host, found := strings.CutPrefix(term, "redirect="); found {
			name, value = "include", host
		}
		switch name {
		case "all":
			return true, known
		case "ip4", "ip6":
			if contains(value, of) {
				return true, known
			}
		case "a", "include":
			if *lookups++; *lookups > maxSPFLookups || strings.Contains(value, "%") {
				known = false
				continue
			}
			if name == "a" {
				host, _, _ := strings.Cut(value, "/")
				if host == "" {
					host = domain
				}
				theirs, err := dns.LookupNetIP(ctx, "ip", host)
				known = known && (err == nil || isNotFound(err))
				for _, ip := range theirs {
					if contains(ip.String(), of) {
						return true, known
					}
				}
				continue
			}
			texts, verdict := lookup(ctx, dns, value, "v=spf1")
			if verdict != Good {
				known = known && verdict == Missing
				continue
			}
			in, sure := spfAllows(ctx, dns, value, texts[0], of, lookups)
			known = known && sure
			if in {
				return true, known
			}
		case "mx", "exists", "ptr":
			known = false // rare for who sends; asking is left to the receivers
		}
	}
	return false, known
}

func contains(prefix string, of []netip.Addr) bool {
	p, err := netip.ParsePrefix(prefix)
	if err != nil {
		ip, err := netip.ParseAddr(prefix)
		if err != nil {
			return false
		}
		p = netip.PrefixFrom(ip, ip.BitLen())
	}
	for _, ip := range of {
		if p.Contains(ip.Unmap()) {
			return true
		}
	}
	return false
}

func dkimRecord(ctx context.Context, dns Resolver, domain, selector, public string) Record {
	out := Record{Kind: "DKIM", Verdict: Missing}
	if selector == "" {
		return out
	}
	out.Name = selector + "._domainkey." + domain
	if public != "" {
		out.Add = "v=DKIM1; k=rsa; p=" + public
	}
	texts, verdict := lookup(ctx, dns, out.Name, "")
	out.Verdict, out.Found = verdict, strings.Join(texts, "\n")
	if verdict != Good {
		return out
	}
	key := tag(texts[0], "p")
	if _, err := base64.StdEncoding.DecodeString(key); err != nil || key == "" || public != "" && key != public {
		out.Verdict = Weak // withdrawn, damaged, or the key of somebody else
	}
	return out
}

func dmarc(ctx context.Context, dns Resolver, domain, reports string) Record {
	out := Record{Kind: "DMARC", Name: "_dmarc." + domain}
	texts, verdict := lookup(ctx, dns, out.Name, "v=DMARC1")
	out.Verdict, out.Found = verdict, strings.Join(texts, "\n")
	if verdict == Missing {
		out.Add = "v=DMARC1; p=none"
		if reports != "" {
			out.Add += "; rua=mailto:" + reports
		}
	}
	if verdict == Good && tag(texts[0], "p") == "none" {
		out.Verdict = Weak
	}
	return out
}

// tag is the value of a name in a list such as v=DKIM1; p=abc.
func tag(list, name string) string {
	for part := range strings.SplitSeq(list, ";") {
		if key, value, _ := strings.Cut(part, "="); strings.TrimSpace(key) == name {
			return strings.Join(strings.Fields(value), "")
		}
	}
	return ""
}

// lookup is the texts under a name that begin as asked.
func lookup(ctx context.Context, dns Resolver, name, begins string) ([]string, Verdict) {
	texts, err := dns.LookupTXT(ctx, name)
	if err != nil && !isNotFound(err) {
		return nil, Unclear
	}
	var out []string
	for _, text := range texts {
		if strings.HasPrefix(text, begins) {
			out = append(out, text)
		}
	}
	if len(out) == 0 {
		return nil, Missing
	}
	return out, Good
}

func isNotFound(err error) bool {
	dns, is := errors.AsType[*net.DNSError](err)
	return is && dns.IsNotFound
}

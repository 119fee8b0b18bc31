package mail

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"

	gomail "github.com/wneessen/go-mail"
	"github.com/wneessen/go-mail/smtp"
)

// CopyPatience is how long one letter of many may take, which nobody waits for.
const CopyPatience = 30 * time.Second

// Fate is what became of a letter that went over a connection.
type Fate int

const (
	Taken     Fate = iota // by the server, which answers for it now
	Later                 // surely not taken, and may be tried again
	Refused               // surely not taken, and never will be
	NoMailbox             // refused, because nobody has the address
	Unknown               // the line broke after the text had gone out and before the answer
)

// Outcome is the fate of a letter with the server's own words.
type Outcome struct {
	Fate   Fate
	Answer string // in one line
	// Broken tells that the line, not the server, is the reason: the recipient has
	// nothing to do with it.
	Broken bool
}

// Connection sends one letter after another over a line that stays open.
type Connection struct {
	sender *Sender
	route  *route
	line   *line
	client *gomail.Client
	open   *smtp.Client
}

// ErrNoServer says that letters do not leave the house.
var ErrNoServer = errors.New("there is no mail server")

// Connect opens a line to the mail server.
func (s *Sender) Connect(ctx context.Context) (*Connection, error) {
	route := s.current()
	way := route.server
	if way == nil {
		return nil, ErrNoServer
	}
	c := &Connection{sender: s, route: route, line: &line{server: way}}
	var err error
	c.client, err = gomail.NewClient(way.host, append(way.options(), gomail.WithDialContextFunc(c.line.dial), gomail.WithTimeout(CopyPatience))...)
	if err != nil {
		return nil, fmt.Errorf("set up the mail client: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, CopyPatience)
	defer cancel()
	c.line.until, _ = ctx.Deadline()
	if c.open, err = c.client.DialToSMTPClientWithContext(ctx); err != nil {
		c.line.close()
		return nil, fmt.Errorf("connect to %s: %w", way.host, err)
	}
	return c, nil
}

// Send hands the letter to the server. Unless it is taken or refused in words,
// the line is of no more use.
func (c *Connection) Send(l Letter) Outcome {
	m, err := c.sender.compose(c.route, l)
	if err != nil {
		return Outcome{Fate: Refused, Answer: err.Error()}
	}
	c.line.until = time.Now().Add(CopyPatience)
	err = c.client.SendWithSMTPClient(c.open, m)
	if m.IsDelivered() {
		if err != nil {
			c.Close()
		}
		return Outcome{Fate: Taken, Answer: m.ServerResponse()}
	}
	out := outcomeOf(err, l.To)
	if out.Broken || out.Fate == Unknown {
		c.Close()
	}
	return out
}

// IsOpen tells whether the line is still of use.
func (c *Connection) IsOpen() bool { return c != nil && c.open != nil }

// Close ends the line; it may be called again.
func (c *Connection) Close() {
	if !c.IsOpen() {
		return
	}
	c.line.until = time.Now().Add(time.Second) // a server that has gone is not waited for
	_ = c.client.CloseWithSMTPClient(c.open)   // the line is closed anyway
	c.line.close()
	c.open = nil
}

// outcomeOf reads how far a letter came. Once the text has been ended, only an
// answer tells what became of it; before, the server cannot have taken it.
func outcomeOf(err error, to string) Outcome {
	failed, ok := errors.AsType[*gomail.SendError](err)
	if !ok {
		return Outcome{Fate: Later, Answer: inOneLine(err, to), Broken: true}
	}
	out := Outcome{Fate: Later, Answer: inOneLine(failed, to), Broken: failed.ErrorCode() == 0}
	permanent := failed.ErrorCode() >= 500
	switch failed.Reason {
	case gomail.ErrSMTPDataClose:
		if out.Broken {
			out.Fate = Unknown
		} else if permanent {
			out.Fate = Refused
		}
	case gomail.ErrSMTPRcptTo:
		if permanent {
			out.Fate = NoMailbox
			if isPolicy(failed) {
				out.Fate = Refused
			}
		}
	case gomail.ErrSMTPData, gomail.ErrWriteContent:
		if permanent {
			out.Fate = Refused
		}
	}
	// A server that refuses us as the sender says nothing about the recipient, who is tried again.
	return out
}

// isPolicy tells a server that does not want the letter from one that does not
// know the mailbox.
func isPolicy(e *gomail.SendError) bool {
	detail := e.EnhancedStatusCode()
	switch {
	case strings.HasPrefix(detail, "5.1."):
		return false
	case detail != "":
		return true
	}
	return e.ErrorCode() != 550 && e.ErrorCode() != 551 && e.ErrorCode() != 553
}

// said finds the server's own words in what the library makes of them.
var said = regexp.MustCompile(`: (\d{3}) "?(.*?)"?, affected recipient`)

func inOneLine(err error, to string) string {
	text := strings.Join(strings.Fields(strings.ToValidUTF8(err.Error(), "?")), " ")
	if found := said.FindStringSubmatch(text); found != nil {
		text = found[1] + " " + found[2]
	}
	return shorten(strings.ReplaceAll(text, to, "the recipient"), 500)
}

package functions

import (
	"bufio"
	"fmt"
	"net/http"
	"strings"
	"time"

	"vitrine/internal/client"
	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/revisions"
)

const (
	exportPage = 1000
	pageTime   = 30 * time.Second // for one page to reach a slow client
)

// export streams the list of subscribers, newest first, page by page: it
// holds one page in memory however long the list is.
func (h *Handler) export(w http.ResponseWriter, r *http.Request, actor schema.Actor) error {
	if actor.Role == schema.Visitor {
		return fault.New(fault.NoSession, "Please sign in.")
	}
	if !actor.Staff() {
		return fault.New(fault.Denied, "Only staff may export the subscribers.")
	}
	page, err := h.subscribers(r, actor, nil)
	if err != nil {
		return err
	}
	if err := revisions.Note(r.Context(), h.store.As(actor), schema.Exported, schema.Trashed[&schema.NewsletterSubscriptions], "", ""); err != nil {
		return err
	}
	header := w.Header()
	header.Set("Content-Type", "text/csv; charset=utf-8")
	header.Set("Content-Disposition", `attachment; filename="newsletter-subscribers-`+h.Now().Format(time.DateOnly)+`.csv"`)
	header.Set("Cache-Control", client.NoStore)
	header.Set("X-Content-Type-Options", "nosniff")
	out := bufio.NewWriter(w)
	line(out, "Email", "Signup Date")
	for len(page) > 0 {
		_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(pageTime)) // where the server has deadlines
		for _, row := range page {
			line(out, row.Text("email"), longDate(row.Time("created_at")))
		}
		if err := out.Flush(); err != nil {
			return nil // the client went away
		}
		if len(page) < exportPage {
			break
		}
		if page, err = h.subscribers(r, actor, page[len(page)-1]); err != nil {
			// The status is out: a cut connection tells the client that the list is not whole.
			h.log.ErrorContext(r.Context(), "export subscribers", "error", err)
			panic(http.ErrAbortHandler)
		}
	}
	out.Flush()
	return nil
}

// subscribers reads the page after a row.
func (h *Handler) subscribers(r *http.Request, actor schema.Actor, after store.Row) ([]store.Row, error) {
	q := store.Query{
		Fields: store.Fields("id", "email", "created_at"),
		Order:  []store.Order{store.Desc("created_at"), store.Desc("id")},
		Limit:  store.Limit(exportPage),
	}
	if after != nil {
		at, id := after.Time("created_at"), after.Int("id")
		q.Where = store.All{
			store.Compare{Column: "created_at", Op: store.OpLte, Value: at},
			store.Any{store.Lt("created_at", at), store.Lt("id", id)},
		}
	}
	return h.store.As(actor).Select(r.Context(), &schema.NewsletterSubscriptions, q)
}

// line quotes every cell, and defuses those that a spreadsheet would run.
func line(w *bufio.Writer, cells ...string) {
	for i, cell := range cells {
		if i > 0 {
			w.WriteByte(',')
		}
		if strings.IndexAny(cell, "=+-@\t\r") == 0 {
			cell = "'" + cell
		}
		w.WriteString(`"` + strings.ReplaceAll(cell, `"`, `""`) + `"`)
	}
	w.WriteString("\r\n")
}

// longDate is the format PPP of date-fns: November 15th, 2026.
func longDate(at time.Time) string {
	at = at.UTC()
	suffix := "th"
	if day := at.Day(); day < 11 || day > 13 {
		switch day % 10 {
		case 1:
			suffix = "st"
		case 2:
			suffix = "nd"
		case 3:
			suffix = "rd"
		}
	}
	return fmt.Sprintf("%s %d%s, %d", at.Month(), at.Day(), suffix, at.Year())
}

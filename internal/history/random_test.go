package history_test

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
	"vitrine/internal/words"
)

// begin gives the site what it has one of.
func (w *world) begin() {
	w.t.Helper()
	for i := range 5 {
		storetest.Add(w.t, w.s, &schema.StorageObjects, store.Row{
			"id": fmt.Sprintf("00000000-0000-4000-8000-00000000000%d", i), "name": fmt.Sprint("media/", i, ".png"), "file": fmt.Sprint("f", i), "size": 1, "mimetype": "image/png", "etag": "e",
		})
	}
	for _, d := range schema.Recorded() {
		if d.Table != nil && !d.Many {
			storetest.Add(w.t, w.s, d.Table, w.row(d.Table))
		}
	}
}

// anyOf is one of them.
func anyOf[T any](w *world, all ...T) T { return all[w.random.IntN(len(all))] }

// next has every document come up in each way as often as the others.
func (w *world) next(way string) *schema.Document {
	if len(w.decks[way]) == 0 {
		all := schema.Recorded()
		w.random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		w.decks[way] = all
	}
	d := w.decks[way][0]
	w.decks[way] = w.decks[way][1:]
	return d
}

func (w *world) text() string { return fmt.Sprint("text ", w.random.IntN(1000)) }

// once is a number that nothing else has.
func (w *world) once() int { w.made++; return w.made }

// pick is any row of a table; nil when there is none.
func (w *world) pick(t *schema.Table) store.Row {
	w.t.Helper()
	rows, err := w.s.AsSystem().Select(w.t.Context(), t, store.Query{})
	w.must(err)
	if len(rows) == 0 {
		return nil
	}
	return anyOf(w, rows...)
}

// row fills in every column that a person may.
func (w *world) row(t *schema.Table) store.Row {
	out := store.Row{}
	for _, name := range t.Inputs() {
		if c := t.Column(name); c.Refers == nil {
			out[name] = w.value(c)
		}
	}
	return out
}

// some is a part of it.
func (w *world) some(columns []string, t *schema.Table) store.Row {
	out, all := store.Row{}, w.row(t)
	for _, name := range columns {
		if w.random.IntN(2) == 0 {
			out[name] = all[name]
		}
	}
	return out
}

// value is one that the column takes.
func (w *world) value(c *schema.Column) any {
	if r := c.Rule(schema.OneOf); r != nil {
		return anyOf(w, r.Options...)
	}
	if !c.NotNull && w.random.IntN(6) == 0 {
		return nil
	}
	low, high := 1.0, 5.0
	if c.Name == "salary_max" { // no less than salary_min
		low, high = 5, 9
	}
	if r := c.Rule(schema.Between); r != nil {
		low, high = r.Low, r.High
	}
	number := low + w.random.Float64()*(high-low)
	switch c.Type {
	case schema.Boolean:
		return w.random.IntN(2) == 0
	case schema.Int4, schema.Int8:
		return int64(number)
	case schema.Float8:
		return math.Round(number*100) / 100
	case schema.JSON:
		return w.json(c)
	}
	return w.string(c)
}

func (w *world) json(c *schema.Column) any {
	object := func() any {
		out := map[string]any{}
		for i := range c.Fields {
			out[c.Fields[i].Name] = w.value(&c.Fields[i])
		}
		return out
	}
	if c.Fields != nil && c.Most == 0 {
		return object()
	}
	out := make([]any, w.random.IntN(4))
	for i := range out {
		switch {
		case c.Fields != nil:
			out[i] = object()
		case c.Rule(schema.Socials) != nil:
			out[i] = map[string]any{"platform": w.text(), "url": "https://social.example"}
		default:
			out[i] = w.text()
		}
	}
	return out
}

func (w *world) string(c *schema.Column) string {
	n := w.random.IntN(100)
	switch {
	case c.Name == "slug":
		return fmt.Sprint("page-", w.once())
	case c.Unique:
		return fmt.Sprint("/unique-", w.once())
	case c.Name == "language":
		return anyOf(w, "en", "pt-BR", "de")
	case c.Name == "salary_currency":
		return anyOf(w, "EUR", "INR")
	case c.Name == "closes_on":
		return fmt.Sprintf("2099-12-%02d", 1+n%31)
	case c.Name == "robots":
		return anyOf(w, "", "noindex", "index, follow")
	case c.Rule(schema.Zone) != nil:
		return anyOf(w, "UTC", "Europe/Lisbon", "Asia/Kolkata")
	case c.Rule(schema.Stored) != nil:
		return fmt.Sprintf("/storage/v1/object/public/media/%d.png", n%5)
	case c.Rule(schema.Path) != nil:
		return fmt.Sprint("/new-", n)
	case c.Rule(schema.Email) != nil:
		return fmt.Sprintf("a%d@example.com", n)
	case c.Rule(schema.Link) != nil || c.Rule(schema.Web) != nil || c.Rule(schema.Image) != nil:
		return fmt.Sprintf("https://site%d.example/", n)
	case c.Clean == schema.Sanitised:
		return "<p>" + w.text() + " <b>bold</b></p>"
	case c.Rule(schema.Max).Limit == 1:
		return string(rune('A' + n%26))
	}
	return w.text()
}

// items are those of a list, as a save takes them.
func (w *world) items(l *schema.List) []any {
	out := []any{}
	keys := w.keys(l.Table)
	for range w.random.IntN(5) {
		item := w.row(l.Table)
		if l.Text != "" {
			out = append(out, item[l.Text])
			continue
		}
		delete(item, l.Table.Order)
		if keys != nil {
			item["key"], keys = keys[0], keys[1:]
		}
		out = append(out, item)
	}
	return out
}

// keys are sentences that a studio may write, in any order; nil where it is no
// list of sentences.
func (w *world) keys(t *schema.Table) (out []string) {
	if t != &schema.SiteWords {
		return nil
	}
	for _, word := range words.All() {
		if words.Check(word.Key, "text 999") == "" {
			out = append(out, word.Key)
		}
	}
	w.random.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

// byProcedures saves, reorders and deletes as our screens do.
func (w *world) byProcedures(me store.Session) {
	d := w.next("saved")
	if d == &schema.Section {
		return // it has no procedure
	}
	save := "save_" + cmp.Or(d.Saves, d.Name)
	args := map[string]any{}
	for i := range d.Lists {
		if l := &d.Lists[i]; d.Table == nil || w.random.IntN(2) == 0 {
			args[l.Name] = w.items(l)
		}
	}
	if d.Table == nil {
		rows, err := me.Select(w.t.Context(), d.Main(), store.Query{})
		w.must(err)
		loaded := []any{}
		for _, row := range rows {
			loaded = append(loaded, map[string]any{"id": row["id"], "version": row["version"]})
		}
		args["loaded"] = loaded
		w.call(me, save, args)
		return
	}
	row := w.pick(d.Table)
	switch at := w.random.IntN(8); {
	case d.Many && (row == nil || at == 0):
		for name, value := range w.row(d.Table) {
			if slices.Contains(d.Columns(), name) {
				args[name] = value
			}
		}
		w.call(me, save, args)
	case row == nil:
	case d.Many && at == 1:
		w.call(me, "delete_"+d.Name, map[string]any{"id": row["id"], "version": row["version"]})
	case d.Reorders() && at < 4:
		w.reorder(me, d, row)
	default:
		for name, value := range w.some(d.Columns(), d.Table) {
			args[name] = value
		}
		args["id"], args["version"] = row["id"], row["version"]
		w.call(me, save, args)
	}
}

// reorder shuffles the documents that stand in one list with a row.
func (w *world) reorder(me store.Session, d *schema.Document, row store.Row) {
	w.t.Helper()
	args, where := map[string]any{}, store.All{}
	if d.Group != "" {
		args[d.Group], where = row[d.Group], store.All{store.Eq(d.Group, row[d.Group])}
	}
	rows, err := me.Select(w.t.Context(), d.Table, store.Query{Where: where})
	w.must(err)
	ids := []any{}
	for _, one := range rows {
		ids = append(ids, one["id"])
	}
	w.random.Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
	args["ids"] = ids
	w.call(me, "reorder_"+d.Table.Name, args)
}

// byPlainCalls rewrites documents in several requests, as any client may.
func (w *world) byPlainCalls(me store.Session) {
	ctx, d := w.t.Context(), w.next("called")
	var row store.Row
	if d.Table != nil {
		if row = w.pick(d.Table); row == nil {
			return
		}
		key := d.Table.Key().Name
		patch := w.some(d.Table.Inputs(), d.Table)
		delete(patch, key)
		if d.Order == schema.Ranked { // to come back to a rank is a move among those that are there
			delete(patch, d.Table.Order)
		}
		if len(patch) > 0 {
			_, err := me.Update(ctx, d.Table, store.Eq(key, row[key]), patch)
			w.must(err)
		}
	}
	for i := range d.Lists {
		l := &d.Lists[i]
		of := store.Cond(store.Gt("id", int64(0)))
		if ref := l.Joined(); ref != nil {
			of = store.Eq(ref.Name, row["id"])
		}
		_, err := me.Delete(ctx, l.Table, of)
		w.must(err)
		for n, item := range w.items(l) {
			one, isRow := item.(store.Row)
			if !isRow {
				one = store.Row{l.Text: item}
			}
			if ref := l.Joined(); ref != nil {
				one[ref.Name] = row["id"]
			}
			if l.Table.Order != "" {
				one[l.Table.Order] = n + 1
			}
			_, err := me.Insert(ctx, l.Table, one)
			w.must(err)
		}
	}
}

// byDeletion removes without asking for a version, and puts back what is gone.
func (w *world) byDeletion(me store.Session) {
	d := w.next("deleted")
	if d.Table == nil {
		return
	}
	for _, gone := range w.deletions() {
		if gone.Text("document") == d.Name && !w.isOfAPage(gone) {
			w.putBack(d, gone)
			return
		}
	}
	key := d.Table.Key().Name
	if row := w.pick(d.Table); row != nil {
		_, err := me.Delete(w.t.Context(), d.Table, store.Eq(key, row[key]))
		w.must(err)
	}
}

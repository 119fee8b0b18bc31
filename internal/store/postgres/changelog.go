package postgres

import (
	"context"
	"database/sql"
	"encoding/json"
	"log/slog"
	"strings"
	"time"

	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// record writes the events of a transaction as the last thing before its
// commit: of two transactions that touch one row, the later one records later.
// A mark of the tables, private ones too, comes first, so that a lost notice is
// made up for by the next poll; who knows no marks passes over it.
func (f *feed) record(ctx context.Context, tx *sql.Tx, c store.Changes) error {
	tables, some := c.Tables()
	if !some {
		return nil
	}
	instance := f.instance.Load().(string)
	rows := []any{mark{From: instance, Tables: tables}}
	for _, e := range c.Events {
		if !e.Table.Internal {
			rows = append(rows, map[string]any{"table": e.Table.Name, "type": e.Type, "new": asJSON(e.Table, e.New), "old": asJSON(e.Table, e.Old)})
		}
	}
	raw, err := json.Marshal(rows)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, "WITH recorded AS (INSERT INTO changes (at, rows) VALUES (clock_timestamp(), $3)) SELECT pg_notify($1, $2)",
		channel, instance+marked+strings.Join(tables, " "), string(raw))
	return err
}

// mark says who committed, and to which tables; none means any.
type mark struct {
	From   string   `json:"from"`
	Tables []string `json:"tables"`
}

// marked separates the words of a notice whose commit is marked; others have one
// space there.
const marked = "  "

func asJSON(t *schema.Table, row store.Row) any {
	if row == nil {
		return nil
	}
	out := map[string]any{}
	for c := range t.Columns.All() {
		if v, ok := row[c.Name]; ok {
			if at, isTime := v.(time.Time); isTime {
				v = schema.FormatTime(at)
			}
			out[c.Name] = v
		}
	}
	return out
}

func parseChange(log *slog.Logger, raw []byte, at time.Time) (by mark, events []store.Event) {
	var rows []struct {
		mark
		Table, Type string
		New, Old    map[string]any
	}
	d := json.NewDecoder(strings.NewReader(string(raw)))
	d.UseNumber()
	if err := d.Decode(&rows); err != nil {
		log.Error("read a recorded change", "error", err)
		return by, nil
	}
	for _, r := range rows {
		if r.From != "" {
			by = r.mark
			continue
		}
		t, err := schema.Lookup(r.Table)
		if err != nil {
			continue // a newer instance knows more tables
		}
		events = append(events, store.Event{Table: t, Type: r.Type, New: typed(t, r.New), Old: typed(t, r.Old), At: at.UTC()})
	}
	return by, events
}

func typed(t *schema.Table, row map[string]any) store.Row {
	if row == nil {
		return nil
	}
	out := store.Row{}
	for name, v := range row {
		c := t.Column(name)
		if c == nil {
			continue
		}
		if s, ok := v.(string); ok && c.Type == schema.String {
			out[name] = s // stored text is clean already
		} else if value, err := c.Cast(v); err == nil {
			out[name] = value
		}
	}
	return out
}

package content

import (
	"context"
	"encoding/json"
	"slices"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// saveProcess writes the head of the process section and, when given, all of
// its steps: those with an id are changed, those without are added, those
// left out are removed, and all are numbered from 1.
func saveProcess(ctx context.Context, db store.Session, raw json.RawMessage) (any, error) {
	a, err := read("save_process", raw, "id", "version", "title", "subtitle", "steps")
	if err != nil {
		return nil, err
	}
	id, err := a.number("id")
	if err != nil {
		return nil, err
	}
	version, err := a.number("version")
	if err != nil {
		return nil, err
	}
	var out json.RawMessage
	err = db.Tx(ctx, func(tx store.Session) error {
		if err := claim(ctx, tx, &schema.ProcessContent, id, version, a.pick("title", "subtitle")); err != nil {
			return err
		}
		if _, given := a["steps"]; given {
			steps, err := a.objects("steps", "id", "title", "description", "icon")
			if err != nil {
				return err
			}
			if err := saveSteps(ctx, tx, steps); err != nil {
				return err
			}
		}
		out, err = processAnswer(ctx, tx, id)
		return err
	})
	return out, err
}

func saveSteps(ctx context.Context, tx store.Session, steps []store.Row) error {
	var kept []int64
	for i, step := range steps {
		step["step_order"] = i + 1
		if step["id"] == nil {
			delete(step, "id")
			continue
		}
		id, err := arguments(step).number("id")
		if err != nil {
			return err
		}
		if slices.Contains(kept, id) {
			return fault.New(fault.Invalid, "argument %q names the step %d twice", "steps", id)
		}
		kept = append(kept, id)
	}
	if _, err := tx.Delete(ctx, &schema.ProcessSteps, store.Not{Cond: store.In("id", kept...)}); err != nil {
		return err
	}
	for _, step := range steps {
		if _, known := step["id"]; !known {
			if _, err := tx.Insert(ctx, &schema.ProcessSteps, step); err != nil {
				return err
			}
			continue
		}
		id, err := arguments(step).number("id")
		if err != nil {
			return err
		}
		delete(step, "id")
		rows, err := tx.Update(ctx, &schema.ProcessSteps, store.Eq("id", id), step)
		if err != nil {
			return err
		}
		if len(rows) != 1 {
			return stale()
		}
	}
	return nil
}

// processAnswer puts the steps beside the head; no reference joins the two.
func processAnswer(ctx context.Context, tx store.Session, id int64) (json.RawMessage, error) {
	head, err := answer(ctx, tx, &schema.ProcessContent, id)
	if err != nil {
		return nil, err
	}
	steps, err := tx.Read(ctx, &schema.ProcessSteps, store.Query{})
	if err != nil {
		return nil, err
	}
	out := append(head[:len(head)-1], `,"steps":`...)
	return append(steps.AppendJSON(out), '}'), nil
}

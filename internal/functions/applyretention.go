package functions

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
	"vitrine/internal/store/revisions"
	"vitrine/internal/studio"
)

// sayRetention fills in how long applications are kept.
func (h *Handler) sayRetention(who writer, key string) string {
	return who.Say(key, h.keep.Told(who.Studio)...)
}

const keepEvery = time.Hour

// wakeForJobs has the times of applications follow their jobs.
func (h *Handler) wakeForJobs(tables []string) {
	if h.cvs != nil && (len(tables) == 0 || slices.Contains(tables, schema.JobListings.Name)) {
		select {
		case h.changed <- struct{}{}:
		default:
		}
	}
}

// watchApplications follows jobs that close, open again or go, and removes what was
// kept for its time. Of several instances one does it at a time.
func (h *Handler) watchApplications(ctx context.Context) {
	every := time.NewTicker(keepEvery)
	defer every.Stop()
	for {
		_, err := h.store.RunExclusive(ctx, "keep applications", h.KeepApplications)
		if err != nil && ctx.Err() == nil && !fault.Is(err, fault.Unavailable) {
			h.log.WarnContext(ctx, "remove applications whose time is over", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-h.changed:
		case <-every.C:
		}
	}
}

// KeepApplications does that once.
func (h *Handler) KeepApplications(ctx context.Context) error {
	if err := h.followJobs(ctx); err != nil {
		return fmt.Errorf("follow the jobs: %w", err)
	}
	removed, err := h.removeDue(ctx)
	if err == nil && removed > 0 {
		h.log.InfoContext(ctx, "removed applications whose time is over", "applications", removed)
		err = h.cvs.DropCVs(ctx)
	}
	return err
}

// keepStep is how many applications are looked at in one transaction.
const keepStep = 200

// followJobs writes down until when applications are kept. One whose job closed has
// a time; closing again, or an edit of what is closed, never makes that longer.
func (h *Handler) followJobs(ctx context.Context) error {
	db := h.store.AsSystem()
	who, err := studio.Read(ctx, db)
	if err != nil {
		return err
	}
	jobs := map[int64]store.Row{}
	rows, err := db.Select(ctx, &schema.JobListings, store.Query{Fields: store.Fields("id", "is_open", "closes_on")})
	if err != nil {
		return err
	}
	for _, job := range rows {
		jobs[job.Int("id")] = job
	}
	at := who.At(h.now())
	for after := int64(0); ; {
		next := int64(0)
		err := db.Tx(ctx, func(tx store.Session) error {
			rows, err := tx.Select(ctx, &schema.JobApplications, store.Query{
				Fields: store.Fields("id", "job_id", "keep_until", "consent"), Where: store.All{store.Gt("id", after)}, Order: []store.Order{store.Asc("id")}, Limit: store.Limit(keepStep),
			})
			for _, row := range rows {
				next = row.Int("id")
				until, follows := h.keep.Follow(row, jobs[row.Int("job_id")], at)
				if !follows {
					continue
				}
				if _, err := tx.Update(ctx, &schema.JobApplications, store.Eq("id", next), store.Row{"keep_until": until}); err != nil {
					return err
				}
			}
			return err
		})
		if err != nil || next == 0 {
			return err
		}
		after = next
	}
}

// removeDue removes applications for good, with all that lies beside them.
func (h *Handler) removeDue(ctx context.Context) (removed int, err error) {
	db := h.store.AsSystem().Doing(store.Doing{Forget: true})
	for {
		n := 0
		err := db.Tx(ctx, func(tx store.Session) error {
			due := store.Any{store.Lt("keep_until", h.now()), store.All{store.IsNull("keep_until"), store.Lt("created_at", h.now().Add(-h.keep.Agreed))}}
			rows, err := tx.Select(ctx, &schema.JobApplications, store.Query{Fields: store.Fields("id"), Where: store.All{due}, Limit: store.Limit(keepStep)})
			if n = len(rows); err != nil || n == 0 {
				return err
			}
			ids := make([]int64, n)
			for i, row := range rows {
				ids[i] = row.Int("id")
			}
			if _, err := tx.Delete(ctx, &schema.JobApplications, store.In("id", ids...)); err != nil {
				return err
			}
			return revisions.Finish(ctx, tx, &schema.JobApplications, ids...)
		})
		if removed += n; err != nil || n < keepStep {
			trashed, failed := 0, error(nil)
			if err == nil {
				trashed, failed = h.removeDueInTrash(ctx, db)
			}
			return removed + trashed, firstOf(err, failed)
		}
	}
}

func firstOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// removeDueInTrash does the same with what staff deleted: Trash may keep things for
// longer than applicants were told.
func (h *Handler) removeDueInTrash(ctx context.Context, db store.Session) (removed int, err error) {
	err = db.Tx(ctx, func(tx store.Session) error {
		removed = 0
		rows, err := tx.Select(ctx, &schema.Revisions, store.Query{Where: store.All{
			store.Eq("document", schema.Trashed[&schema.JobApplications]), store.Eq("action", schema.Deleted), store.IsNull("restored_at"),
		}})
		if err != nil {
			return err
		}
		for _, row := range rows {
			var was struct {
				KeepUntil *time.Time `json:"keep_until"`
				CreatedAt time.Time  `json:"created_at"`
			}
			raw, _ := row["snapshot"].(json.RawMessage)
			if err := json.Unmarshal(raw, &was); err != nil {
				return fmt.Errorf("a deleted application: %w", err)
			}
			over := was.CreatedAt.Add(h.keep.Agreed)
			if was.KeepUntil != nil {
				over = *was.KeepUntil
			}
			if over.After(h.now()) {
				continue
			}
			removed++
			id, err := strconv.ParseInt(row.Text("document_id"), 10, 64)
			if err != nil {
				return err
			}
			if err := revisions.Forget(ctx, tx, row.Int("id")); err != nil {
				return err
			}
			if err := revisions.Finish(ctx, tx, &schema.JobApplications, id); err != nil {
				return err
			}
		}
		return nil
	})
	return removed, err
}

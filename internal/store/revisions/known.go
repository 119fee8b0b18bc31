package revisions

import (
	"sync"

	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// In bytes of snapshots; what is made of them takes some more.
const (
	maxKnown    = 256 << 10
	maxSnapshot = 16 << 10
)

// last is the newest revision of a document.
type last struct {
	row    store.Row
	fields map[string]any // of the snapshot
	first  *last          // the one before it; nil where that was not read
}

func newLast(row store.Row) (last, error) {
	fields, err := parse(snapshot(row))
	return last{row: row, fields: fields}, err
}

// standing is the document as the revision left it; nil where it was deleted.
func (l last) standing() map[string]any {
	if l.row.Text("action") == schema.Deleted {
		return nil
	}
	return l.fields
}

// known are the last revisions of documents, for the next save: reading one
// takes as long as the save itself. That the version is the next one proves that
// nobody else saved meanwhile, in this process or another.
type known struct {
	mu   sync.Mutex
	last map[string]last
	size int
}

func (e edit) place() string { return e.d.Name + " " + e.id }

func (k *known) get(e edit) (last, bool) {
	if e.d.Table == nil || !e.d.Table.Versioned() {
		return last{}, false
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	found, ok := k.last[e.place()]
	next := e.row.Int("version") - 1
	if e.old != nil {
		next = e.old.Int("version")
	}
	return found, ok && found.row.Int("document_version") == next
}

func (k *known) put(tx store.Session, e edit, l last) {
	if len(snapshot(l.row)) > maxSnapshot {
		k.drop(e)
		return
	}
	if l.first != nil {
		cut := *l.first
		cut.first = nil // else all that were before stay too
		l.first = &cut
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.size += len(snapshot(l.row)); k.size > maxKnown {
		clear(k.last)
		k.size = 0
	}
	k.last[e.place()] = l
	tx.OnRollback(func() { k.drop(e) })
}

func (k *known) drop(e edit) {
	k.mu.Lock()
	defer k.mu.Unlock()
	delete(k.last, e.place())
}

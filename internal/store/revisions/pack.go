package revisions

import (
	"context"
	"encoding/json"
	"fmt"
	"math/bits"

	"github.com/klauspost/compress/zstd"

	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// maxDocument is more than any document comes to.
const maxDocument = 32 << 20

const minWindow = 64 << 10

// dictionary is the number that frames name theirs by; each has its own.
const dictionary = 1

// newEncoder makes snapshots small, and very small beside a base that is much
// the same. What it sets aside goes by the window, so that is no larger than needed.
func newEncoder(base []byte, size int) (*zstd.Encoder, error) {
	window := max(minWindow, min(1<<bits.Len(uint(len(base)+size)), zstd.MaxWindowSize))
	options := []zstd.EOption{zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedDefault), zstd.WithWindowSize(window)}
	if base != nil {
		options = append(options, zstd.WithEncoderDictRaw(dictionary, base))
	}
	return zstd.NewWriter(nil, options...)
}

func compress(raw []byte) ([]byte, error) {
	e, err := newEncoder(nil, len(raw))
	if err != nil {
		return nil, err
	}
	defer e.Close()
	return e.EncodeAll(raw, nil), nil
}

func decompress(data, base []byte) (json.RawMessage, error) {
	options := []zstd.DOption{zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxMemory(maxDocument)}
	if base != nil {
		options = append(options, zstd.WithDecoderDictRaw(dictionary, base))
	}
	d, err := zstd.NewReader(nil, options...)
	if err != nil {
		return nil, err
	}
	defer d.Close()
	return d.DecodeAll(data, nil)
}

// unpack reads snapshots that are packed, and the bases they need.
func unpack(ctx context.Context, x store.Session, ids []int64) (map[int64]json.RawMessage, error) {
	packs, err := packsOf(ctx, x, ids)
	if err != nil {
		return nil, err
	}
	var need []int64
	for _, pack := range packs {
		if base := pack.Int("base_id"); base != 0 {
			need = append(need, base)
		}
	}
	bases := map[int64]store.Row{}
	if len(need) > 0 {
		if bases, err = packsOf(ctx, x, need); err != nil {
			return nil, err
		}
	}
	plain := map[int64]json.RawMessage{0: nil}
	for id, base := range bases {
		if plain[id], err = decompress(base["data"].([]byte), nil); err != nil {
			return nil, fmt.Errorf("unpack snapshot %d: %w", id, err)
		}
	}
	out := map[int64]json.RawMessage{}
	for id, pack := range packs {
		if out[id], err = decompress(pack["data"].([]byte), plain[pack.Int("base_id")]); err != nil {
			return nil, fmt.Errorf("unpack snapshot %d: %w", id, err)
		}
	}
	return out, nil
}

func packsOf(ctx context.Context, x store.Session, ids []int64) (map[int64]store.Row, error) {
	rows, err := x.Select(ctx, &schema.PackedSnapshots, store.Query{Where: store.All{store.In("id", ids...)}})
	out := map[int64]store.Row{}
	for _, row := range rows {
		out[row.Int("id")] = row
	}
	return out, err
}

// packer packs revisions within one transaction. It keeps the last base, as an
// encoder takes longer to set up than a save takes.
type packer struct {
	place string
	base  base
}

// pack compresses a revision that another one followed.
func (p *packer) pack(ctx context.Context, tx store.Session, revision store.Row) (err error) {
	id, raw := revision.Int("id"), snapshot(revision)
	if place := revision.Text("document") + " " + revision.Text("document_id"); place != p.place {
		p.base.close()
		if p.base, err = baseFor(ctx, tx, revision); err != nil {
			return err
		}
		p.place = place
	}
	var data []byte
	if p.base.id != 0 {
		data = p.base.encoder.EncodeAll(raw, nil)
	}
	of := p.base.id
	if of == 0 || p.base.isWorn(len(data)) {
		of = 0
		if data, err = compress(raw); err != nil {
			return err
		}
		p.base.close()
		if p.base, err = newBase(id, raw, len(data)); err != nil {
			return err
		}
	} else {
		p.base.users++
	}
	// One that was packed before, and folded since, may be what others are packed against: it stays as it is.
	_, added, err := tx.Upsert(ctx, &schema.PackedSnapshots, store.Conflict{Ignore: true}, store.Row{"id": id, "base_id": of, "data": data})
	if err != nil || added == 0 {
		p.base.close()
		*p = packer{} // what is stored is another text than the base at hand
		return err
	}
	there, err := tx.Rewrite(ctx, &schema.Revisions, store.Row{"id": id}, "snapshot")
	if err == nil && !there {
		err = release(ctx, tx, id)
	}
	return err
}

// base is a snapshot that others are packed against.
type base struct {
	id      int64 // 0 means that there is none
	size    int   // when packed
	users   int64 // that are packed against it
	encoder *zstd.Encoder
}

func newBase(id int64, raw []byte, size int) (base, error) {
	e, err := newEncoder(raw, len(raw))
	return base{id: id, size: size, encoder: e}, err
}

func (b base) close() {
	if b.encoder != nil {
		b.encoder.Close()
	}
}

// isWorn tells that a new base costs less than to go on with this one: what is
// packed against it grows with each save, so it is worth twice its own size.
func (b base) isWorn(delta int) bool {
	return 2*delta > b.size || int64(delta)*b.users > 2*int64(b.size)
}

// baseFor is the snapshot that the one before was packed against, or that one
// itself.
func baseFor(ctx context.Context, tx store.Session, revision store.Row) (b base, err error) {
	rows, err := tx.Select(ctx, &schema.Revisions, store.Query{
		Fields: store.Fields("id"),
		Where:  store.All{store.Eq("document", revision["document"]), store.Eq("document_id", revision["document_id"]), store.Lt("id", revision.Int("id")), store.IsNull("snapshot")},
		Order:  []store.Order{store.Desc("id")}, Limit: store.Limit(1),
	})
	if err != nil || len(rows) == 0 {
		return b, err
	}
	id := rows[0].Int("id")
	packs, err := packsOf(ctx, tx, []int64{id})
	if err != nil || len(packs) == 0 {
		return b, err
	}
	if of := packs[id].Int("base_id"); of != 0 {
		id = of
		if packs, err = packsOf(ctx, tx, []int64{id}); err != nil || len(packs) == 0 {
			return b, err
		}
	}
	data := packs[id]["data"].([]byte)
	raw, err := decompress(data, nil)
	if err != nil {
		return b, fmt.Errorf("unpack snapshot %d: %w", id, err)
	}
	if b, err = newBase(id, raw, len(data)); err != nil {
		return b, err
	}
	b.users, err = tx.Count(ctx, &schema.PackedSnapshots, store.Eq("base_id", id))
	return b, err
}

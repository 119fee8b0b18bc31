package functions

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"strings"
	"time"

	"vitrine/internal/fault"
	"vitrine/internal/schema"
	"vitrine/internal/store"
)

// Scanner looks through a file for what does harm.
type Scanner interface {
	// Scan names what it found; "" is nothing.
	Scan(ctx context.Context, file io.Reader) (found string, err error)
}

// errNoScanner tells that no file can be scanned now, whatever it is.
var errNoScanner = errors.New("the scanner cannot be reached")

// Clamd is a scanner that speaks the protocol of clamd, at unix:/path or host:port.
type Clamd string

const (
	scanTime  = 4 * time.Second // that an applicant waits for
	laterTime = 2 * time.Minute // for a scan that nobody waits for
	scanEvery = 30 * time.Second
	chunkSize = 64 << 10
)

// Scan sends the file as INSTREAM: chunks with their length before them, and one
// without bytes.
func (c Clamd) Scan(ctx context.Context, file io.Reader) (string, error) {
	network, address := "tcp", string(c)
	if path, is := strings.CutPrefix(address, "unix:"); is {
		network, address = "unix", path
	}
	conn, err := new(net.Dialer).DialContext(ctx, network, address)
	if err != nil {
		return "", fmt.Errorf("%w: %w", errNoScanner, err)
	}
	defer conn.Close()
	if end, has := ctx.Deadline(); has {
		conn.SetDeadline(end)
	}
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	sent := instream(conn, file)
	// One that refuses to read on says why.
	answer, err := io.ReadAll(io.LimitReader(conn, 4<<10))
	text := strings.TrimSpace(string(bytes.TrimRight(answer, "\x00\n")))
	verdict, known := strings.CutPrefix(text, "stream: ")
	switch {
	case known && verdict == "OK" && sent == nil:
		return "", nil
	case known && strings.HasSuffix(verdict, " FOUND"):
		return strings.TrimSuffix(verdict, " FOUND"), nil
	case text != "":
		return "", fmt.Errorf("clamd says %.200q", text)
	}
	return "", fmt.Errorf("ask clamd: %w", errors.Join(sent, err, io.ErrUnexpectedEOF))
}

func instream(to io.Writer, file io.Reader) error {
	if _, err := io.WriteString(to, "zINSTREAM\x00"); err != nil {
		return err
	}
	chunk := make([]byte, 4+chunkSize)
	for {
		n, err := io.ReadFull(file, chunk[4:])
		if n > 0 {
			binary.BigEndian.PutUint32(chunk, uint32(n))
			if _, err := to.Write(chunk[:4+n]); err != nil {
				return err
			}
		}
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			_, err := to.Write(make([]byte, 4))
			return err
		}
		if err != nil {
			return err
		}
	}
}

// scan judges a CV while its applicant waits. What takes longer is held back, and
// scanned again by ScanHeld.
func (h *Handler) scan(ctx context.Context, content []byte) (scan, note string) {
	if h.scanner == nil {
		return schema.ScanNone, ""
	}
	ctx, cancel := context.WithTimeout(ctx, scanTime)
	defer cancel()
	found, err := h.scanner.Scan(ctx, bytes.NewReader(content))
	if err != nil {
		h.log.WarnContext(ctx, "a CV is held back until it can be scanned", "error", err)
		return schema.ScanHeld, ""
	}
	return verdict(found)
}

func verdict(found string) (scan, note string) {
	if found != "" {
		return schema.ScanHeld, schema.OneLine(found)
	}
	return schema.ScanClean, ""
}

func (h *Handler) watchScans(ctx context.Context) {
	for more := h.scanner != nil; more; more = fault.Sleep(ctx, scanEvery) {
		_, err := h.store.RunExclusive(ctx, "scan applications", h.ScanHeld)
		if err != nil && ctx.Err() == nil && !fault.Is(err, fault.Unavailable) {
			h.log.WarnContext(ctx, "scan the CVs that are held back", "error", err)
		}
	}
}

// ScanHeld scans what is held back without a verdict. A file that fails keeps no
// other waiting: it is scanned again the next time, and the first failure is told.
func (h *Handler) ScanHeld(ctx context.Context) error {
	db := h.store.AsSystem()
	failed, first := 0, error(nil)
	told := func() error {
		if failed == 0 {
			return nil
		}
		return fmt.Errorf("%d could not be scanned, the first: %w", failed, first)
	}
	for after := int64(0); ; {
		rows, err := db.Select(ctx, &schema.JobApplications, store.Query{
			Fields: store.Fields("id", "cv_name"), Where: store.All{store.Gt("id", after), store.Eq("scan", schema.ScanHeld), store.Eq("scan_note", "")},
			Order: []store.Order{store.Asc("id")}, Limit: store.Limit(1),
		})
		if err != nil {
			return err
		}
		if len(rows) == 0 {
			return told()
		}
		after = rows[0].Int("id")
		if err := h.scanStored(ctx, db, rows[0]); err != nil {
			if failed, first = failed+1, cmp.Or(first, err); errors.Is(err, errNoScanner) || ctx.Err() != nil {
				return told()
			}
		}
	}
}

func (h *Handler) scanStored(ctx context.Context, db store.Session, row store.Row) error {
	ctx, cancel := context.WithTimeout(ctx, laterTime)
	defer cancel()
	file, err := h.cvs.OpenCV(ctx, row.Text("cv_name"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer file.Close()
	found, err := h.scanner.Scan(ctx, file)
	if err != nil {
		return err
	}
	scan, note := verdict(found)
	_, err = db.Update(ctx, &schema.JobApplications, store.All{store.Eq("id", row.Int("id")), store.Eq("cv_name", row.Text("cv_name"))}, store.Row{"scan": scan, "scan_note": note})
	return err
}

package picture

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"io"
	"sync"
	"time"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
)

// WebP encodes with libwebp, which is a program of WebAssembly that reads a
// picture and writes a file. It is compiled at its first use, which takes about
// a second and 20 MB, and forgotten when it was not used for a while.
type WebP struct {
	program []byte
	mu      sync.Mutex
	runtime wazero.Runtime
	module  wazero.CompiledModule
	forget  *time.Timer
}

const (
	idleTime    = 10 * time.Minute
	memoryPages = 2048 // of 64 KB
	// method is how long libwebp tries, from 0 to 6. Above 2 it takes two to three
	// times as long for a few per cent.
	method = 2
	blob   = "TAK35EM1" // stands before bytes among the lines of the program's protocol
)

// NewWebP makes an encoder of the program that cmd/webpencoder fetches.
func NewWebP(program []byte) *WebP { return &WebP{program: program} }

// encode makes a file; one at a time, since each takes some memory.
func (e *WebP) encode(ctx context.Context, img *image.RGBA, quality int, compression string) ([]byte, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if err := e.compile(ctx); err != nil {
		return nil, err
	}
	pixels := straight(img)
	var head, out, said bytes.Buffer
	err := json.NewEncoder(&head).Encode(map[string]any{
		"header": map[string]any{"version": 1, "id": 1, "command": "encodeNRGBA"},
		"data": map[string]any{
			"params":  map[string]int{"width": img.Rect.Dx(), "height": img.Rect.Dy(), "stride": 4 * img.Rect.Dx()},
			"options": map[string]any{"quality": quality, "method": method, "compression": compression},
		},
	})
	if err != nil {
		return nil, err
	}
	head.WriteString(blob)
	head.Write(binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(nil, 1), uint32(len(pixels))))
	in := io.MultiReader(&head, bytes.NewReader(pixels))
	run, err := e.runtime.InstantiateModule(ctx, e.module, wazero.NewModuleConfig().WithName("").WithStdin(in).WithStdout(&out).WithStderr(&said))
	if run != nil {
		run.Close(ctx)
	}
	_, file, found := bytes.Cut(out.Bytes(), []byte(blob))
	if err != nil || !found || len(file) < 20 || int(binary.LittleEndian.Uint32(file[4:])) > len(file)-8 {
		return nil, fmt.Errorf("encode WebP: %w", errors.Join(err, errors.New(said.String())))
	}
	file = file[8:]
	return file[:8+int(binary.LittleEndian.Uint32(file[4:]))], nil
}

func (e *WebP) compile(ctx context.Context) (err error) {
	if e.forget != nil {
		e.forget.Reset(idleTime)
		return nil
	}
	ctx = context.WithoutCancel(ctx)
	e.runtime = wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfig().WithMemoryLimitPages(memoryPages))
	if _, err = wasi_snapshot_preview1.Instantiate(ctx, e.runtime); err == nil {
		e.module, err = e.runtime.CompileModule(ctx, e.program)
	}
	if err != nil {
		e.runtime.Close(ctx)
		return fmt.Errorf("compile the WebP encoder: %w", err)
	}
	e.forget = time.AfterFunc(idleTime, e.Close)
	return nil
}

// Close gives back what was compiled.
func (e *WebP) Close() {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.forget != nil {
		e.forget.Stop()
		e.runtime.Close(context.Background())
		e.forget, e.runtime, e.module = nil, nil, nil
	}
}

// straight are the pixels with their colours as they are without transparency.
func straight(img *image.RGBA) []byte {
	if img.Opaque() {
		return img.Pix
	}
	out := append([]byte(nil), img.Pix...)
	for i := 3; i < len(out); i += 4 {
		if a := uint32(out[i]); a > 0 && a < 255 {
			for j := i - 3; j < i; j++ {
				out[j] = uint8(min(255, (uint32(out[j])*255+a/2)/a))
			}
		}
	}
	return out
}

const webpHasProfile = 0x20

// withWebPProfile puts it before the pixels, after the header that only files
// with more than pixels have.
func withWebPProfile(file, profile []byte, size image.Point) []byte {
	if profile == nil {
		return file
	}
	header := make([]byte, 18)
	rest := file[12:]
	if string(rest[:4]) == "VP8X" {
		copy(header, rest)
		rest = rest[18:]
	} else {
		copy(header, "VP8X\x0a")
		binary.LittleEndian.PutUint16(header[12:], uint16(size.X-1)) // three bytes each,
		binary.LittleEndian.PutUint16(header[15:], uint16(size.Y-1)) // of which our sides need two
		if string(rest[:4]) == "VP8L" {
			header[8] |= 0x10 // it may be transparent
		}
	}
	header[8] |= webpHasProfile
	out := append([]byte("RIFF\x00\x00\x00\x00WEBP"), header...)
	out = binary.LittleEndian.AppendUint32(append(out, "ICCP"...), uint32(len(profile)))
	out = append(out, profile...)
	if len(profile)%2 == 1 {
		out = append(out, 0)
	}
	out = append(out, rest...)
	binary.LittleEndian.PutUint32(out[4:], uint32(len(out)-8))
	return out
}

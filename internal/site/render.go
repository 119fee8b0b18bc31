package site

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"log/slog"
	"runtime"
	"sync"
	"time"

	"modernc.org/quickjs"

	"vitrine/internal/fault"
)

const (
	// A thousand jobs fit, however long their texts and whatever the script.
	maxInput = 10 << 20
	// An engine gets this much memory; a page of a thousand jobs takes a tenth.
	maxMemory = 256 << 20
	// Time for a page unless told otherwise, and for each MiB of its content on top: a
	// tenth of a second, and a busy machine may take many times as long.
	renderTime    = 5 * time.Second
	renderTimePer = 5 * time.Second
	// drawTime is for drawings of a studio's own, which take a second, likewise.
	drawTime = 20 * time.Second
)

// rendered is what the bundle makes of a page's data.
type rendered struct {
	Lang string `json:"lang"`
	Head string `json:"head"`
	Body string `json:"body"`
	// Art is to be drawn in the places that the body has for it.
	Art *artwork `json:"art,omitempty"`
	// Form is there when the page gives a form back.
	Form *formTemplate `json:"form,omitempty"`
	// Cards are those that the page's data asks for.
	Cards []string `json:"cards,omitempty"`
	// Salaries are those that it asks for, in words.
	Salaries []string `json:"salaries,omitempty"`
}

// draw renders the data of a page.
func (s *Site) draw(ctx context.Context, page string, state []byte) (out rendered, err error) {
	began := time.Now()
	err = fault.Guard(s.Log, "render "+page, func() (err error) {
		if err = s.render.call(ctx, "render", false, state, &out); err != nil || out.Art == nil {
			return err
		}
		return s.drawIn(ctx, &out)
	})
	s.Rendered(page, time.Since(began), err)
	return out, err
}

// renderer runs the server bundle. Each page gets an engine that has rendered
// nothing before, so no page can leave anything behind for the next; those
// that wait for the next pages are made in the background.
type renderer struct {
	code     []byte                 // the bundle, compiled once
	identity func() ([]byte, error) // the code of identities, compiled when it is first needed
	ready    chan *quickjs.VM       // one for every two processors: each holds memory
	turns    chan struct{}          // as many pages at once as there are processors, and two at least
	time     time.Duration
	log      *slog.Logger

	mu     sync.Mutex // held to put an engine into ready
	closed bool
}

// Bundle is the server bundle of a build, being compiled.
type Bundle struct {
	done chan struct{}
	code []byte
	err  error
	dist fs.FS
}

// Compile begins to compile the bundle. It takes longer than most of a start,
// which can go on meanwhile; New waits for it.
func Compile(dist fs.FS) *Bundle {
	b := &Bundle{done: make(chan struct{}), dist: dist}
	go func() {
		defer close(b.done)
		b.err = fault.Guard(slog.Default(), "compile the server bundle", func() (err error) {
			b.code, err = compiled(dist, "server/server.js")
			return err
		})
	}()
	return b
}

func compiled(dist fs.FS, name string) ([]byte, error) {
	bundle, err := fs.ReadFile(dist, name)
	if err != nil {
		return nil, fmt.Errorf("read the server bundle: %w", err)
	}
	vm, err := quickjs.NewVM()
	if err != nil {
		return nil, fmt.Errorf("start the page engine: %w", err)
	}
	defer vm.Close()
	code, err := vm.Compile(string(bundle), quickjs.EvalGlobal)
	if err != nil {
		return nil, fmt.Errorf("compile the server bundle: %w", err)
	}
	return code, nil
}

func newRenderer(bundle *Bundle, limit time.Duration, log *slog.Logger) (*renderer, error) {
	<-bundle.done
	if bundle.err != nil {
		return nil, bundle.err
	}
	turns := max(2, runtime.GOMAXPROCS(0))
	r := &renderer{
		code:     bundle.code,
		identity: sync.OnceValues(func() ([]byte, error) { return compiled(bundle.dist, "server/identity.js") }),
		ready:    make(chan *quickjs.VM, turns/2),
		turns:    make(chan struct{}, turns),
		time:     cmp.Or(limit, renderTime),
		log:      log,
	}
	first, err := r.engine()
	if err != nil {
		return nil, err
	}
	r.ready <- first
	for range cap(r.ready) - 1 {
		go r.refill()
	}
	return r, nil
}

// engine is a fresh one with the bundle loaded.
func (r *renderer) engine() (*quickjs.VM, error) {
	vm, err := quickjs.NewVM()
	if err != nil {
		return nil, fmt.Errorf("start the page engine: %w", err)
	}
	vm.SetMemoryLimit(maxMemory)
	if _, err := vm.EvalBytecode(r.code); err != nil {
		vm.Close()
		return nil, fmt.Errorf("load the server bundle: %w", err)
	}
	return vm, nil
}

// call has a function of the bundle make one JSON of another, with the code of
// identities if need be. It is given up when it takes too long.
func (r *renderer) call(ctx context.Context, function string, identity bool, input []byte, out any) error {
	if len(input) > maxInput {
		return fmt.Errorf("the page's content is %d bytes, more than %d", len(input), maxInput)
	}
	select {
	case r.turns <- struct{}{}:
		defer func() { <-r.turns }()
	case <-ctx.Done():
		return ctx.Err()
	}
	vm, err := r.acquire()
	if err != nil {
		return err
	}
	defer vm.Close()
	limit := r.time + renderTimePer*time.Duration(len(input))/(1<<20)
	if identity {
		limit += drawTime
		code, err := r.identity()
		if err == nil {
			_, err = vm.EvalBytecode(code)
		}
		if err != nil {
			return fmt.Errorf("load the identity bundle: %w", err)
		}
	}
	if err := vm.SetEvalTimeout(limit); err != nil {
		return err
	}
	answer, err := vm.Call(function, string(input))
	if err != nil {
		return fmt.Errorf("%s: %w", function, err)
	}
	text, ok := answer.(string)
	if !ok {
		return fmt.Errorf("%s: the bundle answered %T", function, answer)
	}
	return json.Unmarshal([]byte(text), out)
}

// acquire hands out an engine that is ready, or makes one, and has the next one
// made meanwhile.
func (r *renderer) acquire() (*quickjs.VM, error) {
	defer func() { go r.refill() }()
	select {
	case vm := <-r.ready:
		return vm, nil
	default:
		return r.engine()
	}
}

func (r *renderer) refill() {
	if len(r.ready) == cap(r.ready) {
		return
	}
	var vm *quickjs.VM
	err := fault.Guard(r.log, "make a page engine", func() (err error) {
		vm, err = r.engine()
		return err
	})
	if err != nil {
		r.log.Error("make a page engine ready", "error", err)
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		vm.Close()
		return
	}
	select {
	case r.ready <- vm:
	default:
		vm.Close()
	}
}

func (r *renderer) close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.closed = true
	for {
		select {
		case vm := <-r.ready:
			vm.Close()
		default:
			return
		}
	}
}

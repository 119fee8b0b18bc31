// What a browser has that lays pages out, for tests of what asks for it: jsdom lays nothing out.
Object.assign(window, {
  scrollTo() {},
  matchMedia: () => Object.assign(new EventTarget(), { matches: false }),
  ResizeObserver: class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
})
Object.assign(Element.prototype, { scrollIntoView() {}, hasPointerCapture: () => false })
Object.assign(Range.prototype, {
  getClientRects: () => [],
  getBoundingClientRect: () => new DOMRect(),
})

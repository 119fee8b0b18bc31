// What React's server build expects of its host while it loads. Rendering to a string uses none of it,
// so an engine without an event loop can run the bundle.
const host = globalThis as Record<string, unknown>

host.TextEncoder ??= class {
  // Only React's own markup passes here, and it is ASCII.
  encode(text: string) {
    return new Uint8Array(Array.from(text, (c) => c.charCodeAt(0)))
  }
}
host.MessageChannel ??= class {
  port1 = {}
  port2 = { postMessage() {} }
}
host.queueMicrotask ??= () => {}
host.setTimeout ??= () => 0
host.clearTimeout ??= () => {}
host.AbortController ??= class {}
host.console ??= { log() {}, warn() {}, error() {} }

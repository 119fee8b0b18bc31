// What React's server build expects of its host while it loads. Rendering to a string uses none of it,
// so an engine without an event loop can run the bundle.
const host = globalThis as Record<string, unknown>

host.TextEncoder ??= class {
  encode(text: string) {
    const bytes = encodeURIComponent(text).match(/%..|./g) ?? []
    return Uint8Array.from(bytes, (b) => (b[1] ? parseInt(b.slice(1), 16) : b.charCodeAt(0)))
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

// It has the interface of a browser, and no types of its own.
declare module "ws" {
  export const WebSocket: typeof globalThis.WebSocket
}

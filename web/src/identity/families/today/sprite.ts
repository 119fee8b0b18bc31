/** Icons that a page repeats, drawn once beside the gradients and used by name. */
export const SPRITE = [
  symbol(
    "i-pin",
    '<path d="M20 10c0 4.993-5.539 10.193-7.399 11.799a1 1 0 0 1-1.202 0C9.539 20.193 4 14.993 4 10a8 8 0 0 1 16 0"/><circle cx="12" cy="10" r="3"/>',
  ),
  symbol("i-arrow", '<path d="M5 12h14"/><path d="m12 5 7 7-7 7"/>'),
].join("")

function symbol(id: string, body: string): string {
  return `<symbol id="${id}" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round">${body}</symbol>`
}

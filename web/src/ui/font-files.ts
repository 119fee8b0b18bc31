const FILES = import.meta.glob("../styles/fonts/*.woff2", {
  query: "?url",
  import: "default",
  eager: true,
}) as Record<string, string>

/** Where a font file of a pairing lies; it is loaded when something is set in it. */
export const fontUrl = (file: string) => FILES[`../styles/fonts/${file}.woff2`] ?? ""

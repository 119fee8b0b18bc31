/** The tools that the editor of a rich text has at hand besides bold, italic and links. */
export type RichToolbar = "lists" | "prose" | "page" | "letter"

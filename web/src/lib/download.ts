/** Saves a file on the person's computer. */
export function download(file: Blob, name: string) {
  const link = document.createElement("a")
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The browser reads the address after the click returns.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

export const SHORTEST = 12
const LONGEST = 1024

/** What is wrong with a new password before the server judges how easy it is to guess. It counts bytes, as the server does. */
export function checkPassword(password: string): string | undefined {
  const size = new TextEncoder().encode(password).length
  if (size < SHORTEST) return `Use at least ${SHORTEST} characters.`
  if (size > LONGEST) return `Use at most ${LONGEST} characters.`
}

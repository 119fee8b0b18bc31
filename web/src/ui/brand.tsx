/** Letters of a name that takes two lines of a phone, in a smaller size. */
const LONG = 18

/** The mark and the name; the dot rolls when the pointer is over it. */
export function Brand({ name, mark }: { name: string; mark?: string }) {
  return (
    <>
      {mark ? (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: drawn by us, from choices
        <span className="mk-own" dangerouslySetInnerHTML={{ __html: mark }} />
      ) : (
        <svg viewBox="0 0 24 28" aria-hidden="true" focusable="false">
          <path d="M1 27V12a11 11 0 0 1 22 0v15Z" fill="currentColor" />
          <circle className="mk-dot" cx="15.6" cy="19.6" r="4.8" fill="var(--dot-mark)" />
        </svg>
      )}
      <span className={name.length > LONG ? "long" : undefined}>{name}</span>
    </>
  )
}

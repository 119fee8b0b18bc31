import type { ReactNode } from "react"

type Props = { title: string; text?: ReactNode; children?: ReactNode }

/** The head of a screen; its actions move below the text on a phone. */
export function PageHead({ title, text, children }: Props) {
  return (
    <header className="page-head">
      <div>
        <h1 tabIndex={-1} className="display">
          {title}
        </h1>
        {text && <p className="mt-1.5 text-ink-2">{text}</p>}
      </div>
      {children && <div className="flex flex-wrap gap-2 max-md:*:flex-1">{children}</div>}
    </header>
  )
}

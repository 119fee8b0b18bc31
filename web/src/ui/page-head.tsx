import type { ReactNode } from "react"

type Props = { title: string; text?: ReactNode; children?: ReactNode }

/** The head of a screen; its actions move below the text on a phone. */
export function PageHead({ title, text, children }: Props) {
  return (
    <header className="mb-7 flex items-end justify-between gap-6 max-md:flex-col max-md:items-stretch max-md:gap-4">
      <div>
        <h1 tabIndex={-1} className="display text-[30px] tracking-[-0.035em] outline-none">
          {title}
        </h1>
        {text && <p className="mt-1.5 text-ink-2">{text}</p>}
      </div>
      {children && <div className="flex flex-wrap gap-2 max-md:*:flex-1">{children}</div>}
    </header>
  )
}

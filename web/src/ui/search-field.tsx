import { Search, X } from "lucide-react"
import { useRef } from "react"
import { useKey } from "@/lib/shortcut"

type Props = {
  value: string
  onChange: (value: string) => void
  placeholder: string
  /** What the search found, read out after typing. */
  found?: string
}

/** The search box of a screen; "/" leads to it and Esc empties it. */
export function SearchField({ value, onChange, placeholder, found }: Props) {
  const input = useRef<HTMLInputElement>(null)
  useKey("/", () => input.current?.focus())
  return (
    <div className="relative flex-1 max-md:basis-full">
      <Search
        className="pointer-events-none absolute top-3 left-3 size-4 text-ink-3"
        aria-hidden="true"
      />
      <input
        ref={input}
        type="search"
        value={value}
        placeholder={placeholder}
        aria-label={placeholder.replace(/\.+$/, "")}
        aria-keyshortcuts="/"
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => event.key === "Escape" && onChange("")}
        className="control h-10 pr-10 pl-9"
      />
      {value && (
        <button
          type="button"
          aria-label="Clear search"
          className="absolute top-1 right-1 grid size-8 cursor-pointer place-items-center rounded-[6px] text-ink-3 hover:text-ink"
          onClick={() => {
            onChange("")
            input.current?.focus()
          }}
        >
          <X className="size-4" />
        </button>
      )}
      <p role="status" className="sr-only">
        {value && found}
      </p>
    </div>
  )
}

/** How far something is, as a bar and in figures. */
export function Progress({ label, percent }: { label: string; percent: number }) {
  return (
    <div className="mt-2 flex max-w-70 items-center gap-3">
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        className="h-1.5 flex-1 overflow-hidden rounded-pill bg-sunken"
      >
        <div
          className="h-full rounded-pill bg-edge transition-[width]"
          style={{ width: `${percent}%` }}
        />
      </div>
      <span className="w-9 text-right text-label text-ink-2 tabular-nums" aria-hidden="true">
        {percent}%
      </span>
    </div>
  )
}

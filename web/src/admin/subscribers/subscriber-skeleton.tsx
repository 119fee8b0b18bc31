import { Bar } from "@/ui/skeleton"

export function SubscriberSkeleton() {
  return (
    <div className="card h-33 p-4.5 max-md:h-35">
      <Bar className="h-4 w-3/4" />
      <Bar className="mt-2.5 h-3 w-2/5" />
      <div className="mt-4 flex gap-2">
        {[1, 2, 3].map((button) => (
          <Bar key={button} className="size-8" />
        ))}
      </div>
    </div>
  )
}

import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  MutationCache,
  notifyManager,
  QueryCache,
  QueryClient,
  type QueryKey,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query"
import { CONFLICT, faultOf, isConflict, isDenied, isSignedOut, sentence } from "./fault"
import { type ToastAction, toast } from "./toast"

/** Reads again what a change outdates, also what is only just being read: that may have been answered before it. */
class Client extends QueryClient {
  override async invalidateQueries<Key extends QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ) {
    // The library waits for a first read that is under way, and takes it for a new one.
    const first = this.getQueryCache()
      .findAll({ ...filters, fetchStatus: "fetching" } as InvalidateQueryFilters)
      .filter(({ state }) => state.data === undefined)
    await super.invalidateQueries(filters, options)
    const outdated = first.filter(({ state }) => state.data !== undefined)
    if (outdated.length > 0)
      await super.invalidateQueries({ predicate: (query) => outdated.includes(query) }, options)
  }
}

/** Makes the query client; signedOut is called when the server no longer knows the session, denied when it refuses a request for its role. */
export function makeQueryClient(signedOut: () => void, denied = () => {}) {
  const onError = (error: Error) => {
    if (isSignedOut(error)) signedOut()
    if (isDenied(error)) denied()
  }
  return new Client({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // What the server refused once it refuses again; only a broken connection is worth another try.
        retry: (failures, error) => !faultOf(error) && failures < 1,
        retryDelay: 400,
      },
      mutations: { networkMode: "always" },
    },
  })
}

type Save<Input, Result> = {
  save: (input: Input) => Promise<Result>
  /** Query keys whose data the save changes. */
  refreshes: readonly (readonly unknown[])[]
  done?: string | { title: string; text?: string }
  /** What can be done about it once it is done. */
  actions?: (result: Result, input: Input) => ToastAction[] | Promise<ToastAction[]>
  failed: string
  /** Whether the server's own message, when there is one, stands in for `failed`. */
  says?: "server" | "fixed"
  /** Said when what is to be changed is no longer there; without it, that is a conflict. */
  gone?: string
  /** Takes a save of an outdated version out of the toasts. */
  onConflict?: () => void
  /** Takes what the server refused out of the toasts, when it returns that it is said elsewhere. */
  onRefused?: (sentence: string) => boolean
}

/** A save that refreshes what it changed and says how it went. */
export function useSave<Input, Result>(spec: Save<Input, Result>) {
  const client = useQueryClient()
  const refresh = () =>
    Promise.all(spec.refreshes.map((queryKey) => client.invalidateQueries({ queryKey })))
  return useMutation({
    mutationFn: spec.save,
    onSuccess: async (result, input) => {
      const { done } = spec
      const [actions] = await Promise.all([done && spec.actions?.(result, input), refresh()])
      if (typeof done === "string") toast.success("Success", done, actions || undefined)
      else if (done) toast.success(done.title, done.text, actions || undefined)
    },
    onError: async (error) => {
      if (isSignedOut(error)) return
      if (isConflict(error)) {
        // What is there now tells a change from a deletion.
        await refresh()
        await new Promise<void>((heard) => notifyManager.schedule(heard))
        if (spec.onConflict) spec.onConflict()
        else toast.error("Error", spec.gone ?? CONFLICT)
        return
      }
      if (faultOf(error) && spec.onRefused?.(sentence(error, spec.failed))) return
      toast.error("Error", failure(error, spec.failed, spec.says))
    },
  })
}

function failure(error: Error, failed: string, says: "server" | "fixed" = "fixed"): string {
  if (!faultOf(error) && !navigator.onLine) return `${failed.replace(/\.$/, "")}. You are offline.`
  if (says === "server") return sentence(error, failed)
  const hint = faultOf(error)?.hint
  return hint ? `${failed.replace(/\.$/, "")}. ${hint}` : failed
}

type Flip<Input, Data, Result> = Save<Input, Result> & {
  queryKey: readonly unknown[]
  /** What the list looks like once the change is stored. */
  apply: (data: Data, input: Input) => Data
}

/** A save that shows at once and goes back when the server refuses it. */
export function useFlip<Input, Data, Result>({
  queryKey,
  apply,
  ...spec
}: Flip<Input, Data, Result>) {
  const client = useQueryClient()
  const said = typeof spec.done === "string" ? spec.done : undefined
  const flips = () =>
    client.getMutationCache().findAll({ mutationKey: queryKey, status: "pending" })
  // What is shown already includes the flips still to come: it is set right after the last one.
  const isLast = () => flips().length === 1
  return useMutation({
    mutationKey: queryKey,
    // One after the other, so that the last click is the one that stays.
    scope: { id: JSON.stringify(queryKey) },
    mutationFn: spec.save,
    onMutate: async (input: Input) => {
      await client.cancelQueries({ queryKey })
      const now = client.getQueryData<Data>(queryKey)
      if (now !== undefined) client.setQueryData(queryKey, apply(now, input))
      // The state before the first flip of a row of them is the one that was stored.
      const first = flips()[0]?.state.context as { before?: Data } | undefined
      return { before: first ? first.before : now }
    },
    onSuccess: async (result, input) =>
      said && toast.success("Success", said, await spec.actions?.(result, input)),
    onError: (error, _, context) => {
      if (isLast() && context?.before !== undefined) client.setQueryData(queryKey, context.before)
      if (isSignedOut(error)) return
      toast.error("Error", isConflict(error) ? CONFLICT : failure(error, spec.failed, spec.says))
    },
    onSettled: () =>
      isLast() &&
      Promise.all(spec.refreshes.map((key) => client.invalidateQueries({ queryKey: key }))),
  })
}

import { usePresent } from "./presence"

/** Who else is in a field right now. */
export function IsHere({ path }: { path: string }) {
  return usePresent(path).map(({ name }) => (
    <span key={name} className="is-here" title={`${name} is here`}>
      <span aria-hidden="true">{name.charAt(0).toUpperCase()}</span>
      <span>{name} is here</span>
    </span>
  ))
}

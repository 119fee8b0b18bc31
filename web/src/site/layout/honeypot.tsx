/** A field no person sees. What fills it is not a person, and is thanked without being heard. */
export function Honeypot() {
  return (
    <div className="hp" aria-hidden="true">
      <input type="text" name="nickname" tabIndex={-1} autoComplete="off" defaultValue="" />
    </div>
  )
}

export const isTrapped = (form: FormData) => Boolean(form.get("nickname"))

/** A field no person sees. What fills it is no person; the server holds its message back for staff to look at. */
export function Honeypot() {
  return (
    <div className="hp" aria-hidden="true">
      <input type="text" name="leave_empty" tabIndex={-1} autoComplete="off" defaultValue="" />
    </div>
  )
}

export const trapped = (form: FormData) => String(form.get("leave_empty") ?? "")

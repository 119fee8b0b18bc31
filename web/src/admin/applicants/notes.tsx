import { useQuery } from "@tanstack/react-query"
import { AddNote } from "../notes/add-note"
import { notesOn } from "../notes/api"
import { NoteItem } from "../notes/item"
import { useNames } from "../session/staff"

const TABLE = "job_applications"

/** What the team wrote about an applicant. */
export function Notes({ id }: { id: number }) {
  const { data: notes = [], isError } = useQuery(notesOn(TABLE, id))
  const nameOf = useNames(notes)
  return (
    <section aria-label="Notes" className="applicant-part">
      <h3>Notes</h3>
      <div className="grid gap-2.5">
        {isError && <p className="text-label text-ink-3">Notes could not be loaded right now.</p>}
        {notes.length > 0 && (
          <ul className="grid gap-2.5" data-rows>
            {notes.map((note) => (
              <NoteItem key={note.id} note={note} name={nameOf(note)} />
            ))}
          </ul>
        )}
        <AddNote key={id} table={TABLE} id={id} />
      </div>
    </section>
  )
}

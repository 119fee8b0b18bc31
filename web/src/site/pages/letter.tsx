import { LETTERS, type LetterPage } from "../data"
import { longDate } from "../date"
import { Rich } from "../sections/rich"
import { word } from "../words"
import type { Parts } from "./page-parts"

/** A letter as it was sent. */
export const letter = ({ letter: { subject, body, sent_at } }: LetterPage): Parts => ({
  above: (
    <div className="page wrap own">
      <h1 className="d">{subject}</h1>
      <div>
        <p>
          <time dateTime={sent_at}>{longDate(sent_at)}</time>
        </p>
        <Rich html={body} className="prose" />
        <p>
          <a className="tlink" href={LETTERS}>
            {word("letters_title")}
          </a>
        </p>
      </div>
    </div>
  ),
  below: null,
})

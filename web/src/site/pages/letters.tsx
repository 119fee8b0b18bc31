import { type LettersPage, letterPath } from "../data"
import { longDate } from "../date"
import { word } from "../words"
import type { Parts } from "./page-parts"

/** The letters that were sent, newest first. */
export const letters = ({ letters }: LettersPage): Parts => ({
  above: (
    <div className="page wrap own">
      <h1 className="d">{word("letters_title")}</h1>
    </div>
  ),
  below: (
    <div className="wrap">
      {letters.length > 0 ? (
        <ul className="jobs">
          {letters.map((one) => (
            <Row key={one.slug} {...one} />
          ))}
        </ul>
      ) : (
        <div className="jobs none">
          <p>{word("letters_empty")}</p>
        </div>
      )}
    </div>
  ),
})

function Row({ slug, subject, preheader, sent_at }: LettersPage["letters"][number]) {
  return (
    <li className="job">
      <div>
        <h2 className="d">
          <span className="dotm" />
          <a href={letterPath(slug)}>{subject}</a>
        </h2>
        <p className="loc">
          <time dateTime={sent_at}>{longDate(sent_at)}</time>
        </p>
      </div>
      <div>{preheader && <p className="ab">{preheader}</p>}</div>
      <span className="arr">
        <svg className="ic" aria-hidden="true">
          <use href="#i-arrow" />
        </svg>
      </span>
    </li>
  )
}

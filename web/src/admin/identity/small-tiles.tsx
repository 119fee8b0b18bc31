import { favicon } from "@/identity/mark"
import type { Palette, Theme } from "@/identity/theme"
import type { Word } from "@/identity/words"
import { type Look, markOf } from "./look"

type TabProps = { look: Look; theme: Theme; title: string; className?: string }

/** The site in a light and a dark browser, with its icon. */
export function TabTile({ look, theme, title, className = "" }: TabProps) {
  return (
    <div className={`peek ${className}`}>
      <p className="peek-head">
        <span>Browser tab</span>
      </p>
      <div className="tabs-tile" aria-hidden="true">
        {([theme.light, theme.dark] as const).map((palette, at) => (
          <div key={at === 0 ? "light" : "dark"} className={at ? "tab-dark" : undefined}>
            <span>
              <img alt="" src={iconOf(look, theme, palette)} />
              {title}
            </span>
          </div>
        ))}
      </div>
    </div>
  )
}

// An icon follows the browser's theme; here it is to follow ours.
const iconOf = (look: Look, theme: Theme, palette: Palette) =>
  `data:image/svg+xml,${encodeURIComponent(favicon(markOf(look), { ...theme, light: palette, dark: palette }))}`

type MailProps = { look: Look; say: Word; className?: string }

/** The answer that someone gets who wrote to the studio. */
export function MailTile({ look, say, className = "" }: MailProps) {
  return (
    <div className={`peek ${className}`}>
      <p className="peek-head">
        <span>Email</span>
      </p>
      <div className="mail-tile" aria-hidden="true">
        <b>{say("mail_confirm_subject")}</b>
        <span>{look.name}</span>
        <p>{say("mail_confirm_text").split("\n")[0]}</p>
      </div>
    </div>
  )
}

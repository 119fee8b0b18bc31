import { mailto } from "@/lib/mailto"
import type { ContactInfo } from "../data"
import { NewWindow } from "../layout/site-link"
import { word } from "../words"

export function ContactDetails({ info }: { info: ContactInfo }) {
  if (!info.email && !info.location && info.social_links.length === 0) return null
  return (
    <div className="ct-side">
      <dl>
        {info.email && (
          <div>
            <dt>{word("contact_email")}</dt>
            <dd>
              <a href={mailto(info.email)}>{info.email}</a>
            </dd>
          </div>
        )}
        {info.location && (
          <div>
            <dt>{word("contact_location")}</dt>
            <dd>{info.location}</dd>
          </div>
        )}
        {info.social_links.length > 0 && (
          <div>
            <dt>{word("contact_elsewhere")}</dt>
            <dd className="socl">
              {info.social_links.map(({ platform, url }) => (
                <NewWindow key={`${platform} ${url}`} href={url}>
                  {platform}
                </NewWindow>
              ))}
            </dd>
          </div>
        )}
      </dl>
    </div>
  )
}

import { mailto } from "@/lib/mailto"
import type { Reach } from "@/lib/reach"
import { SocialIcon } from "@/ui/social-icon"
import type { FooterLink } from "../data"
import { Rich } from "../sections/rich"
import { word } from "../words"
import { NewsletterForm } from "./newsletter-form"
import { SiteLink } from "./site-link"

type Props = {
  art: boolean
  about: string
  reach: Reach
  links: FooterLink[]
  year: number
  apiKey: string
  offersJobs: boolean
}

export function Footer({ art, about, reach, links, year, apiKey, offersJobs }: Props) {
  return (
    <footer className="ft">
      <div className={art ? "backstock own" : "backstock"} />
      <div className="shelf" />
      <div className="ft-in">
        <div className="wrap">
          <div className="ft-top">
            <NewsletterForm apiKey={apiKey} offersJobs={offersJobs} />
            <div className="ft-cols">
              <div className="ft-about">
                <Rich html={about} />
                {(reach.email || reach.location) && (
                  <p>
                    {reach.email && (
                      <a className="tlink" href={mailto(reach.email)}>
                        {reach.email}
                      </a>
                    )}
                    {reach.email && reach.location && <br />}
                    {reach.location}
                  </p>
                )}
              </div>
              {[...sections(links)].map(([section, items]) => (
                <nav key={section} aria-label={section}>
                  <h3>{section}</h3>
                  <ul>
                    {items.map((link) => (
                      <li key={`${link.path} ${link.name}`}>
                        <SiteLink link={link} />
                      </li>
                    ))}
                  </ul>
                </nav>
              ))}
            </div>
          </div>
          <div className="ft-bot">
            <span>{word("copyright", { year })}</span>
            <div className="soc">
              {reach.social_links.map(({ platform, url }) => (
                <a
                  key={`${platform} ${url}`}
                  href={url}
                  target="_blank"
                  rel="noopener noreferrer"
                  aria-label={`${platform} ${word("new_window")}`}
                >
                  <SocialIcon platform={platform} />
                </a>
              ))}
            </div>
          </div>
        </div>
      </div>
    </footer>
  )
}

function sections(links: FooterLink[]): Map<string, FooterLink[]> {
  const grouped = new Map<string, FooterLink[]>()
  for (const link of links) {
    const items = grouped.get(link.section)
    if (items) items.push(link)
    else grouped.set(link.section, [link])
  }
  return grouped
}

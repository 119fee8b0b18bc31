import { Drawing } from "@/ui/art/drawing"
import { SocialIcon } from "@/ui/social-icon"
import { art } from "../art"
import type { TeamMember } from "../data"
import { Picture } from "../picture"
import { word } from "../words"
import { Rich } from "./rich"

export function Team({ members }: { members: TeamMember[] }) {
  if (members.length === 0) return null
  return (
    <section className="sec wrap" aria-labelledby="team-title">
      <div className="sec-head">
        <h2 className="d" id="team-title">
          {word("team_title")}
        </h2>
      </div>
      <ul className="team">
        {members.map((member, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two people may share a name
          <Member key={i} member={member} index={i} />
        ))}
      </ul>
    </section>
  )
}

function Member({ member, index }: { member: TeamMember; index: number }) {
  return (
    <li className="tm">
      <div className="tm-pane">
        <Picture
          src={member.image_url}
          alt={word("photo_alt", { name: member.name })}
          width={280}
          height={320}
          sizes="(max-width: 1023px) 46vw, 280px"
        >
          <Drawing
            scene={() => art().portrait(index, member.name)}
            of={`${index} ${member.name}`}
          />
        </Picture>
      </div>
      <div className="shelf" />
      <h3 className="d">{member.name}</h3>
      {member.position && <p className="pos">{member.position}</p>}
      {member.company && <Rich html={member.company} />}
      {member.linkedin_url && (
        <a className="li" href={member.linkedin_url} target="_blank" rel="noopener noreferrer">
          <SocialIcon platform="LinkedIn" />
          <span aria-hidden="true">{word("linkedin")}</span>
          <span className="sr">
            {word("linkedin_label", { name: member.name })} {word("new_window")}
          </span>
        </a>
      )}
    </li>
  )
}

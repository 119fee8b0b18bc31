type Social = { platform: string; url: string }

/** How the studio is reached. */
export type Reach = { email: string; location: string; social_links: Social[] }

type Followed = keyof Reach

/** What the footer says of it, and where it follows Contact while it says nothing. */
type OwnReach = Reach & Record<`follows_${Followed}`, boolean>

/** Whether the footer shows what Contact says. */
export const isFollowed = (own: OwnReach, name: Followed) =>
  own[`follows_${name}`] && own[name].length === 0

/** How the footer, the menu and what machines read say that the studio is reached. */
export const reachOf = (own: OwnReach, contact: Reach): Reach => ({
  email: isFollowed(own, "email") ? contact.email : own.email,
  location: isFollowed(own, "location") ? contact.location : own.location,
  social_links: isFollowed(own, "social_links") ? contact.social_links : own.social_links,
})

const HOME = "/admin"

/** Whether a path is one of the screens before the back-office. */
export const isSignInPage = (path: string) => /^\/admin\/(login|reset)\/?$/.test(path)

/** Where to go after signing in: the page that asked for it, if it is one of ours. */
export function returnTo(search: string): string {
  const from = new URLSearchParams(search).get("from")
  if (!from) return HOME
  try {
    const url = new URL(from, location.origin)
    const isOurs = url.origin === location.origin && /^\/admin(\/|$)/.test(url.pathname)
    return isOurs && !isSignInPage(url.pathname) && from.startsWith("/")
      ? url.pathname + url.search + url.hash
      : HOME
  } catch {
    return HOME
  }
}

/** The login screen, remembering where the visitor wanted to go. */
export function loginPath(from: string): string {
  return from === HOME ? "/admin/login" : `/admin/login?from=${encodeURIComponent(from)}`
}

/** Where the session of the back-office is stored. */
export const SESSION_KEY = "vitrine-admin-auth"

/** The session's client. Who is not signed in can be shown the form without it; it comes when it is used. */
export const loadAuth = () => import("./auth").then(({ auth }) => auth)

/** The version of a row before anybody changes it. */
export const FIRST = 1

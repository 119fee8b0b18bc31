/** Another page is shown in the place of the last one. */
export const SHOWN = "vitrine-shown"
/** No step back leads to a page any more; its root hears it. */
export const DROPPED = "vitrine-dropped"

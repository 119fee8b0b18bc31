// A spreadsheet would run what begins like this.
const RUNS = /^[=+\-@\t\r]/

const cell = (text: string) => `"${text.replace(RUNS, "'$&").replaceAll('"', '""')}"`

/** A file for spreadsheets; every cell is quoted, and none is run. */
export const csv = (rows: string[][]) => rows.map((row) => `${row.map(cell).join()}\r\n`).join("")

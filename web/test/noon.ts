// Makes it noon where a file of tests is, and for its server: what a page calls Today stays so until they end.
const ahead = 12 - new Date().getUTCHours()
process.env.TZ = `Etc/GMT${ahead > 0 ? "-" : "+"}${Math.abs(ahead)}`

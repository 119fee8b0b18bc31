const BROWSERS: [RegExp, string][] = [
  [/\bEdgA?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Chrome|CriOS|HeadlessChrome|Chromium)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
]

const SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b|\bMacintosh\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
]

const named = (names: [RegExp, string][], agent: string) =>
  names.find(([sign]) => sign.test(agent))?.[1]

/** A user agent in words: "Firefox on Windows". A program is called by its first name. */
export function deviceName(agent: string): string {
  const browser = named(BROWSERS, agent)
  const system = named(SYSTEMS, agent)
  if (browser && system) return `${browser} on ${system}`
  const program = /^[\w.-]+/.exec(agent)?.[0]
  return browser ?? system ?? (program && program !== "Mozilla" ? program : "Unknown device")
}

export const isPhone = (agent: string) => /\b(iPhone|iPad|Android|Mobile)\b/.test(agent)

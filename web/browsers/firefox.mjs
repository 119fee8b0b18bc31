// Firefox, by WebDriver BiDi.
import puppeteer from "puppeteer-core"

export async function open({ width, height }) {
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath: process.env.FIREFOX ?? "/usr/bin/firefox-esr",
    headless: true,
    timeout: 300_000,
    protocolTimeout: 300_000,
  })
  const page = await browser.newPage()
  await page.setViewport({ width, height })
  const { keyboard, mouse } = page
  const withKey = async (held, key) => {
    await keyboard.down(held)
    await keyboard.press(key)
    await keyboard.up(held)
  }
  return {
    name: await browser.version(),
    goto: (url) => page.goto(url, { timeout: 300_000 }),
    evaluate: (work, ...given) => page.evaluate(work, ...given),
    move: (x, y) => mouse.move(x, y),
    down: () => mouse.down(),
    up: () => mouse.up(),
    type: (text) => keyboard.type(text),
    press: (key) => keyboard.press(key),
    selectAll: () => withKey("Control", "a"),
    choose: async (input, path) => (await page.$(input)).uploadFile(path),
    picture: (path) => page.screenshot({ path }),
    close: () => browser.close(),
  }
}

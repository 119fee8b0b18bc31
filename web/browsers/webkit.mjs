// WebKitGTK, by its own driver on a screen that nobody sees.
import { spawn } from "node:child_process"
import { readdirSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { Builder, By, Capabilities, Key } from "selenium-webdriver"

const libraries = "/usr/lib/x86_64-linux-gnu"

export async function open({ width, height }) {
  const port = await freePort()
  const screen = `-screen 0 ${width + 200}x${height + 300}x24`
  const driver = spawn("xvfb-run", ["-a", "-s", screen, "WebKitWebDriver", `--port=${port}`], {
    detached: true,
    stdio: "ignore",
  })
  const end = () => process.kill(-driver.pid)
  try {
    const session = await start(port)
    return { ...page(session), close: () => session.quit().finally(end) }
  } catch (error) {
    end()
    throw error
  }

  async function start(port) {
    const server = `http://127.0.0.1:${port}`
    while (!(await fetch(`${server}/status`).catch(() => false)))
      await new Promise((next) => setTimeout(next, 50))
    const folder = readdirSync(libraries).find((name) => /^webkit2?gtk-\d/.test(name))
    const options = { binary: `${libraries}/${folder}/MiniBrowser`, args: ["--automation"] }
    const wanted = new Capabilities({
      browserName: "MiniBrowser",
      "webkitgtk:browserOptions": options,
    })
    const session = await new Builder().usingServer(server).withCapabilities(wanted).build()
    await session.manage().setTimeouts({ pageLoad: 300_000, script: 300_000 })
    const name = `webkitgtk/${(await session.getCapabilities()).get("browserVersion")}`
    // The window is larger than the page in it.
    await session.manage().window().setRect({ x: 0, y: 0, width, height })
    const shown = await session.executeScript("return [innerWidth, innerHeight]")
    const [wide, high] = [2 * width - shown[0], 2 * height - shown[1]]
    await session.manage().window().setRect({ x: 0, y: 0, width: wide, height: high })
    return Object.assign(session, { name })
  }
}

function page(session) {
  const act = () => session.actions({ async: true })
  return {
    name: session.name,
    goto: (url) => session.get(url),
    evaluate: (work, ...given) =>
      session.executeScript(`return (${work}).apply(null, arguments)`, ...given),
    move: (x, y) =>
      act()
        .move({ x: Math.round(x), y: Math.round(y), duration: 0 })
        .perform(),
    down: () => act().press().perform(),
    up: () => act().release().perform(),
    type: (text) => act().sendKeys(text).perform(),
    press: (key) =>
      act()
        .sendKeys(Key[key.toUpperCase()] ?? key)
        .perform(),
    selectAll: () => act().keyDown(Key.CONTROL).sendKeys("a").keyUp(Key.CONTROL).perform(),
    choose: async (input, path) => (await session.findElement(By.css(input))).sendKeys(path),
    picture: async (path) =>
      writeFileSync(path, Buffer.from(await session.takeScreenshot(), "base64")),
  }
}

const freePort = () =>
  new Promise((found) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address()
      server.close(() => found(port))
    })
  })

// A tab that is steered by the browser's own protocol: Puppeteer loses a page that is replaced by one which was made ready.

const LATE = 30_000 // ms; far more than anything here takes

export const pause = (ms) => new Promise((next) => setTimeout(next, ms))

/** Opens a tab for a visitor who was never here, with a processor so many times slower. */
export async function openTab(browser, slower) {
  const root = await browser.target().createCDPSession()
  const { browserContextId } = await root.send("Target.createBrowserContext")
  const { targetId } = await root.send("Target.createTarget", { url: "about:blank", browserContextId, forTab: true })
  const { sessionId } = await root.send("Target.attachToTarget", { targetId, flatten: true })
  const tab = root.connection().session(sessionId)
  const pages = new Set() // what is shown, what was, and what is made ready
  tab.on("sessionattached", (page) => {
    pages.add(page)
    page.send("Emulation.setCPUThrottlingRate", { rate: slower }).catch(() => {})
    page.send("Runtime.runIfWaitingForDebugger").catch(() => {})
  })
  tab.on("sessiondetached", (page) => pages.delete(page))
  await tab.send("Target.setAutoAttach", { autoAttach: true, waitForDebuggerOnStart: true, flatten: true })
  return new Tab(root, pages, browserContextId)
}

class Tab {
  constructor(root, pages, context) {
    Object.assign(this, { root, pages, context })
  }

  /** What a function says in the page that is shown. */
  async ask(what, ...more) {
    const call = `(${what})(${more.map((one) => JSON.stringify(one)).join()})`
    const expression = `!document.prerendering && document.visibilityState === "visible" && { said: ${call} }`
    for (const page of [...this.pages].reverse()) {
      const answer = await quick(page.send("Runtime.evaluate", { expression, returnByValue: true }))
      if (answer?.exceptionDetails) throw new Error(answer.exceptionDetails.exception?.description)
      if (!answer?.result.value) continue
      this.shown = page
      return answer.result.value.said
    }
    return undefined
  }

  /** Asks until the answer is something. */
  async until(what, ...more) {
    for (const end = Date.now() + LATE; Date.now() < end; await pause(20)) {
      const said = await this.ask(what, ...more)
      if (said) return said
    }
    throw new Error(`${await this.ask(() => location.href)} never came to ${what} ${more}`)
  }

  async open(url) {
    await this.until(() => true)
    await this.shown.send("Page.navigate", { url })
  }

  mouse(type, at, more = {}) {
    return quick(this.shown.send("Input.dispatchMouseEvent", { type, ...at, ...more }))
  }

  async close() {
    await this.root.send("Target.disposeBrowserContext", { browserContextId: this.context })
    await this.root.detach()
  }
}

/** A page that was left may never answer. */
const quick = (answer) => Promise.race([answer.catch(() => undefined), pause(2000)])

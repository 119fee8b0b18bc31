// What people do in a browser: look for something, press it, type, drag. Nothing is
// tried twice, and everything waits until it can be done.

/** How long anything may take on a machine that is busy. */
const PATIENCE = Number(process.env.PATIENCE ?? 120_000)

/** Runs in the page: where an element is, and whether it can be pressed there. */
function locate({ css, name, at = 0, framed }) {
  const frame = framed && document.querySelector('iframe[title^="Preview of"]')
  const root = framed ? frame?.contentDocument : document
  const called = (one) =>
    (one.getAttribute("aria-label") ?? one.labels?.[0]?.innerText ?? one.innerText ?? "")
      .replace(/\s+/g, " ")
      .trim()
  const isShown = (one) =>
    one.getClientRects().length > 0 && getComputedStyle(one).visibility !== "hidden"
  const found = [...(root?.querySelectorAll(css) ?? [])].filter(
    (one) => isShown(one) && (!name || new RegExp(name).test(called(one))),
  )
  const element = found[at]
  if (!element) return null
  const view = () => root.defaultView
  let box = element.getBoundingClientRect()
  if (box.top < 0 || box.bottom > view().innerHeight) element.scrollIntoView({ block: "center" })
  box = element.getBoundingClientRect()
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
  const pane = framed ? frame.getBoundingClientRect() : { left: 0, top: 0, width: innerWidth }
  const scale = framed ? pane.width / frame.clientWidth : 1
  const hit = root.elementFromPoint(x, y)
  return {
    x: pane.left + x * scale,
    y: pane.top + y * scale,
    width: box.width * scale,
    height: box.height * scale,
    isFree: element.contains(hit) || [...(element.labels ?? [])].some((one) => one.contains(hit)),
    isFocused: root.activeElement === element,
    isDisabled: element.disabled === true,
    text: element.textContent.trim(),
    value: element.value ?? "",
    count: found.length,
  }
}

/** Runs in the page: keeps what goes wrong there. */
function listen() {
  window.wrong ??= []
  const keep = (text) => window.wrong.push(String(text))
  addEventListener("error", (event) => keep(event.message))
  addEventListener("unhandledrejection", (event) => keep(event.reason))
  addEventListener("securitypolicyviolation", (event) => keep(`policy: ${event.violatedDirective}`))
}

const expected = /Transition was (aborted|skipped)|ResizeObserver loop/

export class Person {
  constructor(page, base) {
    this.page = page
    this.base = base
  }

  async visit(path) {
    await this.wellSoFar()
    await this.page.goto(this.base + path)
    await this.page.evaluate(listen)
  }

  /** Fails with what went wrong in the page, if anything did. */
  async wellSoFar() {
    const wrong = (await this.page.evaluate(() => window.wrong ?? [])) ?? []
    const bad = wrong.filter((text) => !expected.test(text))
    if (bad.length > 0) throw new Error(`the page says: ${bad.join("; ")}`)
  }

  at = (path) => this.page.evaluate((wanted) => location.pathname === wanted, path)

  async until(what, isTrue) {
    const end = Date.now() + PATIENCE
    for (;;) {
      const found = await isTrue()
      if (found) return found
      if (Date.now() > end) throw new Error(`not so: ${what.call ? await what() : what}`)
      await new Promise((next) => setTimeout(next, 50))
    }
  }

  look = (target) => this.page.evaluate(locate, target)

  sees = (target, isSo = () => true) =>
    this.until(
      async () => `${JSON.stringify(target)} ${isSo}, ${JSON.stringify(await this.look(target))}`,
      async () => {
        const found = await this.look(target)
        return found && isSo(found) ? found : null
      },
    )

  /** Where a target is once it neither moves nor lies below another. */
  async reach(target) {
    let before = ""
    return this.sees(target, (found) => {
      const here = `${found.x} ${found.y}`
      const isStill = here === before
      before = here
      return isStill && found.isFree && !found.isDisabled
    })
  }

  async press(target) {
    const { x, y } = await this.reach(target)
    await this.pressAt(x, y)
  }

  async pressAt(x, y) {
    await this.page.move(x, y)
    await this.page.down()
    await this.page.up()
  }

  async fill(target, text) {
    await this.press(target)
    await this.sees(target, (found) => found.isFocused)
    await this.page.selectAll()
    await this.page.type(text)
    await this.sees(target, (found) => found.value === text)
  }
}

import { cardArt, cardPhoto, plainly } from "./identity/card-art"
import { backstockFile, family, labelled } from "./identity/families/family"
import type { SizedPhoto } from "./identity/families/photographs"
import type { Scene } from "./identity/families/today/scene"
import type { MarkSettings, ThemeSettings } from "./identity/identity"
import { mailColours } from "./identity/mail-colours"
import { favicon, plainMark } from "./identity/mark"
import { isFreshSign, signOf } from "./identity/sign"
import { colours, css, type Palette, theme } from "./identity/theme"
import { facesOf } from "./identity/type"
import type { Order } from "./site/art"
import { photoAt } from "./site/sizes"

type Choices = {
  name: string
  theme: Omit<ThemeSettings, "photos">
  /** The studio's own pictures that are there, with their sizes. */
  photos: SizedPhoto[]
  mark: MarkSettings
  /** Where the font files are published. */
  files: Record<string, string>
}

/** What the server keeps of an identity: see internal/site/look.go. */
function look(json: string): string {
  const { name, theme: chosen, photos, mark: sign, files } = JSON.parse(json) as Choices
  const made = theme(chosen)
  const url = (file: string) => files[file] ?? ""
  const { art, seed, fallback } = chosen
  const isVessels = art === "vessels" && seed === null
  const isFresh = made.isDefault && isFreshSign(sign) && isVessels
  const drawn = family(art, { name, seed, photos, fallback })
  return JSON.stringify({
    css: isFresh ? "" : css(made, url),
    colouring: colours(made),
    fonts: isFresh ? [] : facesOf(made.type).map(({ file }) => url(file)),
    light: made.light.bg,
    dark: made.dark.bg,
    backstock: isVessels ? "" : backstockFile(drawn),
    mark: isFreshSign(sign) ? "" : signOf(sign),
    favicon: favicon(sign, made),
    plain: plainMark(sign, made),
    card: made.light.card,
    face: made.type.display.file,
    colours: cardColours(made.light),
    mail: mailColours(made),
    photo: cardPhoto(drawn)?.images?.[0],
  })
}

/** What stands on the shelf of the sharing card; nothing before a photograph. */
function drawCard(json: string): string {
  const { name, theme: chosen, photos } = JSON.parse(json) as Choices
  const { art, seed, fallback } = chosen
  const drawn = family(art, { name, seed, photos, fallback })
  const things = drawn.cover ? [] : cardArt(drawn, name)
  return JSON.stringify(things.map((one) => plainly(one, theme(chosen).light)))
}

/** How long it draws at a stretch, in milliseconds: on a busy machine what is done must not be lost with the rest. */
const STRETCH = 2000

/** Makes the drawings that a page has places for, at least the first: a list of texts for each call. */
function draw(json: string): string {
  const { options, calls } = JSON.parse(json) as Order
  const of = family(options.art, { ...options, src: photoAt }) as unknown as Record<string, Draw>
  const drawing = (scene: Scene) => (options.art === "photographs" ? labelled(scene) : scene.body)
  const end = Date.now() + STRETCH
  const bodies: string[][] = []
  for (const [method, ...args] of calls) {
    const scenes = [of[method]?.(...args) ?? []].flat()
    bodies.push(scenes.map(drawing))
    if (Date.now() > end) break
  }
  return JSON.stringify(bodies)
}

type Draw = (...args: unknown[]) => Scene | Scene[]

const cardColours = (of: Palette) => ({
  top: of["w-2"],
  foot: of["w-0"],
  ink: of.ink,
  quiet: of["ink-2"],
  dot: of.dot,
  tones: [of["ph-hi"], of["ph-lo"]],
  shelf: [of["shelf-1"], of["shelf-2"], of["shelf-3"], of["shelf-4"]],
})

// The engine of the server loads this only for studios that chose something.
Object.assign(globalThis, { look, drawCard, draw })

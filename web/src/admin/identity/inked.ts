import type { Palette } from "@/identity/theme"

/** A mark in colours of its own, for where the page wears others. */
export const inked = (svg: string, palette: Palette) =>
  svg
    .replaceAll("currentColor", palette.ink)
    .replace(/var\(--([\w-]+)\)/g, (_, token: string) => palette[token as keyof Palette] ?? "")

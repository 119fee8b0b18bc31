import { z } from "zod"

/** A value that a rule refuses, and what is said about it. */
export type Mistake = { path: string; value: string; message: string }

/** A list with one item more than it may have. */
export type Excess = { path: string; most: number; message: string }

type Schema = z.core.$ZodTypes

/** One mistake for every rule of every field that is typed; lists by their first item. */
export function mistakesIn(rules: z.core.$ZodType, path = ""): Mistake[] {
  const { def } = (rules as Schema)._zod
  switch (def.type) {
    case "object":
      return Object.entries(def.shape).flatMap(([key, one]) =>
        mistakesIn(one, path ? `${path}.${key}` : key),
      )
    case "array":
      return mistakesIn(def.element, `${path}.0`)
    case "optional":
    case "nullable":
    case "default":
      return mistakesIn(def.innerType, path)
  }
  return (def.checks ?? []).flatMap((check) => {
    const value = wrongFor(check)
    return value === undefined ? [] : [{ path, value, message: said(rules, value) }]
  })
}

/** The lists that have a longest length. */
export function excessesIn(rules: z.ZodObject): Excess[] {
  return Object.entries(rules.shape).flatMap(([path, one]) => {
    const { def } = (one as Schema)._zod
    const check = def.type === "array" ? def.checks?.[0] : undefined
    const known = check?._zod.def as z.core.$ZodCheckMaxLengthDef | undefined
    if (!known) return []
    const most = known.maximum
    const { error } = z.safeParse(one as z.core.$ZodType, Array(most + 1))
    const message = error?.issues.find((issue) => issue.path.length === 0)?.message ?? ""
    return [{ path, most, message }]
  })
}

function wrongFor(check: z.core.$ZodCheck<never>): string | undefined {
  const def = (check as unknown as z.core.$ZodChecks)._zod.def
  switch (def.check) {
    case "overwrite":
      return undefined
    case "min_length":
      return " "
    case "max_length":
      // In words: a browser is slow to lay out one of a hundred thousand letters.
      return `${"a word ".repeat(def.maximum / 7 + 1).slice(0, def.maximum)}x`
    case "custom" as never:
    case "string_format":
      return "not one?"
    case "greater_than":
      return String(Number(def.value) - 1)
    case "less_than":
      return String(Number(def.value) + 1)
    case "number_format":
      return "1.5"
  }
  throw new Error(`what breaks the rule "${def.check}"?`)
}

function said(rules: z.core.$ZodType, value: string): string {
  const { error } = z.safeParse(rules, value)
  if (!error) throw new Error(`${JSON.stringify(value)} breaks no rule`)
  return error.issues[0]?.message ?? ""
}

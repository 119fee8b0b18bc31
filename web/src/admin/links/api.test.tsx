import { expect, test } from "vitest"
import { type FooterLink, type NavigationLink, newPlace } from "./api"

const footer = (id: number, section: string, order: number) =>
  ({ id, section, order }) as FooterLink
const menu = (id: number, order: number) => ({ id, order }) as NavigationLink

const links = [footer(1, "Company", 1), footer(2, "Company", 5), footer(3, "Legal", 1)]

test("a new link comes last, also after gaps that deletions left", () => {
  expect(newPlace("Legal", null, links)).toEqual({ order: 2 })
  expect(newPlace("Company", null, links)).toEqual({ order: 6 })
  expect(newPlace("Unheard of", null, links)).toEqual({ order: 1 })
  expect(newPlace("", null, [menu(1, 1), menu(2, 2)])).toEqual({ order: 3 })
})

test("a link that changes its section comes last there, and stays where it is otherwise", () => {
  expect(newPlace("Company", links[2] as FooterLink, links)).toEqual({ order: 6 })
  expect(newPlace("Legal", links[2] as FooterLink, links)).toEqual({})
  expect(newPlace("", menu(1, 1), [menu(1, 1), menu(2, 2)])).toEqual({})
})

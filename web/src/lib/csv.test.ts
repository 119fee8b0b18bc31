import { expect, test } from "vitest"
import { csv } from "./csv"

test("every cell is quoted, and none is run by a spreadsheet", () => {
  expect(
    csv([
      ["When", 'A "name"'],
      ["=1+1", "@x"],
      ["-2", "a\nb"],
      ["+49", "\tx"],
    ]),
  ).toBe(`"When","A ""name"""\r\n"'=1+1","'@x"\r\n"'-2","a\nb"\r\n"'+49","'\tx"\r\n`)
})

import fc from "fast-check"
import { toCsv } from "../csv"

test.each([
  ["plain", "12.5", "12.5"],
  ["nothing", null, ""],
  ["a comma", "a,b", '"a,b"'],
  ["quotes", 'say "hi"', '"say ""hi"""'],
  ["a line break", "a\nb", '"a\nb"'],
  ["a formula", "=1+1", "'=1+1"],
  ["a formula with a comma", '=HYPERLINK("x","y")', `"'=HYPERLINK(""x"",""y"")"`],
  ["a plus", "+1", "'+1"],
  ["a minus", "-1", "'-1"],
  ["an at sign", "@SUM(A1)", "'@SUM(A1)"],
  ["a tab", "\t=1", "'\t=1"],
  ["a carriage return", "\r=1", `"'\r=1"`],
])("%s is written so that it reads the same and runs nothing", (_, value, cell) => {
  expect(toCsv([[value]])).toBe(`${cell}\r\n`)
})

test("rows end with CRLF, the last one too", () => {
  expect(
    toCsv([
      ["a", "b"],
      ["1", "2"],
    ])
  ).toBe("a,b\r\n1,2\r\n")
  expect(toCsv([])).toBe("")
})

test("whatever is in the cells, as many cells come out, and none begins a formula", () => {
  const cells = fc.array(fc.array(fc.string(), { minLength: 2, maxLength: 2 }), { minLength: 1 })
  fc.assert(
    fc.property(cells, (rows) => {
      const read = readCsv(toCsv(rows))
      expect(read).toHaveLength(rows.length)
      for (const [at, row] of rows.entries())
        for (const [cell, value] of row.entries()) {
          const found = read[at]?.[cell] ?? ""
          expect([value, `'${value}`]).toContain(found)
          expect(found).not.toMatch(/^[=+\-@\t\r]/)
        }
    })
  )
})

/** A reader of its own, by the letter of RFC 4180. */
function readCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ""
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? ""
    if (isQuoted) {
      if (char !== '"') cell += char
      else if (text[at + 1] === '"') cell += text[(at += 1)] ?? ""
      else isQuoted = false
    } else if (char === '"') isQuoted = true
    else if (char === ",") {
      row.push(cell)
      cell = ""
    } else if (char === "\r" && text[at + 1] === "\n") {
      rows.push([...row, cell])
      row = []
      cell = ""
      at += 1
    } else cell += char
  }
  return rows
}

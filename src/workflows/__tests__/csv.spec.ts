import fc from "fast-check"
import { CSV_PAGE, csvFile, inUtc, toCsv } from "../csv"

test.each([
  ["plain", "12.5", "12.5"],
  ["nothing", null, ""],
  ["an amount that the service padded", "230.000000000000000000", "230"],
  ["a comma", "a,b", '"a,b"'],
  ["a line break", "a\nb", '"a\nb"'],
  ["a formula", "=1+1", "'=1+1"],
  ["a minus", "-1", "'-1"],
  ["a tab", "\t=1", `"'\t'=1"`],
  ["a carriage return", "\r=1", `"'\r'=1"`],
  ["a hidden mark before a formula", "\u200B=1", "'\u200B=1"],
  ["a full-width equals sign", "＝1+1", "'＝1+1"],
  ["a semicolon", "a;b", '"a;b"'],
  ["a formula after a semicolon, which other locales split at", "a;=1+1", `"a;'=1+1"`],
  ["a formula after a semicolon and a quote", 'a;"=1+1', `"a;'""=1+1"`],
  ["a formula after a line feed", "a\n@x", `"a\n'@x"`],
  ["a minus within a word", "usdc-base", "usdc-base"],
])("%s is written so that it reads the same and runs nothing", (_, value, cell) => {
  expect(toCsv([[value]])).toBe(`\uFEFF${cell}\r\n`)
})

test("rows end with CRLF, the last one too", () => {
  expect(
    toCsv([
      ["a", "b"],
      ["1", "2"],
    ])
  ).toBe("\uFEFFa,b\r\n1,2\r\n")
  expect(toCsv([])).toBe("\uFEFF")
})

const formulaSign = fc.constantFrom(..."=+-@＝＋－＠;,\t\r\n\" '\u200B")
const text = fc.oneof(fc.string(), fc.string({ unit: formulaSign }))

test.each([",", ";", "\t", "|"])(
  "no cell begins a formula for a program that separates them by %j",
  (separator) => {
    const cells = fc.array(fc.array(text, { minLength: 2, maxLength: 2 }), { minLength: 1 })
    fc.assert(
      fc.property(cells, (rows) => {
        const written = toCsv(rows)
        const read = readCsv(written.slice(1), separator)
        if (separator === ",") {
          expect(read.map((row) => row.length)).toEqual(rows.map((row) => row.length))
          expect(read.map((row) => row.map(plain))).toEqual(rows.map((row) => row.map(plain)))
        }
        for (const cell of read.flat()) expect(cell).not.toMatch(/^[\s\p{Cf}"]*[=+\-@＝＋－＠]/u)
      })
    )
  }
)

/** Apostrophes are all that may be added. */
const plain = (cell: string) => cell.replace(/'/g, "")

/** A reader of its own, by the letter of RFC 4180 but for what separates cells. */
function readCsv(text: string, separator: string): string[][] {
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
    else if (char === separator) {
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

test("a file has its columns once, and every row of every page", async () => {
  const all = Array.from({ length: CSV_PAGE + 2 }, (_, index) => ({ id: `row_${index}` }))
  const { name, pages } = await csvFile<{ id: string }, string>({
    ...{ name: "rows", nowMs: Date.parse("2026-01-31T23:59:59Z"), columns: { "Row ID": (id) => id } },
    read: async (last) => {
      const from = last ? all.indexOf(last) + 1 : 0
      return all.slice(from, from + CSV_PAGE)
    },
    show: async (rows) => rows.map(({ id }) => id),
  })
  const parts: string[] = []
  for await (const part of pages) parts.push(part)
  expect(name).toBe("rows-2026-01-31.csv")
  expect(parts).toHaveLength(2)
  expect(parts.join("")).toBe(`\uFEFFRow ID\r\n${all.map(({ id }) => `${id}\r\n`).join("")}`)
})

test("a file whose first page cannot be read is refused before anything of it is sent", async () => {
  const read = () => Promise.reject(new Error("no"))
  const show = async () => []
  await expect(csvFile({ name: "rows", nowMs: 0, columns: {}, read, show })).rejects.toThrow("no")
})

test("an instant is written as a spreadsheet reads it", () => {
  expect(inUtc("2026-01-31T10:20:30.400Z")).toBe("2026-01-31 10:20:30")
  expect(inUtc(new Date("2026-01-31T10:20:30.400Z"))).toBe("2026-01-31 10:20:30")
  expect(inUtc(null)).toBeNull()
})

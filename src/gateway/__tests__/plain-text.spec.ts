import fc from "fast-check"
import { LONGEST_TEXT, readPlainJson, plainText } from "../contract/wire"

const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u

test.each([
  ["paid", "paid"],
  ["two\nlines\r\n", "twolines"],
  ["\u001b[31mERROR\u001b[0m", "[31mERROR[0m"],
  ["a\u202Eb\u200Bc\u2028d\u0000", "abcd"],
  ["USD₮0 é 漢", "USD₮0 é 漢"],
])("%j is shown as %j", (text, plain) => {
  expect(plainText(text)).toBe(plain)
})

test("a long text is cut, and says so", () => {
  expect(plainText("x".repeat(300), 10)).toBe(`${"x".repeat(9)}…`)
})

test("whatever JSON the service sends, every text in it is plain and bounded, and nothing else changes", () => {
  const hostile = fc.oneof(
    fc.string(),
    fc.string({ unit: fc.constantFrom("\n", "\u001b", "\u202E", "\\", '"', "a") })
  )
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      hostile,
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie("any")),
      tie("record")
    ),
    record: fc.dictionary(fc.constantFrom("a", "b", "__proto__"), tie("any")),
  })).any
  fc.assert(
    fc.property(value, (sent) => {
      const read = readPlainJson(JSON.stringify(sent))
      const texts: string[] = []
      const plain: unknown = JSON.parse(JSON.stringify(sent), (_, inner: unknown) =>
        typeof inner === "string" ? plainText(inner) : inner
      )
      JSON.stringify(read, (_, inner: unknown) => {
        if (typeof inner === "string") texts.push(inner)
        return inner
      })
      for (const text of texts) {
        expect(text).not.toMatch(UNSEEN)
        expect(text.length).toBeLessThanOrEqual(LONGEST_TEXT)
      }
      expect(JSON.stringify(read)).toBe(JSON.stringify(plain))
    })
  )
  expect(readPlainJson(JSON.stringify({ a: "x".repeat(5_000) }))).toEqual({ a: `${"x".repeat(4_095)}…` })
})

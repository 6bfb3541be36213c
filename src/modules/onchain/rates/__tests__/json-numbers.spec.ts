import fc from "fast-check"
import { parseExactJson } from "../price-sources"

test.each<[string, unknown]>([
  ['{"usd": 67187.3358936566}', { usd: "67187.3358936566" }],
  ["0.1234567890123456789012345", "0.1234567890123456789012345"],
  ["123456789012345678901234567890", "123456789012345678901234567890"],
  ["1e3", "1000"],
  ["1.25e-5", "0.0000125"],
  ["12.5E+1", "125"],
  ["0e0", "0"],
  ["0.5e1", "5"],
  ["-1.5e-1", "-0.15"],
  ["1e400", "1e400"],
  ['["1.5", "a 2.5 \\" 3", null, true]', ["1.5", 'a 2.5 " 3', null, true]],
  ['{"1": {"last_updated_at": 1711356300}}', { "1": { last_updated_at: "1711356300" } }],
])("%s", (json, value) => {
  expect(parseExactJson(json)).toEqual(value)
})

test.each(["", "{", "01", "1.", "{a: 1}", "NaN", "<html>1</html>"])("%j is not JSON", (text) => {
  expect(() => parseExactJson(text)).toThrow(SyntaxError)
})

test("every number keeps its value, and every string its characters", () => {
  const values = fc.array(fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer()))
  fc.assert(
    fc.property(values, fc.array(fc.string({ unit: "grapheme-ascii" })), (numbers, texts) => {
      const read = parseExactJson(JSON.stringify([numbers, texts]))
      expect(read).toEqual([numbers.map(() => expect.any(String)), texts])
      const [written] = read as [string[]]
      // -0 is written as 0.
      expect(written.map(Number)).toEqual(numbers.map((number) => number + 0))
    })
  )
})

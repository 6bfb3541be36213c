import fc from "fast-check"
import { indentJson } from "../webhooks-page"

describe("JSON formatted for reading", () => {
  it.each(["", "<html>", "{", '{"a":}', "null", '"text"', "12"])("%p stays as it is", (text) => {
    expect(indentJson(text)).toBe(text)
  })

  it("says the same as before, and is written as JSON.stringify would", () => {
    fc.assert(
      fc.property(fc.json(), fc.boolean(), (text, isSpread) => {
        const given = isSpread ? JSON.stringify(JSON.parse(text), null, 4) : text
        expect(indentJson(given)).toBe(JSON.stringify(JSON.parse(text), null, 2))
      }),
      { numRuns: 500 }
    )
  })
})

import fc from "fast-check"
import { indentJson } from "../json"

describe("JSON formatted for reading", () => {
  it("is set out over lines", () => {
    expect(indentJson('{"a":[1,{"b":null}],"c":{},"d":[],"e":"x"}')).toBe(
      [
        "{",
        '  "a": [',
        "    1,",
        "    {",
        '      "b": null',
        "    }",
        "  ],",
        '  "c": {},',
        '  "d": [],',
        '  "e": "x"',
        "}",
      ].join("\n")
    )
  })

  it.each(["", "<html>", "{", '{"a":}', "null", '"text"', "12"])("%p stays as it is", (text) => {
    expect(indentJson(text)).toBe(text)
  })

  it("keeps every digit of a number, and every mark in a string", () => {
    expect(indentJson('{"memo":98765432109876543210,"s":"a,b:{\\"c\\"}  [d]"}')).toBe(
      '{\n  "memo": 98765432109876543210,\n  "s": "a,b:{\\"c\\"}  [d]"\n}'
    )
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

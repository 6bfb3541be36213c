import fc from "fast-check"
import { readDecimal, writeDecimalInput } from "../decimal-field"

describe("amounts that operators type", () => {
  it.each([
    ["8.50", "en", "8.50"],
    ["8,50", "de", "8.50"],
    [" 12 ", "en", "12"],
    ["٨٫٥", "ar-EG", "8.5"],
    ["", "de", ""],
  ])("%p in %s is %p", (text, locale, value) => {
    expect(readDecimal(text, locale)).toEqual({ value })
  })

  it.each([
    ["8.50", "de"],
    ["1,234.5", "en"],
    ["1.234,5", "de"],
    ["1 234,5", "fr"],
  ])("%p in %s has a separator that could mean something else", (text, locale) => {
    expect(readDecimal(text, locale)).toEqual({ problem: "separator" })
  })

  it.each([
    ["8,5,0", "de"],
    ["-1", "en"],
    ["1e3", "en"],
    [".5", "en"],
    ["ten", "en"],
  ])("%p in %s is no amount", (text, locale) => {
    expect(readDecimal(text, locale)).toEqual({ problem: "notAnAmount" })
  })

  it("is read as it is written, in every language", () => {
    const amount = fc.stringMatching(/^(0|[1-9]\d{0,20})(\.\d{1,18})?$/)
    fc.assert(
      fc.property(amount, fc.constantFrom("en", "de", "fr", "ar", "ar-EG", "ja"), (value, locale) => {
        expect(readDecimal(writeDecimalInput(value, locale), locale)).toEqual({ value })
      })
    )
  })
})

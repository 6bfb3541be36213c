import { readAcceptLanguage, wordsFor } from "../index"
import german from "../de.json"
import english from "../en.json"

const { payment: de } = german
const { payment: en } = english

describe("the language of a page", () => {
  test.each([
    [["de"], "de"],
    [["de-AT"], "de"],
    [["zh-Hant-TW", "pt-BR"], "pt"],
    [["EN-us"], "en"],
    [["sv", "nb"], "en"],
    [[], "en"],
    [["constructor"], "en"],
  ])("of %j is %s", (preferred, expected) => {
    expect(wordsFor(preferred).locale).toBe(expected)
  })

  test.each([
    ["de-CH, fr;q=0.9, en;q=0.8", ["de-CH", "fr", "en"]],
    ["fr;q=0.5, de;q=0.9", ["de", "fr"]],
    ["*;q=0.5, pl", ["pl"]],
    ["it;q=0, ja", ["ja"]],
    ["it;q=many", []],
    ["<script>, ar", ["ar"]],
    ["", []],
  ])("is read from Accept-Language: %s", (header, expected) => {
    expect(readAcceptLanguage(header)).toEqual(expected)
  })
})

describe("languages of a merchant", () => {
  test.each([
    [["fr", "de"], ["de-AT"], "de"],
    [["fr", "de"], ["en"], "fr"],
    [["pt-BR"], ["pt-PT"], "pt-BR"],
    [["sv", "nl"], ["sv"], "nl"],
    [["sv"], ["sv"], "en"],
  ])("%j, asked for %j, is %s", (locales, preferred, expected) => {
    expect(wordsFor(preferred, { locales }).locale).toBe(expected)
  })
})

describe("words of a merchant", () => {
  test("replace ours and leave the others", () => {
    const { messages } = wordsFor(["de"], { words: { de: { paid_title: "Beglichen" } } })
    expect(messages).toEqual({ ...de, paid_title: "Beglichen" })
    expect(de.paid_title).toBe("Bezahlt")
  })

  test("of a language apply to its regions, and those of a region only to it", () => {
    const words = { de: { paid_title: "Beglichen", retry: "Nochmals" }, "de-CH": { retry: "Nochmal" } }
    expect(wordsFor(["de-CH"], { words })).toMatchObject({
      locale: "de-CH",
      messages: { paid_title: "Beglichen", retry: "Nochmal", total: de.total },
    })
    expect(wordsFor(["de-AT"], { words })).toMatchObject({ locale: "de", messages: { retry: "Nochmals" } })
  })

  test("add a language with English for missing words", () => {
    const words = { sv: { paid_title: "Betalt" } }
    expect(wordsFor(["sv-SE"], { words })).toEqual({
      locale: "sv",
      direction: "ltr",
      messages: { ...en, paid_title: "Betalt" },
    })
  })

  test.each([
    ["an unknown key", { title: "?" }],
    ["an empty text", { paid_title: " " }],
    ["a property of objects", { constructor: "?" }],
  ])("change nothing with %s", (_, words) => {
    expect(wordsFor(["en"], { words: { en: words } }).messages).toEqual(en)
  })
})

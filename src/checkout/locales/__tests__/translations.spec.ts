import { LOCALES } from "../index"
import english from "../en.json"

/** The texts of both pages and of the list of addresses as one record. */
type Texts = Readonly<Record<string, string>>
const textsOf = ({
  payment,
  refund,
  addresses,
}: Record<"payment" | "refund" | "addresses", Texts>): Texts => ({
  ...payment,
  ...refund,
  ...Object.fromEntries(Object.entries(addresses).map(([key, text]) => [`addresses.${key}`, text])),
})
const en = textsOf(english)
const KEYS = Object.keys(en)
const textOf = (texts: Texts, key: string) => texts[key] ?? ""
const translations = Object.entries(LOCALES).flatMap(([locale, texts]): [string, Texts][] =>
  locale === "en" ? [] : [[locale, textsOf(texts)]]
)

const placeholders = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort()
const wordsOf = (text: string) =>
  text
    .replace(/\{\w+\}/g, " ")
    .split(/[^\p{L}\p{M}’']+/u)
    .filter(Boolean)
/** Words that exist in no other language here. */
const ENGLISH = new Set(["the", "your", "you", "this", "with", "not", "payment", "again", "sent", "address"])
const isSentence = (text: string) => wordsOf(text).length > 4

describe.each(translations)("%s", (_locale, messages) => {
  test("has every key, and no other", () => {
    expect(Object.keys(messages).sort()).toEqual([...KEYS].sort())
  })

  test("has the placeholders of the English texts", () => {
    const changed = KEYS.filter(
      (key) => String(placeholders(textOf(messages, key))) !== String(placeholders(textOf(en, key)))
    )
    expect(changed).toEqual([])
  })

  test("has no stray braces, surrounding spaces or empty texts", () => {
    const untidy = KEYS.filter((key) => {
      const text = textOf(messages, key).replace(/\{\w+\}/g, "x")
      return /[{}]|^\s|\s$|\s\s|^$/.test(text)
    })
    expect(untidy).toEqual([])
  })

  test("leaves no sentence in English", () => {
    const same = KEYS.filter(
      (key) => isSentence(textOf(en, key)) && textOf(messages, key) === textOf(en, key)
    )
    const words = KEYS.filter((key) =>
      wordsOf(textOf(messages, key)).some((word) => ENGLISH.has(word.toLowerCase()))
    )
    expect({ same, words }).toEqual({ same: [], words: [] })
  })
})

test.each([
  ["ar", /\p{Script=Arabic}/u],
  ["ja", /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u],
])("every text of %s uses its script", (locale, script) => {
  const messages = textsOf(LOCALES[locale] ?? english)
  const foreign = KEYS.filter(
    (key) => wordsOf(textOf(en, key)).length > 0 && !script.test(textOf(messages, key))
  )
  expect(foreign).toEqual([])
})

test.each(translations)("every question in %s ends with a question mark", (_locale, messages) => {
  const isQuestion = (text: string) => /[?？؟]$/.test(text)
  const plain = KEYS.filter((key) => isQuestion(textOf(en, key)) && !isQuestion(textOf(messages, key)))
  expect(plain).toEqual([])
})

import { LOCALES } from "../index"
import { en, type Messages } from "../en"

const KEYS = Object.keys(en) as (keyof Messages)[]
const translations = Object.entries(LOCALES).filter(([locale]) => locale !== "en")

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
      (key) => String(placeholders(messages[key])) !== String(placeholders(en[key]))
    )
    expect(changed).toEqual([])
  })

  test("has no stray braces, surrounding spaces or empty texts", () => {
    const untidy = KEYS.filter((key) => {
      const text = messages[key].replace(/\{\w+\}/g, "x")
      return /[{}]|^\s|\s$|\s\s|^$/.test(text)
    })
    expect(untidy).toEqual([])
  })

  test("leaves no sentence in English", () => {
    const same = KEYS.filter((key) => isSentence(en[key]) && messages[key] === en[key])
    const english = KEYS.filter((key) =>
      wordsOf(messages[key]).some((word) => ENGLISH.has(word.toLowerCase()))
    )
    expect({ same, english }).toEqual({ same: [], english: [] })
  })
})

test.each([
  ["ar", /\p{Script=Arabic}/u],
  ["ja", /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u],
])("every text of %s uses its script", (locale, script) => {
  const messages = LOCALES[locale] ?? en
  const foreign = KEYS.filter((key) => wordsOf(en[key]).length > 0 && !script.test(messages[key]))
  expect(foreign).toEqual([])
})

test.each(translations)("every question in %s ends with a question mark", (_locale, messages) => {
  const isQuestion = (text: string) => /[?？؟]$/.test(text)
  const plain = KEYS.filter((key) => isQuestion(en[key]) && !isQuestion(messages[key]))
  expect(plain).toEqual([])
})

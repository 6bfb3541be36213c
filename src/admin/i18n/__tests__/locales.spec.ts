import arabic from "../ar.json"
import german from "../de.json"
import en from "../en.json"
import type { Words } from "../load-locale"
import menu from "../menu.json"

/** The forms that a count takes in each language, by CLDR. */
const FORMS = {
  de: ["one", "other"],
  ar: ["zero", "one", "two", "few", "many", "other"],
}
type Language = keyof typeof FORMS
const WORDS: Record<Language, Words> = { de: german, ar: arabic }

/** Texts that are the same in every language. */
const SAME = new Set([
  "USDC",
  "Webhooks",
  "Status",
  "Name",
  "Token",
  "Memo",
  "Max",
  "OK",
  "ID",
  "Link",
  "Optional.",
  "Webhook",
  "Details",
  "Sandbox",
  "Live",
  "Problem",
  "Optional",
  "{{percent}} %",
  "{{amount}} ({{count}})",
])

type Texts = ReadonlyMap<string, string>

function flatten(words: Words, path = ""): [string, string][] {
  return Object.entries(words).flatMap(([name, part]): [string, string][] =>
    typeof part === "string" ? [[`${path}${name}`, part]] : flatten(part, `${path}${name}.`)
  )
}

const textsOf = (words: Words): Texts => new Map(flatten(words))

const placeholders = (text: string) => [...text.matchAll(/\{\{\w+\}\}/g)].map(([all]) => all).sort()

/** A form may leave the number out, as in "one payment" or the Arabic dual. */
const isNumber = (name: string) => ["{{count}}", "{{shown}}"].includes(name)

/** What is wrong with the translation of some groups of words. */
function problemsOf(english: Texts, translated: Texts, forms: readonly string[]): string[] {
  const plural = /_(?:one|other)$/
  const expected = new Map(
    [...english].flatMap(([key, text]): [string, string][] =>
      plural.test(key) && english.has(`${key.replace(plural, "")}_other`)
        ? forms.map((form) => [
            `${key.replace(plural, "")}_${form}`,
            english.get(`${key.replace(plural, "")}_other`) ?? text,
          ])
        : [[key, text]]
    )
  )
  const missing = [...expected.keys()].filter((key) => !translated.has(key)).map((key) => `${key}: missing`)
  return [...translated].reduce((found, [key, text]) => {
    const source = expected.get(key)
    if (source === undefined) return [...found, `${key}: not in English`]
    if (text.trim() === "") found.push(`${key}: empty`)
    const hasWords = /[a-z]{2}/i.test(text.replace(/\{\{\w+\}\}/g, ""))
    if (text === source && hasWords && !SAME.has(text)) found.push(`${key}: still English`)
    const isForm = /_(?:zero|one|two)$/.test(key)
    const wanted = placeholders(source).filter((name) => !isForm || !isNumber(name))
    const given = placeholders(text).filter((name) => !isForm || !isNumber(name))
    if (wanted.join() !== given.join()) found.push(`${key}: expected ${wanted.join() || "no values"}`)
    return found
  }, missing)
}

const languages = Object.keys(FORMS).filter((name): name is Language => name in FORMS)

describe.each(languages)("the words in %s", (language) => {
  it("have the keys, forms and values of the English ones", () => {
    expect(problemsOf(textsOf(en), textsOf(WORDS[language]), FORMS[language])).toEqual([])
  })

  it("name every entry of the menu", () => {
    expect(problemsOf(textsOf(menu.en), textsOf(menu[language]), FORMS[language])).toEqual([])
  })
})

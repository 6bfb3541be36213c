import { ar } from "./ar"
import { de } from "./de"
import { en, type Messages } from "./en"
import { es } from "./es"
import { fr } from "./fr"
import { it } from "./it"
import { ja } from "./ja"
import { nl } from "./nl"
import { pl } from "./pl"
import { pt } from "./pt"

/** Languages that come with the plugin. The server sends a page the words of one; a bundle holds none of this. */
export const LOCALES: Readonly<Record<string, Messages>> = { en, de, fr, es, pt, it, nl, pl, ja, ar }

/** What a merchant says about languages: those offered, the first one by default, and words that differ, by BCP 47 tag. */
export type OwnWords = {
  locales?: readonly string[] | undefined
  words?: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** What a page needs to know of a language. */
export type LocaleWords = { locale: string; direction: "ltr" | "rtl"; messages: Messages }

/**
 * Picks the language of a page, with the merchant's words in it.
 *
 * Words of `de` are also those of `de-CH`, and what a language lacks is English. A language of which nobody has a word is not
 * offered.
 *
 * @param preferred BCP 47 tags, the best first
 * @param own the option `checkout`
 * @example wordsFor(["de-AT"], { words: { de: { paid_title: "Beglichen" } } }).messages.paid_title // "Beglichen"
 */
export function wordsFor(preferred: readonly string[], { locales, words = {} }: OwnWords = {}): LocaleWords {
  const known = [...Object.keys(LOCALES), ...Object.keys(words)]
  const isSpoken = (tag: string) => widerTags(tag).some((one) => known.some((other) => isSameTag(one, other)))
  const locale = pickLocale(preferred, (locales ?? known).filter(isSpoken))
  const messages: Messages = { ...en }
  for (const tag of widerTags(locale).reverse()) {
    Object.assign(messages, find(LOCALES, tag), withText(find(words, tag)))
  }
  return { locale, direction: directionOf(locale), messages }
}

/**
 * Picks by BCP 47 lookup, and then by the language alone: `pt-BR` is met by `pt`, and `pt` by `pt-BR`.
 *
 * @param available the first is the answer when nothing fits
 * @see RFC 4647, 3.4
 */
export function pickLocale(preferred: readonly string[], available: readonly string[]): string {
  for (const range of preferred) {
    for (const tag of widerTags(range)) {
      const found = available.find((one) => isSameTag(one, tag))
      if (found !== undefined) return found
    }
    const related = available.find((one) => isSameTag(languageOf(one), languageOf(range)))
    if (related !== undefined) return related
  }
  return available[0] ?? "en"
}

/**
 * Reads the header `Accept-Language`.
 *
 * @returns BCP 47 tags, the best first; those of weight 0 and `*` are left out
 * @example readAcceptLanguage("fr;q=0.5, de-CH, *;q=0.1") // ["de-CH", "fr"]
 */
export function readAcceptLanguage(header: string): string[] {
  const ranges = header.split(",").map((part) => {
    const [tag = "", ...parameters] = part.split(";").map((text) => text.trim())
    const weight = parameters.find((text) => text.startsWith("q="))?.slice(2) ?? "1"
    return { tag, weight: Number(weight) }
  })
  const isWanted = ({ tag, weight }: { tag: string; weight: number }) => TAG.test(tag) && weight > 0
  return ranges
    .filter(isWanted)
    .sort((left, right) => right.weight - left.weight)
    .map(({ tag }) => tag)
}

const TAG = /^[a-z]{2,8}(?:-[a-z\d]{1,8})*$/i
/** Languages and scripts that run from right to left, as of CLDR 46. */
const RIGHT_TO_LEFT =
  /^(?:ar|arc|ckb|dv|fa|he|iw|ks|ps|sd|syr|ug|ur|yi)(?:-|$)|-(?:arab|hebr|thaa|nkoo|syrc)(?:-|$)/i

export function directionOf(locale: string): "ltr" | "rtl" {
  return RIGHT_TO_LEFT.test(locale) && !/-(?:latn|cyrl)(?:-|$)/i.test(locale) ? "rtl" : "ltr"
}

/** @example widerTags("zh-Hant-TW") // ["zh-Hant-TW", "zh-Hant", "zh"] */
function widerTags(tag: string): string[] {
  const parts = tag.split("-")
  return parts.map((_, index) => parts.slice(0, parts.length - index).join("-"))
}

const languageOf = (tag: string): string => tag.split("-", 1)[0] ?? tag

function find<T>(entries: Readonly<Record<string, T>>, tag: string): T | undefined {
  return Object.entries(entries).find(([one]) => isSameTag(one, tag))?.[1]
}

const isSameTag = (left: string, right: string): boolean => left.toLowerCase() === right.toLowerCase()

/** A word that is empty or none of ours changes nothing. */
function withText(words: Readonly<Record<string, string>> = {}): Partial<Messages> {
  const known = Object.entries(words).filter(
    ([key, text]) => Object.hasOwn(en, key) && typeof text === "string" && text.trim() !== ""
  )
  return Object.fromEntries(known)
}

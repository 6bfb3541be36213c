import ar from "./ar.json"
import de from "./de.json"
import en from "./en.json"
import es from "./es.json"
import fr from "./fr.json"
import it from "./it.json"
import ja from "./ja.json"
import nl from "./nl.json"
import pl from "./pl.json"
import pt from "./pt.json"

/**
 * Texts of the payment page and `<onchain-checkout>`. `{amount}` is a number with its token, such as "17 USDC"; `{fiat}` is a price with
 * its currency. A translation uses each placeholder exactly once. Sentences are short: they stand next to a QR code.
 */
export type Messages = typeof en.payment
/** Texts of the page on which a shopper proposes where a refund goes. */
export type RefundMessages = typeof en.refund

/** Built-in languages. The server sends each page the texts of one language; the bundle of the payment page contains none of them. */
export const LOCALES: Readonly<
  Record<string, { payment: Messages; refund: RefundMessages; addresses: typeof en.addresses }>
> = {
  ...{ en, de, fr, es, pt, it, nl, pl, ja, ar },
}

/** The merchant's languages (the first is the default) and their own texts, by BCP 47 tag. */
export type OwnWords = {
  locales?: readonly string[] | undefined
  words?: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** A language as a page needs it. */
export type LocaleWords = { locale: string; direction: "ltr" | "rtl"; messages: Messages }

/**
 * Picks the language of a page and applies the merchant's own texts.
 *
 * `de-CH` inherits from `de`, and missing texts fall back to English. A language without any text is not offered.
 *
 * @param preferred BCP 47 tags, the best first
 * @param own the option `checkout`
 * @example wordsFor(["de-AT"], { words: { de: { paid_title: "Beglichen" } } }).messages.paid_title // "Beglichen"
 */
export function wordsFor(preferred: readonly string[], { locales, words = {} }: OwnWords = {}): LocaleWords {
  const known = [...Object.keys(LOCALES), ...Object.keys(words)]
  const isSpoken = (tag: string) => widerTags(tag).some((one) => known.some((other) => isSameTag(one, other)))
  const locale = pickLocale(preferred, (locales ?? known).filter(isSpoken))
  const messages = { ...en.payment }
  for (const tag of widerTags(locale).reverse()) {
    Object.assign(messages, find(LOCALES, tag)?.payment, withText(find(words, tag)))
  }
  return { locale, direction: directionOf(locale), messages }
}

/**
 * Picks by BCP 47 lookup, then by language alone: `pt` matches `pt-BR` and the other way round.
 *
 * @param available the first is the fallback
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
 * @returns BCP 47 tags, best first, without `*` and tags of weight 0
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

/** Ignores empty texts and unknown keys. */
function withText(words: Readonly<Record<string, string>> = {}): Partial<Messages> {
  const known = Object.entries(words).filter(
    ([key, text]) => Object.hasOwn(en.payment, key) && typeof text === "string" && text.trim() !== ""
  )
  return Object.fromEntries(known)
}

import { readAcceptLanguage, wordsFor } from "../locales"
import type { Words } from "../view/words"

/** The shop's languages and words: the options `checkout.locales` and `checkout.words`. */
export type ShopWords = {
  /** All that there are when absent; the first one where none fits. */
  locales?: readonly string[]
  words: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/**
 * The language of a page, with the shop's own words in it.
 *
 * @param asked.locale of the link or the element; it goes before what the browser prefers
 * @param asked.acceptLanguage the header of that name
 */
export function pageWords(
  shop: ShopWords,
  asked: { locale?: string | undefined; acceptLanguage?: string | undefined }
): Words {
  const preferred = [
    ...(asked.locale === undefined ? [] : [asked.locale]),
    ...readAcceptLanguage(asked.acceptLanguage ?? ""),
  ]
  return { ...wordsFor(preferred, shop), timeZone: "UTC" }
}

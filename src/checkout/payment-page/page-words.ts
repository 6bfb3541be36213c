import { readAcceptLanguage, wordsFor } from "../locales"
import type { Words } from "../view/words"

/** The options `checkout.locales` and `checkout.words`. */
export type ShopWords = {
  /** The first is the fallback. @default all languages */
  locales?: readonly string[]
  words: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/**
 * Picks the language of a page and applies the shop's own texts.
 *
 * @param asked.locale from the link or the element; overrides the browser's preference
 * @param asked.acceptLanguage the `Accept-Language` header
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

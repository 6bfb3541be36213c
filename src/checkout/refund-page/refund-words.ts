import { directionOf, pickLocale, readAcceptLanguage } from "../locales"
import type { ShopWords } from "../payment-page/page-words"
import { ar } from "./locales/ar"
import { de } from "./locales/de"
import { en, type RefundMessages } from "./locales/en"
import { es } from "./locales/es"
import { fr } from "./locales/fr"
import { it } from "./locales/it"
import { ja } from "./locales/ja"
import { nl } from "./locales/nl"
import { pl } from "./locales/pl"
import { pt } from "./locales/pt"

const REFUND_LOCALES: Readonly<Record<string, RefundMessages>> = {
  ...{ en, de, fr, es, pt, it, nl, pl, ja, ar },
}

/** A language of the refund page. Times are in UTC: the server does not know the shopper's zone. */
export type RefundWords = {
  locale: string
  direction: "ltr" | "rtl"
  messages: RefundMessages
  timeZone: string
}
export type RefundKey = keyof RefundMessages

/** Picks the language of a page, and applies the shop's own texts, as the payment page does. */
export function refundWords(
  { locales, words }: ShopWords,
  asked: { locale?: string | undefined; acceptLanguage?: string | undefined }
): RefundWords {
  const preferred = [
    ...(asked.locale === undefined ? [] : [asked.locale]),
    ...readAcceptLanguage(asked.acceptLanguage ?? ""),
  ]
  const known = Object.keys(REFUND_LOCALES)
  const offered = (locales ?? known).filter((tag) => Object.hasOwn(REFUND_LOCALES, languageOf(tag)))
  const locale = pickLocale(preferred, offered)
  const own = words[locale] ?? words[languageOf(locale)] ?? {}
  const messages = { ...en, ...REFUND_LOCALES[languageOf(locale)], ...ownTexts(own) }
  return { locale, direction: directionOf(locale), messages, timeZone: "UTC" }
}

function languageOf(tag: string): string {
  return (tag.split("-", 1)[0] ?? tag).toLowerCase()
}

/** Ignores empty texts and unknown keys. */
function ownTexts(words: Readonly<Record<string, string>>): Partial<RefundMessages> {
  return Object.fromEntries(
    Object.entries(words).filter(([key, text]) => Object.hasOwn(en, key) && text.trim() !== "")
  )
}

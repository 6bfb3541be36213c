import { addresses as ar } from "../locales/ar.json"
import { addresses as de } from "../locales/de.json"
import { addresses as en } from "../locales/en.json"
import { addresses as es } from "../locales/es.json"
import { addresses as fr } from "../locales/fr.json"
import { addresses as it } from "../locales/it.json"
import { addresses as ja } from "../locales/ja.json"
import { addresses as nl } from "../locales/nl.json"
import { addresses as pl } from "../locales/pl.json"
import { addresses as pt } from "../locales/pt.json"

/** Few enough to stand in the bundle, so that the element needs no second call. */
const WORDS: Readonly<Record<string, typeof en>> = { ar, de, en, es, fr, it, ja, nl, pl, pt }

export type AddressWords = { locale: string; direction: "ltr" | "rtl"; messages: typeof en }

/**
 * Picks the language of the element.
 *
 * @param preferred BCP 47 tags, the best first
 * @example addressWords(["sv", "de-AT"]).locale // "de-AT"
 */
export function addressWords(preferred: readonly string[]): AddressWords {
  const languageOf = (tag: string) => tag.split("-", 1)[0]?.toLowerCase() ?? ""
  const locale = preferred.find((tag) => Object.hasOwn(WORDS, languageOf(tag))) ?? "en"
  const language = languageOf(locale)
  return { locale, direction: language === "ar" ? "rtl" : "ltr", messages: WORDS[language] ?? en }
}

import { useEffect, useMemo } from "react"
import { getI18n, useTranslation } from "react-i18next"
import { loadLocale } from "../i18n/load-locale"

export type Translate = (key: string, values?: Record<string, string | number>) => string

/** `locale` is BCP 47. */
export type Texts = { t: Translate; locale: string }

/** Shows the words of a language as soon as they are loaded. */
const FOLLOWED = { useSuspense: false, bindI18nStore: "added" }

export function useTexts(): Texts & { texts: Texts } {
  const { t: translate, i18n } = useTranslation("onchain", FOLLOWED)
  const { language } = i18n
  useEffect(() => void loadLocale(i18n, language), [i18n, language])
  // The dashboard writes "ptBR" where BCP 47 writes "pt-BR".
  const locale = language.replace(/([a-z])([A-Z])/, "$1-$2")
  return useMemo(() => {
    const isRightToLeft = i18n.dir(language) === "rtl"
    const texts: Texts = { t: (key, values) => translate(key, inert(values, isRightToLeft)), locale }
    return { ...texts, texts }
  }, [translate, i18n, language, locale])
}

function inert(values: Record<string, string | number> = {}, isIsolated: boolean) {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === "string" ? inertText(value, isIsolated) : value,
    ])
  )
}

/** Marks that turn the direction of the text around them: U+202A to U+202E, U+2066 to U+2069, U+200E and U+200F. */
const DIRECTION_MARKS = /[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/g
const [FIRST_STRONG_ISOLATE, POP_ISOLATE] = ["\u2068", "\u2069"]

/**
 * Makes a value safe inside a sentence: it cannot turn the direction of the words around it.
 *
 * @param isIsolated in a language that is written from right to left, an amount or an address keeps its own direction
 */
export function inertText(value: string, isIsolated: boolean): string {
  const plain = value.replace(DIRECTION_MARKS, "")
  return isIsolated ? `${FIRST_STRONG_ISOLATE}${plain}${POP_ISOLATE}` : plain
}

/**
 * A route's `handle`: the words of its menu entry, for the breadcrumbs, and what a role needs to open it.
 *
 * @param permissions as `resource:operation`; without the platform's roles everybody has them
 */
export const breadcrumb = (key: string, permissions?: string) => ({
  breadcrumb: () => getI18n().t(key, { ns: "onchain" }),
  ...(permissions === undefined ? {} : { permissions }),
})

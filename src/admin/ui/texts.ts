import { useEffect, useMemo } from "react"
import { getI18n, useTranslation } from "react-i18next"
import english from "../i18n/en.json"
import { inertText, loadLocale } from "../i18n/load-locale"

export type Translate = (key: string, values?: Record<string, string | number>) => string

/** `locale` is BCP 47. */
export type Texts = { t: Translate; locale: string }

/** The English words under a dotted key, or undefined. */
export const findWords = (key: string): unknown =>
  key
    .split(".")
    .reduce<unknown>(
      (part, name) =>
        typeof part === "object" && part !== null && Object.hasOwn(part, name)
          ? Reflect.get(part, name)
          : undefined,
      english
    )

/** The codes that have words under a key, in the order of the words. */
export const codesOf = (key: string): string[] => Object.keys(findWords(key) ?? {})

/** What a code is called, in the words under a key: each is a text, or has a `name`. A code of a later version is shown as it came. */
export function nameOf(key: string, code: string, t: Translate): string {
  const words = findWords(`${key}.${code}`)
  if (words === undefined) return code
  return t(typeof words === "string" ? `${key}.${code}` : `${key}.${code}.name`)
}

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

/**
 * A route's `handle`: the words of its menu entry, for the breadcrumbs, and what a role needs to open it.
 *
 * @param permissions as `resource:operation`; without the platform's roles everybody has them
 */
export const breadcrumb = (key: string, permissions?: string) => ({
  breadcrumb: () => getI18n().t(key, { ns: "onchain" }),
  ...(permissions === undefined ? {} : { permissions }),
})

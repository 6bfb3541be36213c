import { useMemo } from "react"
import { getI18n, useTranslation } from "react-i18next"

export type Translate = (key: string, values?: Record<string, string | number>) => string

/** `locale` is BCP 47. */
export type Texts = { t: Translate; locale: string }

export function useTexts(): Texts & { texts: Texts } {
  const { t: translate, i18n } = useTranslation("onchain")
  // The dashboard writes "ptBR" where BCP 47 writes "pt-BR".
  const locale = i18n.language.replace(/([a-z])([A-Z])/, "$1-$2")
  return useMemo(() => {
    const texts: Texts = { t: (key, values) => translate(key, values ?? {}), locale }
    return { ...texts, texts }
  }, [translate, locale])
}

/** A route's `handle`: the words of its menu entry, for the breadcrumbs. */
export const breadcrumb = (key: string) => ({ breadcrumb: () => getI18n().t(key, { ns: "onchain" }) })

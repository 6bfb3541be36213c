import { useCallback } from "react"
import { useTranslation } from "react-i18next"
import type { Translate } from "../i18n/translate"

/** Texts of this plugin in the dashboard's language, and that language as BCP 47 for dates and numbers. */
export function useTexts(): { t: Translate; locale: string } {
  const { t: translate, i18n } = useTranslation("onchain")
  const t = useCallback<Translate>((key, values) => translate(key, values ?? {}), [translate])
  // The dashboard writes "ptBR" where BCP 47 writes "pt-BR".
  return { t, locale: i18n.language.replace(/([a-z])([A-Z])/, "$1-$2") }
}

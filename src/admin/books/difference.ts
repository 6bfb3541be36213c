import { DIFFERENCE_WORDING } from "../i18n/report-wording"
import type { Translate } from "../i18n/translate"

/** What a difference is called. A kind of a later version is shown as it came. */
export function differenceName(kind: string, t: Translate): string {
  return Object.hasOwn(DIFFERENCE_WORDING, kind) ? t(`differenceKind.${kind}`) : kind
}

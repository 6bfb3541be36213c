import type { OnchainTransaction } from "../../types/http"
import { formatDecimal } from "../format/decimal"
import type { Translate } from "../i18n/translate"

/** Writes what moved. @param locale BCP 47 */
export function transactionAmount(
  { amount, token }: Pick<OnchainTransaction, "amount" | "token">,
  t: Translate,
  locale: string
): string {
  return amount === null ? t("transactions.unknownAmount") : `${formatDecimal(amount, locale)} ${token}`
}

/** Which way money went. A word that is not known is shown as it came. */
export function directionName(direction: string | null, t: Translate): string {
  if (direction === null) return t("detail.unknown")
  return direction === "in" || direction === "out" ? t(`transactions.direction.${direction}`) : direction
}

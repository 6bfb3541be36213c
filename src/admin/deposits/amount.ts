import type { OnchainDeposit } from "../../types/http"
import { formatDecimal } from "../format/decimal"
import type { Translate } from "../i18n/translate"

type Amounts = Pick<OnchainDeposit, "amount" | "amount_raw" | "token" | "canonical_asset_id">

/**
 * What the asset is called: its symbol, else the code in its identity (`stellar:<code>:<issuer>`), which anybody can
 * choose and so identifies nothing.
 */
export function assetName({ token, canonical_asset_id: id }: Amounts, t: Translate): string {
  return token ?? id?.split(":")[1] ?? id ?? t("deposits.unknownToken")
}

/**
 * Writes what arrived. Without the number of decimals only base units are known, and said to be that.
 *
 * @param locale BCP 47
 */
export function depositAmount(deposit: Amounts, t: Translate, locale: string): string {
  const token = assetName(deposit, t)
  if (deposit.amount !== null) return `${formatDecimal(deposit.amount, locale)} ${token}`
  return t("deposits.baseUnits", { amount: formatDecimal(deposit.amount_raw, locale), token })
}

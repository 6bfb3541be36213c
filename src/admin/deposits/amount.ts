import type { OnchainDeposit } from "../../types/http"
import { formatDecimal } from "../format/decimal"
import type { Translate } from "../i18n/deposit-wording"

type Amounts = Pick<OnchainDeposit, "amount" | "amount_raw" | "token" | "canonical_asset_id">

/** What the asset is called: its symbol, else its identity. */
export function assetName(deposit: Amounts, t: Translate): string {
  return deposit.token ?? deposit.canonical_asset_id ?? t("deposits.unknownToken")
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

import type { OnchainDeposit } from "../../types/http"
import { formatDecimal, formatTokens } from "../ui/format"
import type { Texts, Translate } from "../ui/texts"

type Amounts = Pick<OnchainDeposit, "amount" | "amount_raw" | "token" | "canonical_asset_id">

/**
 * The asset's symbol, or the code in its identity (`stellar:<code>:<issuer>`). Anyone can choose a code, so it identifies
 * nothing.
 */
export function assetName({ token, canonical_asset_id: id }: Amounts, t: Translate): string {
  return token ?? id?.split(":")[1] ?? id ?? t("deposits.unknownToken")
}

/** The amount that arrived, in base units where the token's decimals are not known. */
export function depositAmount(deposit: Amounts, { t, locale }: Texts): string {
  const token = assetName(deposit, t)
  if (deposit.amount !== null) return formatTokens(deposit.amount, token, locale)
  return t("deposits.baseUnits", { amount: formatDecimal(deposit.amount_raw, locale), token })
}

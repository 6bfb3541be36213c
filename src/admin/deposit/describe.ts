import type { OnchainDeposit, OnchainDepositDetail } from "../../types/http"
import { formatDecimal, formatTokens } from "../ui/format"
import { findWords, type Texts, type Translate } from "../ui/texts"

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

/** Accepted money of such an asset may not be withdrawable. */
export const isUnsupported = (deposit: Pick<OnchainDeposit, "is_supported" | "assignment_status">) =>
  deposit.is_supported === false || deposit.assignment_status === "review_required_unsupported_asset"

type Reason = Pick<OnchainDeposit, "mismatch" | "assignment_status">

/** Why a deposit is in review: what its order shows, or else the provider's reason. */
export function reasonTitle({ mismatch, assignment_status: status }: Reason, t: Translate): string {
  return mismatch === null ? describeAssignment(status, t).title : t(`mismatch.${mismatch}.title`)
}

type Explained = Reason & Amounts & Pick<OnchainDepositDetail, "expected" | "network_name">

export function reasonSentence(deposit: Explained, texts: Texts): string {
  const { mismatch, assignment_status: status, expected, network_name: network } = deposit
  const { t, locale } = texts
  if (mismatch === null) return describeAssignment(status, t).sentence
  const { amount = null, token = null, network_name: expectedNetwork = null } = expected ?? {}
  return t(`mismatch.${mismatch}.sentence`, {
    arrived: depositAmount(deposit, texts),
    expected: amount === null || token === null ? t("detail.unknown") : formatTokens(amount, token, locale),
    network,
    expectedNetwork: expectedNetwork ?? t("detail.unknown"),
  })
}

export function describeAssignment(status: string | null, t: Translate): { title: string; sentence: string } {
  if (status === null) return { title: t("deposit.noReason.title"), sentence: t("deposit.noReason.sentence") }
  if (findWords(`assignment.${status}`) === undefined)
    return { title: t("deposit.otherReason.title"), sentence: t("deposit.otherReason.sentence", { status }) }
  return { title: t(`assignment.${status}.title`), sentence: t(`assignment.${status}.sentence`) }
}

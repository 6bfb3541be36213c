import { compareAmounts, subtractAmounts } from "../../gateway/amount"
import { namesAnotherAsset } from "../../gateway/asset"
import type { Withdrawal, WithdrawalPhase } from "../../gateway/contract"

export type WithdrawalTerms = {
  chain: string
  network_id: string
  token: string
  canonical_asset_id: string | null
  amount: string
  destination_address: string
  destination_memo: string
}

export type ReportedTerms = {
  chain?: string | undefined
  networkId?: string | undefined
  token?: string | undefined
  canonicalAssetId?: string | undefined
  amount?: string | undefined
  destinationAddress?: string | undefined
  memo?: string | undefined
}

export type Difference = readonly (
  "asset" | "amount" | "destination" | "memo" | "reference" | "quote" | "fee" | "net_amount" | "transaction"
)[]

export function differenceFrom(asked: WithdrawalTerms, reported: ReportedTerms): Difference {
  const { chain = asked.chain, networkId = asked.network_id, token = asked.token } = reported
  const isOtherAsset = namesAnotherAsset(
    { chain, networkId, token, canonicalAssetId: reported.canonicalAssetId },
    {
      chain: asked.chain,
      networkId: asked.network_id,
      token: asked.token,
      canonicalAssetId: asked.canonical_asset_id,
    }
  )
  const differing: (Difference[number] | null)[] = [
    isOtherAsset ? "asset" : null,
    reported.amount !== undefined && compareAmounts(reported.amount, asked.amount) !== 0 ? "amount" : null,
    isOtherAddress(asked, reported.destinationAddress) ? "destination" : null,
    reported.memo !== undefined && reported.memo !== asked.destination_memo ? "memo" : null,
  ]
  return differing.filter((name) => name !== null)
}

/** What arrives: the fee comes out of the amount. @returns null when the fee is unknown, or more than the amount */
export function afterFee(amount: string, fee: string | null): string | null {
  return fee === null || compareAmounts(fee, amount) > 0 ? null : subtractAmounts(amount, fee)
}

/** What was confirmed beside the destination. The fee is null where the quote had none. */
type ConfirmedDeal = { id: string; amount: string; quote_id: string | null; quote_fee: string | null }

type ReportedDeal = {
  clientReference?: string | undefined
  quoteId?: string | undefined
  fee?: string | undefined
  netAmount?: string | undefined
}

/**
 * Names what differs between a withdrawal of the service and its confirmation. One that failed costs nothing,
 * whatever fee it reports.
 */
export function differenceFromQuote(
  deal: ConfirmedDeal,
  reported: ReportedDeal,
  phase: WithdrawalPhase
): Difference {
  const { clientReference, quoteId } = reported
  const isOther = (ours: string | null, theirs: string | undefined) =>
    phase !== "failed" && ours !== null && theirs !== undefined && compareAmounts(ours, theirs) !== 0
  const differing: (Difference[number] | null)[] = [
    clientReference !== undefined && clientReference !== deal.id ? "reference" : null,
    quoteId !== undefined && deal.quote_id !== null && quoteId !== deal.quote_id ? "quote" : null,
    isOther(deal.quote_fee, reported.fee) ? "fee" : null,
    isOther(afterFee(deal.amount, deal.quote_fee), reported.netAmount) ? "net_amount" : null,
  ]
  return differing.filter((name) => name !== null)
}

function isOtherAddress({ chain, destination_address: ours }: WithdrawalTerms, theirs: string | undefined) {
  if (theirs === undefined) return false
  return chain === "evm" ? ours.toLowerCase() !== theirs.toLowerCase() : ours !== theirs
}

/** Decimals in token units; null where the service reports none. */
export type QuotedFigures = {
  amount: string
  fee: string | null
  net: string | null
  negative?: readonly string[] | undefined
}

/**
 * What is wrong with a quote. Amounts in token units.
 *
 * `below_zero` names the figures, `other_terms` what differs from the request.
 */
export type InconsistentQuote = { code: "quote_inconsistent" } & (
  | { reason: "too_many_digits" }
  | { reason: "below_zero"; figures: readonly string[] }
  | { reason: "fee_above_amount"; fee: string; amount: string }
  | { reason: "net_above_amount"; net: string; amount: string }
  | { reason: "not_adding_up"; amount: string; fee: string; net: string; rest: string }
  | { reason: "other_terms"; difference: Difference }
)

const MOST_DECIMALS = 30

/**
 * Why the figures of a quote cannot all be true: what arrives is the amount without the fee.
 *
 * Otherwise it might be confirmed for one figure and executed by the other.
 *
 * @returns null when the known figures agree
 * @example inconsistencyOf({ amount: "1.5", fee: "99", net: "1.45" })?.reason // "fee_above_amount"
 */
export function inconsistencyOf({
  amount,
  fee,
  net,
  negative = [],
}: QuotedFigures): InconsistentQuote | null {
  const code = "quote_inconsistent"
  const odd = [fee, net].find((figure) => (figure?.split(".")[1] ?? "").length > MOST_DECIMALS)
  if (odd !== undefined) return { code, reason: "too_many_digits" }
  if (negative.length > 0) return { code, reason: "below_zero", figures: negative }
  if (fee !== null && compareAmounts(fee, amount) > 0)
    return { code, reason: "fee_above_amount", fee, amount }
  if (net !== null && compareAmounts(net, amount) > 0)
    return { code, reason: "net_above_amount", net, amount }
  if (fee === null || net === null) return null
  const rest = subtractAmounts(amount, fee)
  if (compareAmounts(net, rest) === 0) return null
  return { code, reason: "not_adding_up", amount, fee, net, rest }
}

/** A call is out that has no answer yet, after none or after calls that certainly did not arrive. */
export const CALLING = "calling"
/** A call may have arrived, and its answer was lost. */
export const UNANSWERED = "unanswered"
/** The service answered a create with 2xx. */
export const ACCEPTED = "accepted"

/** `evidence`: one of the above, or the code of a conflict that answered a repetition. Nothing takes the last two back. */
type WithEvidence = { evidence: string | null }

/** Whether a call may have reached the service. While it may, no refusal ends the withdrawal. */
export function mayHaveArrived({ evidence }: WithEvidence): boolean {
  return evidence !== null && evidence !== CALLING
}

/** An answer of the service that contradicts its absence. `answerCode`: its code. */
export type SignAgainstAbsence = { code: "accepted" } | { code: "conflict"; answerCode: string }

/** Why nobody may claim that the service has none of a withdrawal, by its answers so far. */
export function signAgainstAbsence(evidence: string | null): SignAgainstAbsence | null {
  if (evidence === null || evidence === CALLING || evidence === UNANSWERED) return null
  return evidence === ACCEPTED ? { code: "accepted" } : { code: "conflict", answerCode: evidence }
}

/** What is known of a payout that the service may have. */
export type PayoutEvidence = {
  /** The withdrawal of the service that names it. */
  found: { id: string } | null
  /** Withdrawals of the service that match without a reference: a person decides. */
  mayBe: readonly string[]
  isListed: boolean
  /** False where the service answers anything but that it has none. */
  isReadable: boolean
  /** The service returned another withdrawal by its identifier: otherwise a missing one may exist. */
  isLookupProven: boolean
  /** Rows after which the list ended too early; null for a complete one. */
  shortAfterRows: number | null
  /** Everything that the service has listed since the last call was read. */
  isComplete: boolean
}

/** `ids`: withdrawals of the service that may be it. `rows`: the list ended too early, after so many. */
export type DoubtAboutAbsence =
  | { code: "found"; id: string }
  | { code: "may_be"; ids: readonly string[] }
  | { code: "list_short"; rows: number }
  | { code: "listed" | "unreadable" | "lookup_unproven" | "list_unread" }

/**
 * Why a payout may have left although a search found none; null when absence is proven.
 *
 * It takes a list that was read to its end and a lookup that works: a wrong path or business answers 404 to
 * everything.
 */
export function doubtAboutAbsence(evidence: PayoutEvidence): DoubtAboutAbsence | null {
  const { found, mayBe, shortAfterRows } = evidence
  if (found !== null) return { code: "found", id: found.id }
  if (evidence.isListed) return { code: "listed" }
  if (!evidence.isReadable) return { code: "unreadable" }
  if (!evidence.isLookupProven) return { code: "lookup_unproven" }
  if (mayBe.length > 0) return { code: "may_be", ids: mayBe }
  if (shortAfterRows !== null) return { code: "list_short", rows: shortAfterRows }
  return evidence.isComplete ? null : { code: "list_unread" }
}

/**
 * Whether an amount that left is the whole of a payout, before or after its fee. @param left in token units;
 * null when unknown
 */
export function isWholeAmount(
  left: string | null,
  { amount, quote_fee }: { amount: string; quote_fee: string | null }
): boolean {
  if (left === null) return false
  return [amount, afterFee(amount, quote_fee)].some(
    (whole) => whole !== null && compareAmounts(left, whole) === 0
  )
}

/** Tolerated difference between the service's clock and ours. */
export const CLOCKS_DIFFER_MS = 60 * 60_000

/** A payout of ours that may have been sent. Its id is the reference we gave the service. */
export type LostWithdrawal = WithdrawalTerms & { id: string; first_sent_at: Date | null }

/** `incomparable`: it reports too little to tell. `failed`: that proves nothing about ours. */
export type ReasonAgainstBeing =
  | { code: "other_reference" | "of_an_invoice" | "made_before" | "incomparable" | "failed" }
  | { code: "differs"; difference: Difference }

/**
 * Why a withdrawal of the service cannot be the one of ours that a person takes it for; null for no reason.
 *
 * One with our reference is ours, where nothing differs. Without a reference it has to match in every
 * distinguishing field, be no older than ours, and not have failed.
 */
export function reasonAgainstBeing(
  ours: LostWithdrawal,
  theirs: Withdrawal,
  phase: WithdrawalPhase
): ReasonAgainstBeing | null {
  const { clientReference, invoiceId, amount, destinationAddress, createdAt } = theirs
  if (clientReference !== undefined && clientReference !== ours.id) return { code: "other_reference" }
  if (invoiceId !== undefined) return { code: "of_an_invoice" }
  const difference = differenceFrom(ours, theirs)
  if (difference.length > 0) return { code: "differs", difference }
  if (clientReference !== undefined) return null
  const earliestMs = (ours.first_sent_at?.getTime() ?? -Infinity) - CLOCKS_DIFFER_MS
  if (createdAt !== undefined && Date.parse(createdAt) < earliestMs) return { code: "made_before" }
  if (amount === undefined || destinationAddress === undefined) return { code: "incomparable" }
  return phase === "failed" ? { code: "failed" } : null
}

import { compareAmounts } from "../../gateway/amount"
import { namesAnotherAsset } from "../../gateway/asset"
import type { WithdrawalPhase } from "../../gateway/contract"
import { canWithdrawalMove, type WithdrawalState } from "./withdrawal-lifecycle"

/** Terms of a payout as we requested it. Amounts in token units; an empty memo stands for none. */
export type WithdrawalTerms = {
  chain: string
  network_id: string
  token: string
  canonical_asset_id: string | null
  amount: string
  destination_address: string
  destination_memo: string
}

/** Terms as the service reports them; absent ones cannot be compared. */
export type ReportedTerms = {
  chain?: string | undefined
  networkId?: string | undefined
  token?: string | undefined
  canonicalAssetId?: string | undefined
  amount?: string | undefined
  destinationAddress?: string | undefined
  memo?: string | undefined
}

/** Parts in which a withdrawal of the service differs from ours; empty for none. */
export type Difference = readonly (
  "asset" | "amount" | "destination" | "memo" | "reference" | "quote" | "fee" | "net_amount" | "transaction"
)[]

/** Names the reported terms that differ from the request. */
export function differenceFrom(asked: WithdrawalTerms, reported: ReportedTerms): Difference {
  const { chain = asked.chain, networkId = asked.network_id, token = asked.token } = reported
  const isOtherAsset = namesAnotherAsset(
    { chain, networkId, token, canonicalAssetId: reported.canonicalAssetId ?? null },
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

/** What was confirmed beside the destination. Fee and net are null where the quote had none. */
export type ConfirmedDeal = {
  id: string
  quote_id: string | null
  quote_fee: string | null
  quote_net: string | null
}

export type ReportedDeal = {
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
    isOther(deal.quote_net, reported.netAmount) ? "net_amount" : null,
  ]
  return differing.filter((name) => name !== null)
}

/** EVM addresses ignore case. */
function isOtherAddress({ chain, destination_address: ours }: WithdrawalTerms, theirs: string | undefined) {
  if (theirs === undefined) return false
  return chain === "evm" ? ours.toLowerCase() !== theirs.toLowerCase() : ours !== theirs
}

const STATES_OF_PHASES = {
  pending: "sent",
  unknown: "sent",
  done: "completed",
  failed: "failed",
} as const satisfies Record<WithdrawalPhase, WithdrawalState>

/** The state of a payout that the service has. An unknown status is shown, never guessed. */
export function stateOfPhase(phase: WithdrawalPhase): "sent" | "completed" | "failed" {
  return STATES_OF_PHASES[phase]
}

export type GatewayStateFacts = {
  state: WithdrawalState
  phase: WithdrawalPhase
  status: string
  /** @see differenceFrom @see differenceFromQuote */
  difference: Difference
}

/**
 * What contradicts what was confirmed, or what is stored here. `status` is the service's.
 *
 * - `after_completion`: another status than completed.
 * - `after_end`: it was given up here, and the service has it all the same.
 * - `unsent`: it was not sent here.
 */
export type Mismatch =
  | { code: "differs"; difference: Difference }
  | { code: "after_completion" | "unsent"; status: string }
  | { code: "after_end"; state: WithdrawalState; status: string }

/**
 * What the service's withdrawal makes of a payout of ours.
 *
 * - `to`: its next state; the same where only the service's status changed, or where nothing may move it.
 * - `mismatches`: what a person has to review.
 * - `isRevived`: we had given it up, and another payout may have begun for the same purpose.
 */
export type GatewayState = {
  to: WithdrawalState
  mismatches: readonly Mismatch[]
  isRevived: boolean
}

/**
 * Decides what the canonical withdrawal makes of a row. The service wins over our states, except that nothing
 * leaves `completed`: then the difference is only shown.
 *
 * @example gatewayStateOf({ state: "refused", phase: "done", status: "completed", difference: []
 * }).isRevived // true
 */
export function gatewayStateOf(facts: GatewayStateFacts): GatewayState {
  const { state, phase, difference } = facts
  const reported = stateOfPhase(phase)
  const to = reported === state || canWithdrawalMove(state, reported) ? reported : state
  const isRevived = isGivenUp(state) && to !== state
  const differs = difference.length === 0 ? null : ({ code: "differs", difference } as const)
  const mismatches = [differs, contradiction(facts, reported)].filter((one) => one !== null)
  return { to, mismatches, isRevived }
}

function isGivenUp(state: WithdrawalState): boolean {
  return state === "failed" || state === "refused" || state === "cancelled"
}

/**
 * An unknown status after the end contradicts nothing, and neither does a failure of one that was written off:
 * no money left either way.
 */
function contradiction(
  { state, phase, status }: GatewayStateFacts,
  reported: "sent" | "completed" | "failed"
): Mismatch | null {
  if (state === reported) return null
  if (state === "completed") return phase === "unknown" ? null : { code: "after_completion", status }
  if (isGivenUp(state)) return reported === "failed" ? null : { code: "after_end", state, status }
  if (state === "requested" || state === "quoted" || state === "awaiting_approval")
    return { code: "unsent", status }
  return null
}

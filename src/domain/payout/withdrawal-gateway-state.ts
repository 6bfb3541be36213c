import { compareAmounts } from "../../gateway/amount"
import { namesAnotherAsset } from "../../gateway/asset"
import type { WithdrawalPhase } from "../../gateway/contract"
import { canWithdrawalMove, type WithdrawalState } from "./withdrawal-lifecycle"

/** What a payout of ours was asked for. Amounts in token units; an empty memo stands for none. */
export type WithdrawalTerms = {
  chain: string
  network_id: string
  token: string
  canonical_asset_id: string | null
  amount: string
  destination_address: string
  destination_memo: string
}

/** What the service says of a quote or a withdrawal. Whatever it does not repeat cannot be compared. */
export type ToldTerms = {
  chain?: string | undefined
  networkId?: string | undefined
  token?: string | undefined
  canonicalAssetId?: string | undefined
  amount?: string | undefined
  destinationAddress?: string | undefined
  memo?: string | undefined
}

/**
 * In what the service's answer differs from what was asked for.
 *
 * @returns null when nothing that it repeats differs; else the names of what does, such as "amount, destination"
 */
export function differenceFrom(asked: WithdrawalTerms, told: ToldTerms): string | null {
  const { chain = asked.chain, networkId = asked.network_id, token = asked.token } = told
  const isOtherAsset = namesAnotherAsset(
    { chain, networkId, token, canonicalAssetId: told.canonicalAssetId ?? null },
    {
      chain: asked.chain,
      networkId: asked.network_id,
      token: asked.token,
      canonicalAssetId: asked.canonical_asset_id,
    }
  )
  const differing = [
    isOtherAsset ? "asset" : null,
    told.amount !== undefined && compareAmounts(told.amount, asked.amount) !== 0 ? "amount" : null,
    isOtherAddress(asked, told.destinationAddress) ? "destination" : null,
    told.memo !== undefined && told.memo !== asked.destination_memo ? "memo" : null,
  ].filter((name) => name !== null)
  return differing.length === 0 ? null : differing.join(", ")
}

/** What a person has said yes to, beside where it goes. Fee and net are null where the quote told none. */
export type ConfirmedDeal = {
  id: string
  quote_id: string | null
  quote_fee: string | null
  quote_net: string | null
}

/** What the service says of a withdrawal beside its terms. */
export type ToldDeal = {
  clientReference?: string | undefined
  quoteId?: string | undefined
  fee?: string | undefined
  netAmount?: string | undefined
}

/**
 * In what a withdrawal of the service differs from what was confirmed, beside its terms: whose it is, of which quote, and what
 * it costs. One that failed costs nothing, whatever it says.
 *
 * @returns null when nothing that it repeats differs; else the names of what does, such as "reference, fee"
 */
export function departureFrom(deal: ConfirmedDeal, told: ToldDeal, phase: WithdrawalPhase): string | null {
  const { clientReference, quoteId } = told
  const isOther = (ours: string | null, theirs: string | undefined) =>
    phase !== "failed" && ours !== null && theirs !== undefined && compareAmounts(ours, theirs) !== 0
  const differing = [
    clientReference !== undefined && clientReference !== deal.id ? "reference" : null,
    quoteId !== undefined && deal.quote_id !== null && quoteId !== deal.quote_id ? "quote" : null,
    isOther(deal.quote_fee, told.fee) ? "fee" : null,
    isOther(deal.quote_net, told.netAmount) ? "net amount" : null,
  ].filter((name) => name !== null)
  return differing.length === 0 ? null : differing.join(", ")
}

/** Letters of an EVM address may be of either case. */
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

/** The state of a payout that the service has. A status that we do not know is shown, never guessed. */
export function stateOfPhase(phase: WithdrawalPhase): "sent" | "completed" | "failed" {
  return STATES_OF_PHASES[phase]
}

/** What is known when the service tells of a payout. */
export type TruthFacts = {
  state: WithdrawalState
  phase: WithdrawalPhase
  /** The service's own word. */
  status: string
  /** @see differenceFrom @see departureFrom */
  difference: string | null
}

/**
 * What the service's withdrawal makes of a payout of ours.
 *
 * - `to`: the state it comes to; the same where only the service's word has changed, or where nothing may move it.
 * - `mismatch`: what a person has to look at, in words.
 * - `isRevived`: we had given it up, and somebody may have begun another payout for the same meanwhile.
 */
export type Truth = {
  to: WithdrawalState
  mismatch: string | null
  isRevived: boolean
}

/**
 * Decides what the canonical withdrawal makes of a row. The truth wins over our states, except that nothing leaves
 * `completed`: then it is only told.
 *
 * @example truthOf({ state: "refused", phase: "done", status: "completed", difference: null }).isRevived // true
 */
export function truthOf(facts: TruthFacts): Truth {
  const { state, phase, difference } = facts
  const told = stateOfPhase(phase)
  const to = told === state || canWithdrawalMove(state, told) ? told : state
  const isRevived = isGivenUp(state) && to !== state
  const words = [
    difference === null ? null : `The service has it with another ${difference} than was confirmed.`,
    contradiction(facts, told),
  ].filter((part) => part !== null)
  return { to, mismatch: words.length === 0 ? null : words.join(" "), isRevived }
}

function isGivenUp(state: WithdrawalState): boolean {
  return state === "failed" || state === "refused" || state === "cancelled"
}

/**
 * A word after the end that we do not know says nothing against it, and a failure nothing against one that was given up:
 * no money left either way.
 */
function contradiction(
  { state, phase, status }: TruthFacts,
  told: "sent" | "completed" | "failed"
): string | null {
  if (state === told) return null
  if (state === "completed")
    return phase === "unknown" ? null : `It was completed here, and the service now calls it ${status}.`
  if (isGivenUp(state))
    return told === "failed" ? null : `It was ${state} here, and the service calls it ${status} after all.`
  if (state === "requested" || state === "quoted" || state === "awaiting_approval")
    return `Nobody has sent it here, and the service calls it ${status}.`
  return null
}

import { compareAmounts } from "../../gateway/amount"
import { namesAnotherAsset } from "../../gateway/asset"
import { categoryOfError, type WithdrawalPhase } from "../../gateway/contract"
import { isKeyTooOld, LONGEST_PAUSE_MS, pauseBeforeRepeating } from "../repeated-call"
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
type ConfirmedDeal = {
  id: string
  quote_id: string | null
  quote_fee: string | null
  quote_net: string | null
}

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

type GatewayStateFacts = {
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

export type FailedCreate = {
  /** The service's code, or ours where no answer could be read. */
  code: string
  /** Undefined when no response was read. */
  status: number | undefined
  /** Of this call with all its attempts. */
  outcome: "not_applied" | "unknown"
  isRetryable: boolean
  /** An earlier request of this create may have reached the service. */
  isUncertain: boolean
  /** An earlier answer under this key was a conflict that nobody here can read: it may mean that the service has the payout. */
  hasUnclearAnswer: boolean
  /** Since the first request with this key. */
  keyAgeMs: number
  /** How long the service remembers a key. */
  retentionMs: number
}

/** An answer without the documented form: from a faulty service, or a proxy in between. */
const UNREADABLE = "UNEXPECTED_RESPONSE"
/** A refusal of the key, not the payout: the merchant can fix it. */
const REFUSALS_OF_THE_KEY: readonly string[] = ["UNAUTHORIZED", "FORBIDDEN", "PAYOUT_KEY_MISSING"]
/** Codes that prove that the service received an earlier request of this payout. */
export const SIGNS_OF_AN_EARLIER_REQUEST = ["DUPLICATE_REQUEST", "IDEMPOTENCY_KEY_MISMATCH"] as const
/** Codes that every following request would get too. */
const SIGNS_OF_AN_ABSENCE: readonly string[] = [
  "NETWORK_ERROR",
  "TIMEOUT",
  "SERVICE_UNAVAILABLE",
  "INTERNAL_SERVER_ERROR",
  "CACHE_COORDINATION_UNAVAILABLE",
  "RATE_LIMIT_EXCEEDED",
  "UNAUTHORIZED",
  UNREADABLE,
]
/** Refusals of the request itself. Their status is not documented. */
const REFUSALS_OF_THE_REQUEST: readonly string[] = [
  "VALIDATION_ERROR",
  "INSUFFICIENT_BALANCE",
  "INVALID_REQUEST",
]
/**
 * The quote has expired, was used, or is unknown. Its end by our clock does not matter: the service's clock
 * may be ahead, and another store of the business may have used it.
 */
const REFUSALS_OF_THE_QUOTE: readonly string[] = ["CONFLICT", "NOT_FOUND"]
const CONFLICT_STATUS = 409
const STATUSES_OF_A_REFUSAL: readonly number[] = [400, 404, 422]
const CONCLUSIVE_CODES: readonly string[] = [
  ...REFUSALS_OF_THE_KEY,
  ...REFUSALS_OF_THE_REQUEST,
  ...REFUSALS_OF_THE_QUOTE,
]

/**
 * Whether this call may have reached the service. A refusal without the documented body may come from a
 * proxy, so it proves nothing.
 */
export function mayHaveBeenSent({ code, outcome }: Pick<FailedCreate, "code" | "outcome">): boolean {
  return outcome === "unknown" || code === UNREADABLE
}

/**
 * Whether an answer to a repetition shows that the service has something under this key, reference or quote.
 * Before anything was sent a conflict has other causes.
 */
export function isUnexplainedConflict({
  code,
  status,
  isUncertain,
  outcome,
}: Pick<FailedCreate, "code" | "status" | "isUncertain" | "outcome">): boolean {
  if (code === "IDEMPOTENCY_REQUEST_IN_PROGRESS" || code === UNREADABLE) return false
  return saysItHasIt(code) || (status === CONFLICT_STATUS && (isUncertain || outcome === "unknown"))
}

/** Whether the code says that the service has a withdrawal of this payout. */
export function saysItHasIt(code: string | null): boolean {
  return SIGNS_OF_AN_EARLIER_REQUEST.some((sign) => sign === code)
}

/** Whether a code means that the service is unavailable, rather than something about this payout. */
export function isServiceAway(code: string | null): boolean {
  return code !== null && SIGNS_OF_AN_ABSENCE.includes(code)
}

/**
 * Decides how a payout goes on after a failed create.
 *
 * - `repeat`: the same call with the same key, also after an unreadable answer: a service that has the payout
 *   returns its stored answer.
 * - `release`: nothing was sent, and repeating cannot help. The payout is refused.
 * - `requote`: nothing was sent, and the quote cannot be used. A person requests a new one.
 * - `prove`: the key was repeated, and the service has nothing under it. Its list decides between `requote` and `look`.
 * - `look`: the service may have the payout, and repeating shows nothing more. It is searched for, and never
 *   released by that alone.
 *
 * Once a request may have reached the service, no refusal releases a payout: the first request itself may be
 * why a later one is refused. A balance is too low, or a quote is used, because the money is on its way.
 *
 * @see service-interface "Retry rules"
 */
export function decideAfterCreate(
  failure: FailedCreate
): "repeat" | "release" | "requote" | "prove" | "look" {
  const { code, status, keyAgeMs, retentionMs } = failure
  if (saysItHasIt(code)) return "look"
  const isDoubtful = failure.isUncertain || mayHaveBeenSent(failure)
  if (mayPass(failure) || (isDoubtful && (code === UNREADABLE || REFUSALS_OF_THE_KEY.includes(code))))
    return isKeyTooOld(keyAgeMs, retentionMs) ? "look" : "repeat"
  if (isDoubtful) return "look"
  if (failure.hasUnclearAnswer) return "prove"
  if (!isConclusive(failure))
    return status === CONFLICT_STATUS && !isKeyTooOld(keyAgeMs, retentionMs) ? "repeat" : "look"
  return isRefusalOfTheQuote(failure) ? "requote" : "release"
}

/** A refusal in words that nobody here knows ends this quote only: the next one shows whether it was the reason. */
function isRefusalOfTheQuote({ code, status }: FailedCreate): boolean {
  if (REFUSALS_OF_THE_QUOTE.includes(code)) return true
  return isUnclearCode(code) && status !== undefined && STATUSES_OF_A_REFUSAL.includes(status)
}

/** Whether a code says nothing here of whether the service has a payout. */
export function isUnclearCode(code: string | null): boolean {
  if (code === null || code === "IDEMPOTENCY_REQUEST_IN_PROGRESS" || saysItHasIt(code)) return false
  return ![...CONCLUSIVE_CODES, ...SIGNS_OF_AN_ABSENCE].includes(code)
}

function mayPass({ code, status, isRetryable }: FailedCreate): boolean {
  if (isRetryable) return true
  const category = code === UNREADABLE ? undefined : categoryOfError(code, status)
  return category === "rate_limited" || category === "server"
}

/** Whether the code alone proves that no payout was made. An unknown code with 409 may mean the opposite. */
function isConclusive({ code, status }: FailedCreate): boolean {
  return (
    CONCLUSIVE_CODES.includes(code) ||
    (status !== undefined && status >= 400 && status < 500 && status !== CONFLICT_STATUS)
  )
}

/**
 * Milliseconds before a create is sent again: a merchant needs time to fix a key. @param attempts at least 1
 */
export function pauseBeforeCreatingAgain({ code, attempts }: { code: string; attempts: number }): number {
  return REFUSALS_OF_THE_KEY.includes(code) ? LONGEST_PAUSE_MS : pauseBeforeRepeating(attempts)
}

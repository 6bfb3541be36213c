import { compareAmounts, decimalsOf, multiplyDivide } from "../../gateway/amount"
import { withdrawalPhase } from "../../gateway/contract"
import { isSameAddress } from "../payment/invoice-reading"
import { isSettledStatus } from "../payment/payment-status"

/** `planned`: the service has not shown it yet. `not_split`: less was paid than expected, so the service pays no shares. */
export const LEG_PHASES = ["planned", "not_split", "pending", "done", "failed", "unknown"] as const
export type LegPhase = (typeof LEG_PHASES)[number]
type ShownPhase = Exclude<LegPhase, "not_split">

/** @param status the service's, null until it has shown the leg */
export function legPhase(status: string | null): ShownPhase {
  return status === null ? "planned" : withdrawalPhase(status)
}

/** The phase of a leg of an attempt: the service splits no tolerated underpayment. @see service-interface "Settlement stages" */
export function legPhaseOf(
  status: string | null,
  attempt: { gateway_status: string | null; received_amount: string | null; expected_amount: string }
): LegPhase {
  const { gateway_status, received_amount: received, expected_amount: expected } = attempt
  const isShort =
    isSettledStatus(gateway_status) && received !== null && compareAmounts(received, expected) < 0
  return status === null && isShort ? "not_split" : legPhase(status)
}

/** What identifies a leg: a recipient that was stored before its invoice was requested, or a withdrawal that the service showed. */
export type KnownLeg = {
  id: string
  position: number
  share_bps: number | null
  destination_address: string | null
  gateway_withdrawal_id: string | null
  gateway_status: string | null
  tx_hash: string | null
}

/** What the service shows of a leg. A transaction names no withdrawal where the service's list names the invoice alone. */
export type ShownLeg = {
  withdrawalId: string | null
  status: string
  /** The service's own; null where the status does not come from one. */
  statusWord: string | null
  destinationAddress: string | null
  /** Decimals in token units. */
  amount: string | null
  fee: string | null
  txHash: string | null
  failureReason: string | null
}

/** Where the split happens, and what it splits at most. */
type Split = { chain: string; expected_amount: string }

const WHOLE_BPS = "10000"
/** How many times the difference between an amount and its share fits into that share: the fees of the service are smaller. */
const CLOSE = 10n
const MOST_DECIMALS = 30

/**
 * Finds the leg that the service shows: by its withdrawal, else by its transaction, else among the recipients that the service has not
 * shown. Several recipients may share an address, so the share that is closest to the amount counts, then the first. Without an
 * address only one recipient may fit.
 *
 * @returns undefined for a leg that has no row yet
 */
export function matchLeg<Leg extends KnownLeg>(
  legs: readonly Leg[],
  shown: ShownLeg,
  split: Split
): Leg | undefined {
  const { withdrawalId, txHash } = shown
  const known = legs.find((leg) => withdrawalId !== null && leg.gateway_withdrawal_id === withdrawalId)
  if (known) return known
  const nameless = legs.filter((leg) => leg.gateway_withdrawal_id === null)
  const paid = nameless.filter((leg) => txHash !== null && leg.tx_hash === txHash)
  const candidates = paid.length > 0 ? paid : nameless.filter(isPlanned)
  if (shown.destinationAddress === null) return onlyFitting(candidates, shown.amount, split)
  const [first, ...others] = candidates
    .filter((leg) => isAt(leg, shown, split))
    .sort((one, other) => one.position - other.position)
  if (first === undefined || shown.amount === null) return first
  const { amount } = shown
  const isCloser = (one: Leg, other: Leg) => distance(one, amount, split) < distance(other, amount, split)
  return others.reduce((best, leg) => (isCloser(leg, best) ? leg : best), first)
}

const isPlanned = ({ gateway_status }: KnownLeg) => gateway_status === null

/** The only recipient whose share is about the amount; without an amount, the only recipient that is left. */
function onlyFitting<Leg extends KnownLeg>(
  legs: readonly Leg[],
  amount: string | null,
  split: Split
): Leg | undefined {
  const fitting = legs.filter((leg) => amount === null || isClose(leg, amount, split))
  return fitting.length === 1 ? fitting[0] : undefined
}

function isClose(leg: KnownLeg, amount: string, split: Split): boolean {
  return distance(leg, amount, split) * CLOSE <= distance(leg, "0", split)
}

function isAt({ destination_address: ours }: KnownLeg, { destinationAddress }: ShownLeg, { chain }: Split) {
  return ours !== null && destinationAddress !== null && isSameAddress(chain, ours, destinationAddress)
}

/** How far an amount is from a share of what was expected, in ten thousandths of the smallest unit that either text has. */
function distance({ share_bps }: KnownLeg, amount: string, { expected_amount }: Split): bigint {
  const decimals = Math.min(MOST_DECIMALS, Math.max(decimalsOf(amount), decimalsOf(expected_amount)))
  const share = multiplyDivide(expected_amount, { times: String(share_bps ?? 0) }, decimals, "down")
  const whole = multiplyDivide(amount, { times: WHOLE_BPS }, decimals, "down")
  return share < whole ? whole - share : share - whole
}

/** The position of a leg that has no row yet. */
export function nextPosition(legs: readonly Pick<KnownLeg, "position">[]): number {
  return legs.reduce((next, { position }) => Math.max(next, position + 1), 0)
}

/**
 * Whether an observation changes nothing: a reading from before the stored one, or an event about a leg that is over. Nothing says
 * when an event became true, so no event takes back what was paid. One that was paid after a failure counts, or an operator would
 * pay its recipient twice.
 *
 * @param askedAt when a reading was requested; null for an event
 */
export function isOldObservation(
  leg: Pick<KnownLeg, "gateway_status"> & { checked_at: Date | null },
  { status }: Pick<ShownLeg, "status">,
  askedAt: Date | null
): boolean {
  if (askedAt !== null) return leg.checked_at !== null && leg.checked_at > askedAt
  const known = legPhase(leg.gateway_status)
  return known === "done" || (known === "failed" && withdrawalPhase(status) !== "done")
}

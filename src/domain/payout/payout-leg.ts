import { decimalsOf, multiplyDivide } from "../../gateway/amount"
import { withdrawalPhase, type WithdrawalPhase } from "../../gateway/contract"
import { isSameAddress } from "../payment/invoice-reading"

/** `planned`: the service has not shown it yet. */
export const LEG_PHASES = ["planned", "pending", "done", "failed", "unknown"] as const
export type LegPhase = (typeof LEG_PHASES)[number]

/** @param status the service's, null until it has shown the leg */
export function legPhase(status: string | null): LegPhase {
  return status === null ? "planned" : withdrawalPhase(status)
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
const MOST_DECIMALS = 30

/**
 * Finds the leg that the service shows: by its withdrawal, else by its transaction, else among the recipients that the service has not
 * shown. Several recipients may share an address, so the share that is closest to the amount counts, then the first.
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
  const [first, ...others] = (paid.length > 0 ? paid : nameless.filter(isPlanned))
    .filter((leg) => isAt(leg, shown, split))
    .sort((one, other) => one.position - other.position)
  if (first === undefined || shown.amount === null) return first
  const { amount } = shown
  const isCloser = (one: Leg, other: Leg) => distance(one, amount, split) < distance(other, amount, split)
  return others.reduce((best, leg) => (isCloser(leg, best) ? leg : best), first)
}

const isPlanned = ({ gateway_status }: KnownLeg) => gateway_status === null

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
 * Whether an observation changes nothing: a reading from before the stored one, or an event about a leg that is over that reports no
 * other end. Nothing says when an event became true.
 *
 * @param askedAt when a reading was requested; null for an event
 */
export function isOldObservation(
  leg: Pick<KnownLeg, "gateway_status"> & { checked_at: Date | null },
  { status }: Pick<ShownLeg, "status">,
  askedAt: Date | null
): boolean {
  if (askedAt !== null) return leg.checked_at !== null && leg.checked_at > askedAt
  const ends: readonly LegPhase[] = ["done", "failed"]
  const known = legPhase(leg.gateway_status)
  const reported: WithdrawalPhase = withdrawalPhase(status)
  return ends.includes(known) && (reported === known || !ends.includes(reported))
}

import { compareAmounts, formatAmount, multiplyDivide, parseAmount, WHOLE_BPS } from "../../gateway/amount"
import { isSettledStatus, type PaymentResolution, type PaymentState } from "./payment-lifecycle"

const HOUR_MS = 60 * 60_000

/** Amounts are decimals in token units. */
export type MoneySoFar = {
  state: PaymentState
  gateway_status: string | null
  expected_amount: string
  received_amount: string | null
}

/** Whether something came that the service does not call settled: a part, or all of it after the expiry. */
export function hasUnsettledMoney({
  gateway_status,
  received_amount,
}: Pick<MoneySoFar, "gateway_status" | "received_amount">): boolean {
  if (received_amount === null || compareAmounts(received_amount, "0") <= 0) return false
  return gateway_status === null || !isSettledStatus(gateway_status)
}

/** Whether less than the expected amount has arrived. */
export function isPaidInPart(money: Omit<MoneySoFar, "state">): boolean {
  const { expected_amount, received_amount } = money
  return hasUnsettledMoney(money) && compareAmounts(received_amount ?? "0", expected_amount) < 0
}

/** Decimal in token units; "0" when all is paid. */
export function remainingOf(
  money: Pick<MoneySoFar, "expected_amount" | "received_amount"> & { decimals: number }
): string {
  const expected = parseAmount(money.expected_amount, money.decimals)
  const received = money.received_amount === null ? 0n : parseAmount(money.received_amount, money.decimals)
  return formatAmount(received < expected ? expected - received : 0n, money.decimals)
}

/**
 * Whether a part waits for a decision. The rest may still come to the same address and is then settled like
 * any other money.
 */
export function isUndecidedPart(payment: {
  state: PaymentState
  unallocated_reason: string | null
  resolution: PaymentResolution | null
}): boolean {
  return (
    payment.state === "unallocated" &&
    payment.unallocated_reason === "partial_payment" &&
    payment.resolution === null
  )
}

/** Whether money of a payment may lie unseen: it waits for more, or ended and was opened again. */
export function canBeQueued(state: PaymentState): boolean {
  return state === "awaiting" || state === "expired" || state === "failed" || state === "cancelled"
}

/** Instants are epoch milliseconds. */
export type PartFacts = MoneySoFar & {
  expiresAtMs: number | null
  seenAtMs: number | null
  /** Its session was deleted or its order is closed. */
  isGivenUp: boolean
  /** An order with a deadline waits for it; that deadline decides about the part. */
  hasTimedOrder: boolean
}

/**
 * Whether a part goes to the review queue now.
 *
 * @param holdHours how long to wait for the rest where no deadline does
 */
export function isPartDue(facts: PartFacts, holdHours: number, nowMs: number): boolean {
  if (!canBeQueued(facts.state) || !hasUnsettledMoney(facts)) return false
  if (facts.isGivenUp) return true
  if (facts.expiresAtMs !== null && facts.expiresAtMs <= nowMs) return true
  return !facts.hasTimedOrder && facts.seenAtMs !== null && nowMs - facts.seenAtMs >= holdHours * HOUR_MS
}

/** Money that may be meant for an order and does not pay all of it. */
export type HeldMoney = {
  /** Of the expected amount; `"unknown"` for money that a person has to value. */
  share: { part: string; whole: string } | "unknown"
  /** When it was first seen, or applied to the order. Epoch milliseconds. */
  atMs: number
}

/**
 * Until when an overdue order is held for the money it got.
 *
 * The hold begins at the order's deadline, or when money came that alone is enough for a hold: repeated dust
 * prolongs nothing.
 *
 * @param overAtMs the order's deadline
 * @returns epoch milliseconds; null when what came is not enough for a hold
 * @example holdUntil([{ share: { part: "8.5", whole: "17" }, atMs: 0 }], 1_000, { minBps: 1_000, hours: 24 })
 * // 86_401_000
 */
export function holdUntil(
  money: readonly HeldMoney[],
  overAtMs: number,
  { minBps, hours }: { minBps: number; hours: number }
): number | null {
  if (money.length === 0) return null
  const total = money.reduce((sum, one) => sum + shareBps(one), 0n)
  if (total < BigInt(minBps)) return null
  const large = money.filter((one) => shareBps(one) >= BigInt(minBps))
  return Math.max(overAtMs, ...large.map(({ atMs }) => atMs)) + hours * HOUR_MS
}

/** Rounded down. An unknown value counts as the whole. */
function shareBps({ share }: HeldMoney): bigint {
  if (share === "unknown" || compareAmounts(share.whole, "0") === 0) return WHOLE_BPS
  return multiplyDivide(share.part, { times: String(WHOLE_BPS), by: share.whole }, 0, "down")
}

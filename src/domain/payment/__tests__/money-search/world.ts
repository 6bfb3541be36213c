import type { Invoice } from "../../../../gateway/contract"
import type { BookedRefund } from "../../../refund/refund-calculation"
import {
  type AttemptState,
  type PaymentOutcome,
  type PaymentResolution,
  type PaymentState,
  splitState,
} from "../../payment-status"

/** What every session asks for: the order's total in dollars, and as many tokens. */
export const TOTAL = "10"
export const DECIMALS = 6

/** Instants that the rules compare: before, at and after the second attempt of a session was opened. */
const FIRST_OPENED = new Date(0)
const EARLY = new Date(1)
const SECOND_OPENED = new Date(2)
const LATE = new Date(3)

type Status = "pending" | "confirming" | "paid" | "overpaid" | "expired"

/** The chain's and the gateway's truth about one invoice. Whole tokens. */
export type GatewayInvoice = {
  readonly status: Status
  readonly received: number
  /** What was there before the last transfer. */
  readonly before: number
  /** The most that was ever there: a reorganization may undo it. */
  readonly most: number
  readonly wasSettled: boolean
  /** After a reorganization the gateway reports no amount at all, rather than zero. */
  readonly isSilent: boolean
}

/** Our row of an attempt. */
export type Attempt = {
  invoice: GatewayInvoice
  /** Our row says what the invoice says now. */
  isRead: boolean
  state: AttemptState
  gateway_status: string | null
  received_amount: string | null
  implausible_amount: string | null
  part_seen_at: Date | null
  confirming_at: Date | null
  largest_part_amount: string | null
  /** What the gateway said is there, beyond what only confirmed, as last read. */
  backed: number
  updated_at: Date
}

export type Refund = BookedRefund & { isWithdrawn: boolean }

/** An invoice that a process has read and not acted on yet, and the row that it saw. */
export type PendingRead = { attempt: number; invoice: GatewayInvoice; state: PaymentState; current: number }

/** Our row of a payment, its Medusa session, and what Medusa booked for it. */
export type Payment = {
  attempts: Attempt[]
  /** -1 before the shopper has chosen. */
  current: number
  outcome: PaymentOutcome
  unallocated_reason: string | null
  resolution: PaymentResolution | null
  resolution_done_at: Date | null
  resolved_token_amount: string | null
  applied_amount: string | null
  order_outstanding_amount: string | null
  contradiction: string | null
  contradiction_ended_at: Date | null
  settled_at: Date | null
  isSessionDeleted: boolean
  order_closed_at: Date | null
  refunds: Refund[]
  /** Medusa's captures and refunds, in dollars: of its own session, and of the one that carries applied money. */
  captured: string
  applied: string
  refunded: string
  reads: PendingRead[]
  /** What an event itself did wrong. */
  breach: string | null
}

/** The payment that an event is about, and what its rules see of the order: the other payment never changes with it. */
export type World = {
  own: Payment
  other: Payment
  isOrderCancelled: boolean
}

/** Nothing is chosen yet. */
export const NO_PAYMENT: Payment = {
  ...{ attempts: [], current: -1, outcome: "open", unallocated_reason: null, resolution: null },
  ...{ resolution_done_at: null, resolved_token_amount: null, applied_amount: null },
  ...{ order_outstanding_amount: null, contradiction: null, contradiction_ended_at: null, settled_at: null },
  ...{ isSessionDeleted: false, order_closed_at: null },
  ...{ refunds: [], captured: "0", applied: "0", refunded: "0", reads: [], breach: null },
}

/** A copy that can be changed. */
export const copyPayment = (payment: Payment): Payment => ({
  ...payment,
  attempts: payment.attempts.map((attempt) => ({ ...attempt })),
  refunds: payment.refunds.map((refund) => ({ ...refund })),
  reads: [...payment.reads],
})

export const attemptOf = (payment: Payment, number: number): Attempt => mustHave(payment.attempts[number])

export function mustHave<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("the model has no such session or attempt")
  return value
}

export const nowOf = ({ attempts }: Payment): Date => (attempts.length > 1 ? LATE : EARLY)

export const isCurrent = (payment: Payment, attempt: number): boolean => payment.current === attempt

/** The state of a payment with an attempt, as the store's view of both rows computes it. */
export function stateOf(payment: Payment, attempt: number): PaymentState {
  if (payment.current === attempt && payment.outcome !== "open")
    return payment.outcome === "captured" ? "captured" : "unallocated"
  return attemptOf(payment, attempt).state
}

/** What is the same for every payment here. */
const RAIL = { chain: "evm", token: "USDC" }
const NETWORK = "base-mainnet"
const ATTEMPT_IDS = ["attempt 0", "attempt 1"] as const

const invoiceId = (number: number) => (number === 0 ? "inv_0" : "inv_1")

/** What is the same in every row. */
const COMMON = {
  ...{ ...RAIL, network_id: NETWORK, canonical_asset_id: null, kind: "invoice" as const },
  ...{ expected_amount: TOTAL, fiat_amount: TOTAL, currency_code: "usd", decimals: DECIMALS },
  ...{ external_order_id: null, expires_at: null },
  ...{ customer_id: null, proposed_order_id: null, proposed_by: null },
}

/** A payment with one of its attempts, as the rules read it. To spread all of these would take four times as long. */
export function rowOf(payment: Payment, number: number) {
  const { resolution, isSessionDeleted } = payment
  const attempt: Omit<Attempt, "state"> = attemptOf(payment, number)
  return Object.assign({ ...payment }, attempt, COMMON, {
    attempt_id: number === 0 ? ATTEMPT_IDS[0] : ATTEMPT_IDS[1],
    current_attempt_id: payment.current === 0 ? ATTEMPT_IDS[0] : ATTEMPT_IDS[1],
    attempt_created_at: number === 0 ? FIRST_OPENED : SECOND_OPENED,
    state: stateOf(payment, number),
    gateway_invoice_id: invoiceId(number),
    resolved_by: resolution === null ? null : "operator",
    applied_order_id: resolution === "apply" ? "order" : null,
    abandoned_at: isSessionDeleted ? FIRST_OPENED : null,
  })
}
export type Row = ReturnType<typeof rowOf>

export function invoiceOf({ status, received, most, isSilent }: GatewayInvoice, number: number): Invoice {
  return {
    ...{ ...RAIL, networkId: NETWORK, id: invoiceId(number), status, amount: TOTAL },
    ...(received > 0 || (most > 0 && !isSilent) ? { receivedAmount: String(received) } : {}),
  }
}

/** Stores the state of a payment and its attempt as the two rows have it. */
export function storeState(payment: Payment, number: number, state: PaymentState): void {
  const split = splitState(state)
  if (isCurrent(payment, number)) payment.outcome = split.payment
  if (split.attempt !== null) attemptOf(payment, number).state = split.attempt
}

/** Two payments whose rows have the same key do the same when they are read the same. */
export function keyOfRows(payment: Payment): string {
  const { attempts, refunds, settled_at, resolution_done_at, contradiction_ended_at, ...rest } = payment
  const { order_closed_at, reads: _, ...plain } = rest
  return [
    ...Object.values(plain),
    ...[settled_at, resolution_done_at, contradiction_ended_at, order_closed_at].map((at) => at !== null),
    ...attempts.map((one) =>
      [
        ...[one.state, one.gateway_status, one.received_amount, one.implausible_amount],
        ...[one.largest_part_amount, one.backed],
        ...[one.part_seen_at, one.confirming_at, one.updated_at].map(instant),
      ].join()
    ),
    ...refunds.map(({ id, state, token_amount, share_amount, isWithdrawn }) =>
      [id, state, token_amount, share_amount, isWithdrawn].join()
    ),
  ].join(";")
}

const instant = (moment: Date | null) => (moment === null ? "-" : moment.getTime())

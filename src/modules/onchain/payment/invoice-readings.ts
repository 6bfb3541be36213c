import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { FIRST_CHECK_MS } from "../../../domain/payment/check-schedule"
import {
  decideContradiction,
  decideEarlierReading,
  decideReading,
  type KnownMoney,
  type Reading,
} from "../../../domain/payment/invoice-reading"
import { addressChange } from "../../../domain/payment/payment-page"
import {
  type AttemptState,
  isSettledStatus,
  type PaymentState,
  splitState,
} from "../../../domain/payment/payment-status"
import { remainingOf } from "../../../domain/payment/received-amount"
import type { SettlementBounds } from "../../../domain/payment/settlement"
import type { Invoice } from "../../../gateway/contract"
import {
  ORDER_UNDERPAID,
  PAYMENT_AWAITING,
  PAYMENT_CONTRADICTED,
  PAYMENT_EXPIRED,
  PAYMENT_PARTIALLY_PAID,
  PAYMENT_SETTLED,
  PAYMENT_UNALLOCATED,
} from "../events"
import { IS_WAITING } from "../models/transaction"
import type { OutboxEvent } from "../work/outbox"
import { type PaymentRow, paymentToExpected } from "./payment-row"
import { type Columns, updatePayments } from "./payment-writes"

type Ids = Pick<PaymentRow, "id" | "session_id">

function event({ id, session_id }: Ids, name: string, data: Record<string, unknown>): OutboxEvent {
  return { subject: id, name, data: { payment_id: id, session_id, ...data } }
}

/** Delays the message: many shoppers pay immediately, and Medusa may roll the order back. */
const AWAITING_DELAY_MS = 60_000

/** An order was placed and is unpaid. */
export function awaitingEvent(payment: Ids, order_id: string | null): OutboxEvent {
  return { ...event(payment, PAYMENT_AWAITING, { order_id }), messageDelayMs: AWAITING_DELAY_MS }
}

/** The current quote expired and its order still awaits payment. */
function expiredEvent(payment: PaymentRow): OutboxEvent {
  const { attempt_id, placed_order_id: order_id } = payment
  return { ...event(payment, PAYMENT_EXPIRED, { attempt_id, order_id }), messageDelayMs: 0 }
}

/** A larger part than ever before has arrived. */
export function partialEvent(payment: PaymentRow, received_amount: string): OutboxEvent {
  const { attempt_id, token, expected_amount } = payment
  const remaining_amount = remainingOf({ ...payment, received_amount })
  const data = { attempt_id, token, expected_amount, received_amount, remaining_amount }
  return { ...event(payment, PAYMENT_PARTIALLY_PAID, data), messageDelayMs: 0 }
}

/** Settled money has no order to go to. */
export function unallocatedEvent(payment: Ids, reason: string): OutboxEvent {
  return event(payment, PAYMENT_UNALLOCATED, { reason })
}

/**
 * A payment is captured, perhaps for less than its order costs.
 *
 * @param captured.outstandingAmount what the order is still owed, in major units; null when nothing is
 */
export function capturedEvents(
  payment: PaymentRow,
  { orderId: order_id, outstandingAmount }: { orderId: string | null; outstandingAmount: string | null }
): OutboxEvent[] {
  const settled = { ...event(payment, PAYMENT_SETTLED, { order_id }), messageDelayMs: 0 }
  if (order_id === null || outstandingAmount === null) return [settled]
  const { currency_code } = payment
  const short = { order_id, outstanding_amount: outstandingAmount, currency_code }
  return [settled, event(payment, ORDER_UNDERPAID, short)]
}

/** The gateway no longer stands by money that is captured or held for review. */
function contradictedEvent(payment: PaymentRow, status: string | null): OutboxEvent {
  const order_id = payment.applied_order_id ?? payment.placed_order_id
  return event(payment, PAYMENT_CONTRADICTED, { order_id, status })
}

/** `hasReceivedSome`: an attempt has, also what is owed back. `claimedTxHash`: the last transaction that the payer named. */
export type PaymentMoney = KnownMoney & { hasReceivedSome: boolean; claimedTxHash: string | null }

/** Hex means the same in any case: wallets write an address with a checksum in its capitals. */
export const isSameAddressIn = (ours: string, theirs: string) =>
  `(${ours} = ${theirs} OR (${theirs} LIKE '0x%' AND lower(${ours}) = lower(${theirs})))`

const PART = `SELECT 1 FROM onchain_attempt AS a WHERE a.payment_id = p.id AND a.deleted_at IS NULL
  AND a.received_amount::numeric > 0 AND COALESCE(a.gateway_status NOT IN ('paid', 'overpaid'), true)
  AND NOT EXISTS (SELECT 1 FROM onchain_refund AS r WHERE r.attempt_id = a.id AND r.deleted_at IS NULL)`

const IS_UNDECIDED = "d.state IN ('in_review', 'processing')"

/** Accepted money belongs to its deposit until it is queued. */
const TIED = `SELECT 1 FROM onchain_deposit AS d WHERE d.payment_id = p.id AND d.deleted_at IS NULL
  AND (${IS_UNDECIDED} OR (d.state = 'accepted' AND d.queued_at IS NULL))`

/** Whether an open payment of the customer asks for the asset of a deposit. */
const IS_ASKED_FOR = `EXISTS (SELECT 1 FROM onchain_attempt AS other JOIN onchain_payment AS its ON its.id = other.payment_id
  WHERE other.customer_id = d.customer_id AND other.chain = d.chain AND other.network_id = d.network_id
    AND other.deleted_at IS NULL AND its.state = 'open' AND its.abandoned_at IS NULL AND its.order_closed_at IS NULL
    AND (other.token = d.token OR other.canonical_asset_id = d.canonical_asset_id))`

/**
 * A deposit to the customer's reusable address since the payment was opened, by our own time of first sight: the clock of the
 * service may be behind. An asset that no payment asks for may be meant for each.
 */
const MEANT = `SELECT 1 FROM onchain_attempt AS a JOIN onchain_deposit AS d
    ON d.customer_id = a.customer_id AND d.chain = a.chain AND d.network_id = a.network_id
  WHERE a.payment_id = p.id AND a.deleted_at IS NULL AND a.kind = 'auto_deposit' AND d.deleted_at IS NULL
    AND d.created_at >= p.created_at
    AND (d.token = a.token OR d.canonical_asset_id = a.canonical_asset_id OR NOT ${IS_ASKED_FOR})
    AND (${IS_UNDECIDED} OR (d.state = 'assigned' AND d.action_intent_id = a.gateway_intent_id AND a.gateway_invoice_id IS NULL))`

const QUEUED = `SELECT 1 FROM onchain_deposit AS d JOIN onchain_payment AS q ON q.session_id = 'deposit_' || p.id || '_' || d.id
  WHERE d.payment_id = p.id AND q.state = 'held' AND q.resolution_done_at IS NULL
    AND (q.resolution IS NULL OR q.resolution = 'apply')`

/** Receipts in review. An operator's review ends what they mean for a payment. */
const WAITING = `(SELECT * FROM onchain_transaction WHERE deleted_at IS NULL AND status = 'review_required'
  AND direction IS DISTINCT FROM 'out' AND ${IS_WAITING}) AS t`

const OF_ACCOUNT = "t.environment = a.environment AND t.business_id = a.business_id"

const NAMED = `SELECT 1 FROM onchain_attempt AS a JOIN ${WAITING} ON t.reference = a.gateway_invoice_id AND ${OF_ACCOUNT}
  WHERE a.payment_id = p.id AND a.deleted_at IS NULL`

/** A reusable address is older than the payment, and so may its money be. */
const ADDRESSED = `SELECT 1 FROM onchain_attempt AS a JOIN ${WAITING}
    ON ${isSameAddressIn("a.deposit_address", "t.to_address")} AND ${OF_ACCOUNT}
  WHERE a.payment_id = p.id AND a.deleted_at IS NULL AND (a.memo IS NULL OR a.memo = t.memo)
    AND (a.kind = 'invoice' OR t.created_at >= p.created_at)`

/** Transactions are public, so one that belongs to another payment proves nothing for this one. */
const CLAIMED = `SELECT 1 FROM onchain_payment_claim AS claim WHERE claim.payment_id = p.id AND claim.deleted_at IS NULL AND (
  EXISTS (SELECT 1 FROM onchain_deposit AS d WHERE claim.tx_hash IN (d.tx_hash, lower(d.tx_hash)) AND d.deleted_at IS NULL
    AND ${IS_UNDECIDED} AND d.confirmed_at IS NOT NULL AND d.payment_id IS NULL AND d.created_at >= p.created_at)
  OR EXISTS (SELECT 1 FROM ${WAITING} WHERE claim.tx_hash IN (t.tx_hash, lower(t.tx_hash))
    AND t.created_at >= p.created_at
    AND NOT EXISTS (SELECT 1 FROM onchain_attempt AS other WHERE other.gateway_invoice_id = t.reference)))`

const KNOWN = `SELECT p.id, EXISTS (${PART}) AS "hasPart",
    EXISTS (${TIED}) OR EXISTS (${MEANT} AND d.payment_id IS NULL) AS "hasDeposit",
    EXISTS (${MEANT} AND d.payment_id <> p.id) AS "hasDepositOfSibling",
    EXISTS (${QUEUED}) AS "hasAcceptedDeposit",
    EXISTS (${NAMED}) OR EXISTS (${ADDRESSED}) AS "hasTransaction",
    EXISTS (${CLAIMED}) AS "hasConfirmedClaim",
    EXISTS (SELECT 1 FROM onchain_attempt AS a WHERE a.payment_id = p.id AND a.received_amount::numeric > 0) AS "hasReceivedSome",
    (SELECT tx_hash FROM onchain_payment_claim AS claim WHERE claim.payment_id = p.id ORDER BY created_at DESC LIMIT 1)
      AS "claimedTxHash"
  FROM onchain_payment AS p WHERE p.id = ANY(?)`

/** Reads what money of some payments is known to be at the service, whatever record names it. */
export async function readKnownMoney(knex: Knex, paymentIds: readonly string[]): Promise<PaymentMoney[]> {
  const { rows } = await knex.raw(KNOWN, [[...new Set(paymentIds)]])
  return rows.map(({ id: _, ...money }: PaymentMoney & { id: string }) => money)
}

/** The canonical invoice, its progress, and columns that belong to the same write. */
export type InvoiceReading = { invoice: Invoice; progress: Invoice; also: Partial<PaymentRow> }
type Change = { columns: Columns; events: OutboxEvent[] }
/** Changes the row that was read, unless it has moved meanwhile, or where it has to be undecided, was decided about. */
type PlannedWrite = Change & {
  from: PaymentRow
  attemptState: AttemptState | null
  isUndecided: boolean
}

const NO_CHANGE: Change = { columns: {}, events: [] }

/** Plans how an invoice changes a payment's row, and the events that report the change. */
export class InvoiceReadings {
  constructor(
    private readonly knex: Knex,
    private readonly bounds: SettlementBounds
  ) {}

  plan(payment: PaymentRow, { invoice, progress, also }: InvoiceReading): PlannedWrite {
    const now = new Date()
    const expected = paymentToExpected({ ...payment, ...also })
    const reading = decideReading(payment, expected, invoice, { bounds: this.bounds, now })
    const { trouble, isCompleted, settledAt, received } = reading
    const contradicted = this.contradictionColumns(payment, reading.contradiction)
    const columns: Columns = {
      ...also,
      ...invoiceToColumns(payment, invoice, progress),
      ...received,
      ...contradicted.columns,
      ...(isCompleted ? COMPLETED : {}),
      ...(trouble ? { unallocated_reason: trouble } : {}),
      ...(settledAt === "same" ? {} : { settled_at: settledAt === "now" ? now : null }),
      ...(reading.isNowConfirming ? { confirming_at: now } : {}),
      ...(payment.state === "opening" ? { next_check_at: this.soon() } : {}),
      state: reading.state,
    }
    const { largest_part_amount: part } = received
    return {
      from: payment,
      columns,
      attemptState: trouble ? splitState(reading.attemptState).attempt : null,
      isUndecided: isCompleted,
      events: [
        ...(part === undefined ? [] : [partialEvent(payment, part)]),
        ...(trouble ? [unallocatedEvent(payment, trouble)] : []),
        ...(!trouble && isExpiring(payment, reading.state) ? [expiredEvent(payment)] : []),
        ...contradicted.events,
      ],
    }
  }

  /** Changes of a reading to an earlier attempt's row: state and amounts. */
  planEarlier(attempt: PaymentRow, { invoice, progress, also }: InvoiceReading): Columns {
    const now = new Date()
    const reading = decideEarlierReading(attempt, paymentToExpected(attempt), invoice, now)
    return {
      ...also,
      ...invoiceToColumns(attempt, invoice, progress),
      ...reading.received,
      ...(reading.isNowConfirming ? { confirming_at: now } : {}),
      state: reading.state,
    }
  }

  /** What a contradiction, or its end, changes; null stands for no contradiction. */
  contradict(payment: PaymentRow, found: string | null): Change {
    return this.contradictionColumns(payment, decideContradiction(payment, found))
  }

  private contradictionColumns(payment: PaymentRow, { found, change }: Reading["contradiction"]): Change {
    if (change === "none") return NO_CHANGE
    if (change === "update") return { columns: { contradiction: found }, events: [] }
    if (change === "end") {
      const now = this.knex.raw("COALESCE(contradiction_ended_at, now())")
      return { columns: { contradiction: found, contradiction_ended_at: now }, events: [] }
    }
    const columns = {
      contradiction: found,
      contradicted_at: new Date(),
      contradiction_ended_at: null,
      contradiction_ended_by: null,
      next_check_at: this.soon(),
    }
    return { columns, events: [contradictedEvent(payment, found)] }
  }

  /** The first check of a payment that can be paid from now on, by the database's clock. */
  private soon(): Knex.Raw {
    return this.knex.raw("now() + ? * interval '1 millisecond'", [FIRST_CHECK_MS])
  }
}

export async function writePlanned(
  knex: Knex,
  { from, columns, attemptState, isUndecided }: PlannedWrite
): Promise<PaymentRow | undefined> {
  const { sql, bindings } = isStill(from)
  const where = { sql: isUndecided ? `${sql} AND resolution IS NULL` : sql, bindings }
  const [updated] = await updatePayments(knex, where, columns, attemptState)
  return updated
}

/** The payment still has the state and attempt that were read. */
export function isStill({ id, attempt_id, state }: PaymentRow) {
  return { sql: "id = ? AND attempt_id = ? AND state = ?", bindings: [id, attempt_id, state] }
}

/** What was noted of a part is over when the rest is there. */
const COMPLETED: Columns = { unallocated_reason: null, part_hold_until: null }

/** Whether a quote expires while an order awaits payment. */
function isExpiring(payment: PaymentRow, next: PaymentState): boolean {
  const { state, order_placed_at, order_closed_at, abandoned_at } = payment
  const isWaiting = order_placed_at !== null && order_closed_at === null && abandoned_at === null
  return next === "expired" && state !== next && isWaiting
}

/** What a canonical invoice says, as columns of the payment and its attempt. */
function invoiceToColumns(payment: PaymentRow, invoice: Invoice, progress: Invoice): Columns {
  const txHash = invoice.settlementTxHash ?? progress.confirmationProgress?.txHash
  return {
    gateway_status: invoice.status,
    checked_at: new Date(),
    ...(payment.invoice_unknown_at ? { invoice_unknown_at: null, last_error: null } : {}),
    ...(payment.kind === "invoice" ? addressChange(payment, invoice) : {}),
    ...(txHash ? { tx_hash: txHash } : {}),
    ...confirmationColumns(payment, invoice.status, progress),
  }
}

/** Settled money has every confirmation, even when the last ones were never reported. */
function confirmationColumns(
  payment: PaymentRow,
  status: string,
  { confirmationProgress }: Invoice
): Columns {
  if (isSettledStatus(status)) return { confirmations: payment.confirmations_required }
  if (status !== "confirming") return { confirmations: null }
  const { current, required } = confirmationProgress ?? {}
  return {
    ...(current !== undefined ? { confirmations: Math.trunc(current) } : {}),
    ...(required !== undefined ? { confirmations_required: Math.trunc(required) } : {}),
  }
}

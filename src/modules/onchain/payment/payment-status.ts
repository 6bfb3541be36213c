import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { hasUnsettledMoney } from "../../../domain/payment/partial-payment"
import { isPastExpiry } from "../../../domain/payment/payment-lifecycle"
import { paymentStatus, type PaymentStatus, type StatusFacts } from "../../../domain/payment/payment-status"
import { isContradicted } from "../../../domain/payment/settlement"
import { waitOf } from "../../../domain/payout/withdrawal-check-schedule"
import type { WithdrawalState } from "../../../domain/payout/withdrawal-lifecycle"
import type { RefundKind, RefundState } from "../../../domain/refund/refund-lifecycle"
import { addAmounts, compareAmounts } from "../../../gateway/amount"
import { isChosen, selectAnyPayments, type AnyPayment } from "./payment-row"

/** What a refund says about the status of its payment. */
export type RefundStanding = {
  payment_id: string
  kind: RefundKind
  state: RefundState
  attempt_id: string | null
  fiat_amount: string | null
  token_amount: string | null
  token: string
  payout_state: WithdrawalState | null
  payout_status: string | null
}

const STANDINGS = `SELECT r.payment_id, r.kind, r.state, r.attempt_id, r.fiat_amount, r.token_amount, r.token,
    w.state AS payout_state, w.gateway_status AS payout_status
  FROM onchain_refund AS r LEFT JOIN onchain_withdrawal AS w ON w.id = r.withdrawal_id
  WHERE r.deleted_at IS NULL`

/** The refunds of some payments with their latest payouts, oldest first. */
export async function listRefundStandings(
  knex: Knex,
  paymentIds: readonly string[]
): Promise<RefundStanding[]> {
  if (paymentIds.length === 0) return []
  const sql = `${STANDINGS} AND r.payment_id = ANY(?::text[]) ORDER BY r.created_at, r.id`
  return (await knex.raw(sql, [[...paymentIds]])).rows
}

/**
 * The facts that decide the status.
 *
 * @param refunds all of the payment
 * @param nowMs the database's clock
 */
export function statusFactsOf(
  payment: AnyPayment,
  refunds: readonly RefundStanding[],
  nowMs: number
): StatusFacts {
  const attempt = isChosen(payment) ? payment : null
  return {
    ...STATES[payment.state],
    resolution: payment.resolution ?? "none",
    isContradicted: isContradicted(payment) && payment.contradicted_at !== null,
    isGasBlocked: refunds.some(isGasBlocked),
    isSurplusDue: refunds.some((refund) => refund.state !== "done" && isOwnSurplus(refund)),
    isRefundDue: refunds.some((refund) => refund.state !== "done" && !isOwnSurplus(refund)),
    isRefundPaid: refunds.some(({ state, kind }) => state === "done" && kind !== "surplus"),
    isFullyRefunded: compareAmounts(refundedFiat(refunds), payment.fiat_amount) >= 0,
    hasPart: attempt !== null && hasUnsettledMoney(attempt),
    isAbandoned: payment.abandoned_at !== null,
    isOrderClosed: payment.order_closed_at !== null,
    isPastExpiry: attempt !== null && isPastExpiry(attempt, nowMs),
  }
}

/** Once captured or held, the state of the attempt decides about nothing. */
const STATES = {
  choosing: { outcome: "open", attempt: "none" },
  opening: { outcome: "open", attempt: "opening" },
  awaiting: { outcome: "open", attempt: "awaiting" },
  confirming: { outcome: "open", attempt: "confirming" },
  settled: { outcome: "open", attempt: "settled" },
  expired: { outcome: "open", attempt: "expired" },
  failed: { outcome: "open", attempt: "failed" },
  cancelled: { outcome: "open", attempt: "cancelled" },
  superseded: { outcome: "open", attempt: "superseded" },
  captured: { outcome: "captured", attempt: "settled" },
  unallocated: { outcome: "held", attempt: "settled" },
} as const satisfies Record<AnyPayment["state"], Pick<StatusFacts, "outcome" | "attempt">>

/** Paid refunds of its order, in major units. */
export function refundedFiat(refunds: readonly RefundStanding[]): string {
  const paid = refunds.filter(({ kind, state }) => kind === "order" && state === "done")
  return addAmounts("0", ...paid.map(({ fiat_amount }) => fiat_amount ?? "0"))
}

/** Of the captured attempt. Money of another attempt is owed as a whole. */
export function isOwnSurplus({ kind, attempt_id }: RefundStanding): boolean {
  return kind === "surplus" && attempt_id === null
}

function isGasBlocked({ payout_state: state, payout_status }: RefundStanding): boolean {
  return state !== null && waitOf({ state, gateway_status: payout_status }) === "gas"
}

/** Written by {@link storeStatus} alone. */
export type StoredStatus = Pick<AnyPayment, "status" | "status_at" | "status_due_at">

export const STATUS_COLUMNS: readonly string[] = [
  "status",
  "status_at",
  "status_due_at",
] satisfies (keyof StoredStatus)[]

type Standing = AnyPayment & { read_at: Date; refunds: RefundStanding[] }

async function readStandings(knex: Knex, paymentIds: readonly string[]): Promise<Standing[]> {
  const refunds = `(SELECT coalesce(json_agg(standing), '[]') FROM (${STANDINGS} AND r.payment_id = payment.id
    ORDER BY r.created_at, r.id) AS standing) AS refunds`
  return selectAnyPayments(knex, "current")
    .whereIn("id", [...paymentIds])
    .select("payment.*", knex.raw("now() AS read_at"), knex.raw(refunds))
}

type StatusChange = { id: string; before: PaymentStatus | null; status: PaymentStatus; dueAt: Date | null }

/**
 * Finds payments whose stored status differs from that of their facts, or changes at another time without a write: at the end of a
 * quote.
 */
async function findChanges(knex: Knex, paymentIds: readonly string[]): Promise<StatusChange[]> {
  const standings = await readStandings(knex, paymentIds)
  return standings.flatMap(({ refunds, read_at, ...payment }) => {
    const status = paymentStatus(statusFactsOf(payment, refunds, read_at.getTime()))
    const dueAt = status === "awaiting" && payment.state === "awaiting" ? payment.expires_at : null
    const isDueThen = payment.status_due_at?.getTime() === dueAt?.getTime()
    if (payment.status === status && isDueThen) return []
    return [{ id: payment.id, before: payment.status, status, dueAt }]
  })
}

/**
 * Stores the status of payments after a change of what decides it, in the transaction of the change. The caller has locked them.
 *
 * The status is what people read. No decision about money reads it.
 */
export async function storeStatus(trx: Knex, paymentIds: readonly string[]): Promise<void> {
  if (paymentIds.length === 0) return
  const changed = await findChanges(trx, paymentIds)
  if (changed.length === 0) return
  // Shoppers' pages follow `updated_at`, and show no status of an operator.
  await trx.raw(
    `UPDATE onchain_payment AS p SET status = stored.status, status_due_at = nullif(stored.due_at, '')::timestamptz,
       status_at = CASE WHEN p.status IS DISTINCT FROM stored.status THEN now() ELSE p.status_at END
     FROM unnest(?::text[], ?::text[], ?::text[]) AS stored(id, status, due_at) WHERE p.id = stored.id`,
    [
      changed.map(({ id }) => id),
      changed.map(({ status }) => status),
      changed.map(({ dueAt }) => dueAt?.toISOString() ?? ""),
    ]
  )
}

/** So that the first run after an update, which stores every status, does not take all of a job's time. */
const MOST_BATCHES = 20

/**
 * Stores the statuses that change with time, and those that were never stored: of payments that are older than the column, or made
 * by a process of an older version. What is left is due at the next run of the job.
 *
 * @returns how many were due
 */
export async function storeDueStatuses(knex: Knex, batch = 500): Promise<number> {
  let count = 0
  for (let turn = 1; turn <= MOST_BATCHES; turn++) {
    const due = await storeDueBatch(knex, batch)
    count += due
    if (due < batch) break
  }
  return count
}

function storeDueBatch(knex: Knex, limit: number): Promise<number> {
  return knex.transaction(async (trx) => {
    const due = (where: string) =>
      `(SELECT id FROM onchain_payment WHERE ${where} AND deleted_at IS NULL LIMIT ? FOR UPDATE SKIP LOCKED)`
    const { rows }: { rows: { id: string }[] } = await trx.raw(
      `WITH ended AS ${due("status_due_at <= now()")}, unknown AS ${due("status IS NULL")}
       SELECT id FROM ended UNION SELECT id FROM unknown`,
      [limit, limit]
    )
    await storeStatus(
      trx,
      rows.map(({ id }) => id)
    )
    return rows.length
  })
}

/**
 * Compares the stored statuses with the facts. A difference is a write that did not store the status; tests and chaos runs look for
 * one. Statuses that are not stored yet, or are due, are left out.
 *
 * @returns one line for each payment that differs
 */
export async function findStaleStatuses(knex: Knex): Promise<string[]> {
  const { rows }: { rows: { id: string }[] } = await knex.raw(
    `SELECT id FROM onchain_payment WHERE status IS NOT NULL AND deleted_at IS NULL
       AND (status_due_at IS NULL OR status_due_at > now()) ORDER BY id`
  )
  const stale = await findChanges(
    knex,
    rows.map(({ id }) => id)
  )
  return stale.map(
    ({ id, before, status, dueAt }) =>
      `${id} is stored as ${before}, and is ${status}${dueAt ? ` until ${dueAt.toISOString()}` : ""}`
  )
}

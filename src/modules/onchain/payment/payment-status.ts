import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { generateEntityId } from "@medusajs/framework/utils"
import { hasUnsettledMoney } from "../../../domain/payment/received-amount"
import {
  type AttemptState,
  isPastExpiry,
  type PaymentState,
  paymentStatus,
  splitState,
  type StatusFacts,
} from "../../../domain/payment/payment-status"
import { isContradicted } from "../../../domain/payment/settlement"
import { waitOf, type WithdrawalState } from "../../../domain/payout/withdrawal-lifecycle"
import type { RefundKind, RefundState } from "../../../domain/refund/refund-lifecycle"
import { addAmounts, compareAmounts } from "../../../gateway/amount"
import { inTransaction } from "../work/outbox"
import {
  type AnyPayment,
  DECISIONS,
  FLAT,
  isChosen,
  LOCKED_PAYMENT,
  lockPayments,
  OF_ATTEMPT,
  OF_PAYMENT,
  type PaymentRow,
  selectAnyPayments,
  selectAttempts,
  selectPayments,
  type SessionAmount,
  WITH_DECISIONS,
} from "./payment-row"

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

/** The facts that decide the status, by all refunds of the payment and the database's clock. */
export function statusFactsOf(
  payment: AnyPayment,
  refunds: readonly RefundStanding[],
  nowMs: number
): StatusFacts {
  const attempt = isChosen(payment) ? payment : null
  return {
    ...stateFacts(payment),
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

function stateFacts({ state }: AnyPayment): Pick<StatusFacts, "outcome" | "attempt"> {
  if (state === "choosing") return { outcome: "open", attempt: "none" }
  const { payment: outcome, attempt } = splitState(state)
  return { outcome, attempt: attempt ?? "settled" }
}

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

type Standing = AnyPayment & { read_at: Date; refunds: RefundStanding[] }

async function readStandings(knex: Knex, paymentIds: readonly string[]): Promise<Standing[]> {
  const refunds = `(SELECT coalesce(json_agg(standing), '[]') FROM (${STANDINGS} AND r.payment_id = payment.id
    ORDER BY r.created_at, r.id) AS standing) AS refunds`
  return selectAnyPayments(knex, "current")
    .whereIn("id", [...paymentIds])
    .select("payment.*", knex.raw("now() AS read_at"), knex.raw(refunds))
}

/** Finds payments whose stored status differs from that of their facts. */
async function findChanges(knex: Knex, paymentIds: readonly string[]) {
  const standings = await readStandings(knex, paymentIds)
  return standings
    .map(({ refunds, read_at, ...payment }) => ({
      id: payment.id,
      before: payment.status,
      status: paymentStatus(statusFactsOf(payment, refunds, read_at.getTime())),
    }))
    .filter(({ before, status }) => before !== status)
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
    `UPDATE onchain_payment AS p SET status = stored.status
     FROM unnest(?::text[], ?::text[]) AS stored(id, status) WHERE p.id = stored.id`,
    [changed.map(({ id }) => id), changed.map(({ status }) => status)]
  )
}

/** The end of a quote changes a status without a write. */
const IS_DUE = `p.status = 'awaiting' AND p.deleted_at IS NULL AND EXISTS (SELECT 1 FROM onchain_attempt AS a
  WHERE a.id = p.current_attempt_id AND a.state = 'awaiting' AND a.expires_at <= now())`

/** The attempts of payments that wait. Postgres would not know that they are few. */
const QUOTED = `SELECT current_attempt_id FROM onchain_payment
  WHERE status = 'awaiting' AND current_attempt_id IS NOT NULL AND deleted_at IS NULL`

/** So that a backlog does not take all of a job's time. */
const MOST_BATCHES = 20

/** Stores the statuses that time has changed; the next run of the job takes the rest. @returns how many were due */
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
    const { rows }: { rows: { id: string }[] } = await trx.raw(
      `SELECT p.id FROM onchain_payment AS p WHERE p.current_attempt_id = ANY (ARRAY (${QUOTED})) AND ${IS_DUE} LIMIT ?
       FOR UPDATE SKIP LOCKED`,
      [limit]
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
 * one. Statuses that are due are left out.
 *
 * @returns one line for each payment that differs
 */
export async function findStaleStatuses(knex: Knex): Promise<string[]> {
  const { rows }: { rows: { id: string }[] } = await knex.raw(
    `SELECT p.id FROM onchain_payment AS p WHERE p.deleted_at IS NULL AND NOT (${IS_DUE}) ORDER BY p.id`
  )
  const stale = await findChanges(
    knex,
    rows.map(({ id }) => id)
  )
  return stale.map(({ id, before, status }) => `${id} is stored as ${before}, and is ${status}`)
}

/** Notified with the id of a payment's collection when the payment or an attempt is written: open pages show it at once. */
export const PAGE_CHANNEL = "onchain_page"
const NOTICE = `pg_notify('${PAGE_CHANNEL}', collection_id)`

type Value = string | number | boolean | Date | Knex.Raw | Record<string, unknown> | null

/**
 * Columns of a payment, its attempt or its decisions that a write changes. Raw SQL names columns of the table that it is written
 * to.
 */
export type Columns = Partial<
  Record<Exclude<keyof PaymentRow, "state" | "status" | "attempt_created_at" | keyof SessionAmount>, Value>
> & {
  state?: PaymentState
}

/** A payment that is stored for the first time. Its attempt may have an id already. */
export type NewPayment = Columns & { id: string; attempt_id?: string }

/** Stores a payment and its attempt. @throws the database's error where one like it is there */
export function insertPaymentRow(
  knex: Knex,
  { attempt_id = generateEntityId(undefined, "ocatt"), ...columns }: NewPayment
): Promise<{ id: string }[]> {
  const { payment, attempt } = toTables({ ...columns, current_attempt_id: attempt_id })
  const row: Record<string, Value> = { state: "settled", ...attempt, id: attempt_id }
  return inTransaction(knex, async (trx) => {
    const { rows } = await trx.raw(
      `WITH stored AS (INSERT INTO onchain_payment (${Object.keys(payment).join(", ")}) VALUES (${places(payment)})
         RETURNING id, ${NOTICE})
       INSERT INTO onchain_attempt (payment_id, ${Object.keys(row).join(", ")}) SELECT id, ${places(row)} FROM stored
       RETURNING payment_id AS id`,
      [...Object.values(payment), ...Object.values(row)]
    )
    await writeDecisions(trx, columns.id, columns)
    await storeStatus(trx, [columns.id])
    return rows
  })
}

/**
 * Changes a payment, its current attempt and its decisions: all or nothing.
 *
 * Takes the lock first. A statement that waits for a lock reads other tables as they were before, so its condition would miss a
 * decision that was made meanwhile.
 *
 * @param where the payment, and a condition on its row that still holds once it is locked
 * @param attemptState where its attempt is, for a payment that is held
 * @returns the payment as it is then; none where the condition does not hold any more
 */
export function updatePayments(
  knex: Knex,
  where: Condition,
  columns: Columns,
  attemptState: AttemptState | null = null
): Promise<PaymentRow[]> {
  const { payment, attempt } = toTables({ updated_at: knex.fn.now(), ...columns })
  if (attemptState !== null) attempt.state = attemptState
  return inTransaction(knex, async (trx) => {
    const { id, sql = "true", bindings = [] } = where
    await lockPayments(trx, [id])
    const { rows }: { rows: PaymentRow[] } = await trx.raw(
      `WITH locked AS (SELECT id AS locked_payment, attempt_id AS locked_attempt FROM ${LOCKED_PAYMENT} AS payment WHERE ${sql}),
       p AS (UPDATE onchain_payment AS p SET ${settings(payment)} FROM locked WHERE p.id = locked_payment RETURNING p.*, ${NOTICE}),
       a AS (UPDATE onchain_attempt AS a SET ${settings(attempt)} FROM locked WHERE a.id = locked_attempt RETURNING a.*)
       SELECT ${FLAT} FROM p JOIN a ON a.payment_id = p.id ${WITH_DECISIONS}`,
      [id, ...bindings, ...Object.values(payment), ...Object.values(attempt)]
    )
    if (rows.length === 0) return []
    const hasDecided = await writeDecisions(trx, id, columns)
    if (changesStatus(columns)) await storeStatus(trx, [id])
    return hasDecided ? selectPayments(trx).where({ id }) : rows
  })
}

export type Condition = { id: string; sql?: string; bindings?: readonly Knex.RawBinding[] }

/** Changes a payment and its decisions alone. */
export function updatePaymentAlone(knex: Knex, id: string, columns: Columns): Promise<void> {
  const { payment } = toTables({ updated_at: knex.fn.now(), ...columns })
  return inTransaction(knex, async (trx) => {
    await trx("onchain_payment").where({ id }).update(payment).returning(trx.raw(NOTICE))
    await writeDecisions(trx, id, columns)
    if (changesStatus(columns)) await storeStatus(trx, [id])
  })
}

/**
 * Writes what the columns say of each decision of a payment. With its first column a decision takes the place of an earlier one, or
 * with null ends; without, the one that stands is changed. The caller holds the lock of the payment.
 *
 * @returns whether there was something to write
 */
async function writeDecisions(trx: Knex, payment_id: string, columns: Columns): Promise<boolean> {
  let hasWritten = false
  for (const { isKind, kind, columns: names } of Object.values<Decision>(DECISIONS)) {
    const given = Object.entries(names).flatMap(([shown, column]) => {
      const value = columns[shown as keyof Columns]
      return value === undefined ? [] : [[column, value] as const]
    })
    if (given.length === 0) continue
    hasWritten = true
    const standing = trx("onchain_decision").where({ payment_id }).whereRaw(isKind)
    const first = columns[Object.keys(names)[0] as keyof Columns]
    if (first === undefined) {
      await standing.update({ ...Object.fromEntries(given), updated_at: trx.fn.now() })
      continue
    }
    await standing.delete()
    if (first === null) continue
    const set = Object.fromEntries(given.filter(([, value]) => value !== null))
    const id = generateEntityId(undefined, "ocdec")
    await trx("onchain_decision").insert({ id, payment_id, kind, ...set })
  }
  return hasWritten
}

type Decision = { isKind: string; kind?: string; columns: Record<string, string> }

/**
 * Changes an earlier attempt without changing the payment.
 *
 * Locks the payment, so that the attempt does not become its current one meanwhile, which the status would miss.
 *
 * @returns undefined when the attempt has changed since it was read, or is now the current one
 */
export function updateEarlierAttempt(
  knex: Knex,
  { id, attempt_id, state }: PaymentRow,
  columns: Columns
): Promise<PaymentRow | undefined> {
  const { attempt } = toTables({ updated_at: knex.fn.now(), ...columns })
  return inTransaction(knex, async (trx) => {
    await lockPayments(trx, [id])
    const { rows } = await trx.raw(
      `UPDATE onchain_attempt AS a SET ${settings(attempt)} FROM onchain_payment AS p
       WHERE a.id = ? AND a.state = ? AND p.id = a.payment_id AND p.current_attempt_id <> a.id RETURNING ${NOTICE}`,
      [...Object.values(attempt), attempt_id, state]
    )
    return rows.length === 0 ? undefined : selectAttempts(trx).where({ attempt_id }).first()
  })
}

/** Columns whose values are facts of {@link storeStatus}. */
const FACTS = [
  ...["state", "current_attempt_id", "fiat_amount", "resolution", "abandoned_at", "order_closed_at"],
  ...["contradiction", "contradicted_at", "contradiction_ended_at"],
  ...["asked_fiat_amount", "received_amount", "gateway_status", "expires_at"],
]

const changesStatus = (columns: Columns) => FACTS.some((name) => name in columns)

/** Sorts columns by their tables. Those that both have are written to both. */
export function toTables({
  state,
  ...columns
}: Columns): Record<"payment" | "attempt", Record<string, Value>> {
  const given = Object.entries(columns).filter((entry): entry is [string, Value] => entry[1] !== undefined)
  const of = (names: readonly string[]) => Object.fromEntries(given.filter(([name]) => names.includes(name)))
  const payment: Record<string, Value> = of(OF_PAYMENT.filter((name) => name !== "status"))
  const attempt: Record<string, Value> = of(OF_ATTEMPT)
  if (state !== undefined) {
    const split = splitState(state)
    payment.state = split.payment
    if (split.attempt !== null) attempt.state = split.attempt
  }
  return { payment, attempt }
}

const places = (row: object) =>
  Object.keys(row)
    .map(() => "?")
    .join(", ")

const settings = (columns: object) =>
  Object.keys(columns)
    .map((name) => `${name} = ?`)
    .join(", ")

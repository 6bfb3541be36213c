import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { generateEntityId } from "@medusajs/framework/utils"
import { type AttemptState, type PaymentState, splitState } from "../../../domain/payment/payment-status"
import { inTransaction } from "../work/outbox"
import {
  FLAT,
  lockPayments,
  OF_ATTEMPT,
  OF_PAYMENT,
  PAYMENTS,
  selectAttempts,
  type PaymentRow,
  type SessionAmount,
} from "./payment-row"
import { STATUS_COLUMNS, storeStatus, type StoredStatus } from "./payment-status"

type Value = string | number | boolean | Date | Knex.Raw | null

/** Columns of a payment or its attempt that a statement writes. Raw SQL names columns of the table that it is written to. */
export type Columns = Partial<
  Record<
    Exclude<keyof PaymentRow, "state" | "attempt_created_at" | keyof SessionAmount | keyof StoredStatus>,
    Value
  >
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
  const { payment, attempt } = toTables({ ...columns, current_attempt_id: attempt_id }, attempt_id)
  const row = { state: "settled", ...attempt, id: attempt_id }
  return withStatus(knex, (trx) => insertBoth(trx, payment, row))
}

async function insertBoth(
  trx: Knex,
  payment: Record<string, Value>,
  row: Record<string, Value>
): Promise<{ id: string }[]> {
  const { rows } = await trx.raw(
    `WITH stored AS (INSERT INTO onchain_payment (${Object.keys(payment).join(", ")}) VALUES (${places(payment)}) RETURNING id)
     INSERT INTO onchain_attempt (payment_id, ${Object.keys(row).join(", ")}) SELECT id, ${places(row)} FROM stored
     RETURNING payment_id AS id`,
    [...Object.values(payment), ...Object.values(row)]
  )
  return rows
}

/** Stores a further attempt of a payment. The caller holds the lock of the payment, and stores its status. */
export async function insertAttemptRow(
  knex: Knex,
  { payment_id, ...columns }: Columns & { payment_id: string; attempt_id: string }
): Promise<void> {
  const { attempt_id, ...rest } = columns
  const { attempt } = toTables(rest, attempt_id)
  await knex("onchain_attempt").insert({ ...attempt, id: attempt_id, payment_id })
}

/**
 * Changes payments and their attempts in one statement: both or neither.
 *
 * @param where a condition on {@link PAYMENTS} that still holds when the rows are locked
 * @param attemptState where its attempt is, for a payment that is held
 * @returns the payments as they are then; none where the condition does not hold any more
 */
export async function updatePayments(
  knex: Knex,
  where: Condition,
  columns: Columns,
  attemptState: AttemptState | null = null
): Promise<PaymentRow[]> {
  const { payment, attempt } = toTables({ updated_at: knex.fn.now(), ...columns }, knex.raw("locked_attempt"))
  if (attemptState !== null) attempt.state = attemptState
  const update = (trx: Knex) => updateBoth(trx, where, payment, attempt)
  return changesStatus(payment) || changesStatus(attempt) ? withStatus(knex, update) : update(knex)
}

type Condition = { sql: string; bindings: readonly Knex.RawBinding[] }

async function updateBoth(
  knex: Knex,
  where: Condition,
  payment: Record<string, Value>,
  attempt: Record<string, Value>
): Promise<PaymentRow[]> {
  const { rows } = await knex.raw(
    `WITH locked AS (SELECT id AS locked_payment, attempt_id AS locked_attempt FROM ${PAYMENTS} AS payment WHERE ${where.sql} FOR UPDATE),
     p AS (UPDATE onchain_payment AS p SET ${settings(payment)} FROM locked WHERE p.id = locked_payment RETURNING p.*),
     a AS (UPDATE onchain_attempt AS a SET ${settings(attempt)} FROM locked WHERE a.id = locked_attempt RETURNING a.*)
     SELECT ${FLAT} FROM p JOIN a ON a.payment_id = p.id`,
    [...where.bindings, ...Object.values(payment), ...Object.values(attempt)]
  )
  return rows
}

/** Changes columns of a payment alone. */
export async function updatePaymentAlone(knex: Knex, id: string, columns: Columns): Promise<void> {
  const { payment } = toTables({ updated_at: knex.fn.now(), ...columns }, "")
  const update = (trx: Knex): Promise<{ id: string }[]> =>
    trx("onchain_payment").where({ id }).update(payment).returning("id")
  await (changesStatus(payment) ? withStatus(knex, update) : update(knex))
}

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
  const { attempt } = toTables({ updated_at: knex.fn.now(), ...columns }, attempt_id)
  return inTransaction(knex, async (trx) => {
    await lockPayments(trx, [id])
    const { rows } = await trx.raw(
      `UPDATE onchain_attempt AS a SET ${settings(attempt)} FROM onchain_payment AS p
       WHERE a.id = ? AND a.state = ? AND p.id = a.payment_id AND p.current_attempt_id <> a.id RETURNING a.id`,
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

const changesStatus = (columns: object) => FACTS.some((name) => name in columns)

/** Makes a change and stores the status of the payments that it returns, which are locked by it, in one transaction. */
function withStatus<Row extends { id: string }>(
  knex: Knex,
  change: (trx: Knex) => Promise<Row[]>
): Promise<Row[]> {
  return inTransaction(knex, async (trx) => {
    const rows = await change(trx)
    await storeStatus(
      trx,
      rows.map(({ id }) => id)
    )
    return rows
  })
}

/** Sorts columns by their tables. Those that both have are written to both. */
export function toTables(
  { state, ...columns }: Columns,
  attemptId: string | Knex.Raw
): Record<"payment" | "attempt", Record<string, Value>> {
  const given = Object.entries(columns).filter((entry): entry is [string, Value] => entry[1] !== undefined)
  const of = (names: readonly string[]) => Object.fromEntries(given.filter(([name]) => names.includes(name)))
  const payment: Record<string, Value> = of(OF_PAYMENT.filter((name) => !STATUS_COLUMNS.includes(name)))
  const attempt: Record<string, Value> = of(OF_ATTEMPT)
  if (state !== undefined) {
    const split = splitState(state)
    payment.state = split.payment
    payment.captured_attempt_id = state === "captured" ? attemptId : null
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

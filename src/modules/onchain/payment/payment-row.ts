import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { InferTypeOf } from "@medusajs/framework/types"
import { generateEntityId } from "@medusajs/framework/utils"
import { splitState, type AttemptState, type PaymentState } from "../../../domain/payment/payment-lifecycle"
import type { ExpectedPayment } from "../../../domain/payment/settlement"
import OnchainAttempt from "../models/attempt"
import OnchainPayment from "../models/payment"

type Row<Model extends typeof OnchainPayment | typeof OnchainAttempt> = Omit<
  InferTypeOf<Model>,
  `raw_${string}`
>

type PaymentColumns = Omit<Row<typeof OnchainPayment>, "state">
type AttemptColumns = Omit<Row<typeof OnchainAttempt>, "id" | "payment_id" | "state">

/**
 * A payment joined with one of its attempts.
 *
 * For the current attempt, `state` is the payment's; for an earlier one, the attempt's own.
 */
export type PaymentRow = PaymentColumns &
  SessionAmount &
  AttemptColumns & { attempt_id: string; attempt_created_at: Date; state: PaymentState }

/** Of Medusa's session. `fiat_amount` is what the attempt asks for, which may be less. */
type SessionAmount = { session_fiat_amount: string }

/** A payment whose payer has not chosen a network and a token. Nothing is open at the gateway. */
export type UnchosenPayment = PaymentColumns & SessionAmount & { attempt_id: null; state: "choosing" }

export type AnyPayment = PaymentRow | UnchosenPayment

export function isChosen(payment: AnyPayment): payment is PaymentRow {
  return payment.attempt_id !== null
}

/** Whether this is the attempt the payer sees, which determines the payment's state. */
export function isCurrent({ attempt_id, current_attempt_id }: PaymentRow): boolean {
  return attempt_id === current_attempt_id
}

/** Whether another attempt of its payment was captured or is held for review. */
export function isLeft(row: PaymentRow): boolean {
  return !isCurrent(row) && (row.captured_at !== null || row.unallocated_reason !== null)
}

type Value = string | number | boolean | Date | Knex.Raw | null

/** Columns of a payment or its attempt that a statement writes. Raw SQL names columns of the table that it is written to. */
export type Columns = Partial<
  Record<Exclude<keyof PaymentRow, "state" | "attempt_created_at" | keyof SessionAmount>, Value>
> & {
  state?: PaymentState
}

/** A payment that is stored for the first time. Its attempt may have an id already. */
export type NewPayment = Columns & { id: string; attempt_id?: string }

const OF_PAYMENT = Object.keys(OnchainPayment.schema).filter((name) => name !== "state")
const OF_ATTEMPT = Object.keys(OnchainAttempt.schema).filter(
  (name) => !["id", "payment_id", "state"].includes(name)
)

/** Who opened an attempt, and what it asks for, are facts of its own: the order may have another owner or total since. */
const OF_BOTH = ["customer_id", "fiat_amount"]

/** The columns of {@link PaymentRow}, from `p` and `a`. */
const columnsOf = (customerId: string) =>
  [
    ...OF_PAYMENT.filter((name) => !OF_BOTH.includes(name)).map((name) => `p.${name}`),
    `${customerId} AS customer_id`,
    "least(p.fiat_amount::numeric, a.asked_fiat_amount::numeric)::text AS fiat_amount",
    "p.fiat_amount AS session_fiat_amount",
    ...OF_ATTEMPT.filter((name) => !OF_PAYMENT.includes(name)).map((name) => `a.${name}`),
    "a.id AS attempt_id, a.created_at AS attempt_created_at",
    "p.state AS outcome, a.state AS attempt_state",
    `CASE WHEN a.id IS NULL THEN 'choosing' WHEN a.id <> p.current_attempt_id THEN a.state
    WHEN p.state = 'captured' THEN 'captured' WHEN p.state = 'held' THEN 'unallocated' ELSE a.state END AS state`,
  ].join(", ")

const FLAT = columnsOf("a.customer_id")
const FLAT_ANY = columnsOf("CASE WHEN a.id IS NULL THEN p.customer_id ELSE a.customer_id END")

const rowsOf = (join: string, columns = FLAT) => `(SELECT ${columns}
  FROM onchain_payment AS p ${join} AND a.deleted_at IS NULL WHERE p.deleted_at IS NULL)`

/**
 * Payments with their current attempts, for a FROM clause. Excludes payments without an attempt. `FOR UPDATE` locks the rows of
 * both tables.
 *
 * No index is on `state`, which comes from both tables: conditions on large tables say `outcome` and `attempt_state`.
 */
export const PAYMENTS = rowsOf("JOIN onchain_attempt AS a ON a.id = p.current_attempt_id")

/** Payments with each of their attempts, for a FROM clause. */
export const ATTEMPTS = rowsOf("JOIN onchain_attempt AS a ON a.payment_id = p.id")

/** Payments with each of their attempts, including payments without one. */
const ANY = rowsOf("LEFT JOIN onchain_attempt AS a ON a.payment_id = p.id", FLAT_ANY)

/** Payments with their current attempts, including payments without one. */
const CURRENT = rowsOf("LEFT JOIN onchain_attempt AS a ON a.id = p.current_attempt_id", FLAT_ANY)

const SOURCES = { current: CURRENT, every: ANY } as const

/** Reads payments with their current attempts. */
export function selectPayments(knex: Knex): Knex.QueryBuilder<PaymentRow, PaymentRow[]> {
  return knex<PaymentRow, PaymentRow[]>(knex.raw(`${PAYMENTS} AS payment`))
}

/** Reads each attempt with its payment. */
export function selectAttempts(knex: Knex): Knex.QueryBuilder<PaymentRow, PaymentRow[]> {
  return knex<PaymentRow, PaymentRow[]>(knex.raw(`${ATTEMPTS} AS payment`))
}

/** Reads payments with their current or every attempt, including payments without one. */
export function selectAnyPayments(
  knex: Knex,
  source: keyof typeof SOURCES
): Knex.QueryBuilder<AnyPayment, AnyPayment[]> {
  return knex<AnyPayment, AnyPayment[]>(knex.raw(`${SOURCES[source]} AS payment`))
}

/** A row without an invoice yet matches none. */
export function paymentToExpected(payment: PaymentRow): ExpectedPayment {
  return {
    externalOrderId: payment.external_order_id,
    kind: payment.kind,
    gatewayInvoiceId: payment.gateway_invoice_id ?? "",
    state: payment.state,
    chain: payment.chain,
    networkId: payment.network_id,
    token: payment.token,
    canonicalAssetId: payment.canonical_asset_id,
    expectedAmount: payment.expected_amount,
    decimals: payment.decimals,
  }
}

/**
 * Locks a payment with its attempt, and everything computed from its refunds, until the transaction ends.
 *
 * Locks the payment first: a join that had to wait for a change of the current attempt would find no row.
 */
export async function lockPayment(knex: Knex, paymentId: string): Promise<PaymentRow | undefined> {
  await lockPaymentAlone(knex, paymentId)
  const { rows } = await knex.raw(`SELECT * FROM ${PAYMENTS} AS payment WHERE id = ? FOR UPDATE`, [paymentId])
  return rows[0]
}

/** Locks a payment, with or without an attempt, until the transaction ends. Read its attempts afterwards. */
export async function lockPaymentAlone(knex: Knex, paymentId: string): Promise<void> {
  await knex.raw("SELECT id FROM onchain_payment WHERE id = ? FOR UPDATE", [paymentId])
}

/** Stores a payment and its attempt in one statement. @throws the database's error where one like it is there */
export async function insertPaymentRow(
  knex: Knex,
  { attempt_id = generateEntityId(undefined, "ocatt"), ...columns }: NewPayment
): Promise<{ id: string }[]> {
  const { payment, attempt } = toTables({ ...columns, current_attempt_id: attempt_id }, attempt_id)
  const row = { state: "settled", ...attempt, id: attempt_id }
  const { rows } = await knex.raw(
    `WITH stored AS (INSERT INTO onchain_payment (${Object.keys(payment).join(", ")}) VALUES (${places(payment)}) RETURNING id)
     INSERT INTO onchain_attempt (payment_id, ${Object.keys(row).join(", ")}) SELECT id, ${places(row)} FROM stored
     RETURNING payment_id AS id`,
    [...Object.values(payment), ...Object.values(row)]
  )
  return rows
}

/** Stores a further attempt of a payment. The caller holds the lock of the payment. */
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
  where: { sql: string; bindings: readonly Knex.RawBinding[] },
  columns: Columns,
  attemptState: AttemptState | null = null
): Promise<PaymentRow[]> {
  const { payment, attempt } = toTables({ updated_at: knex.fn.now(), ...columns }, knex.raw("locked_attempt"))
  if (attemptState !== null) attempt.state = attemptState
  const { rows } = await knex.raw(
    `WITH locked AS (SELECT id AS locked_payment, attempt_id AS locked_attempt FROM ${PAYMENTS} AS payment WHERE ${where.sql} FOR UPDATE),
     p AS (UPDATE onchain_payment AS p SET ${settings(payment)} FROM locked WHERE p.id = locked_payment RETURNING p.*),
     a AS (UPDATE onchain_attempt AS a SET ${settings(attempt)} FROM locked WHERE a.id = locked_attempt RETURNING a.*)
     SELECT ${FLAT} FROM p JOIN a ON a.payment_id = p.id`,
    [...where.bindings, ...Object.values(payment), ...Object.values(attempt)]
  )
  return rows
}

/**
 * Changes an earlier attempt without touching the payment.
 *
 * @returns undefined when the attempt has changed since it was read, or is now the current one
 */
export async function updateEarlierAttempt(
  knex: Knex,
  { attempt_id, state }: PaymentRow,
  columns: Columns
): Promise<PaymentRow | undefined> {
  const { attempt } = toTables({ updated_at: knex.fn.now(), ...columns }, attempt_id)
  const { rows } = await knex.raw(
    `UPDATE onchain_attempt AS a SET ${settings(attempt)} FROM onchain_payment AS p
     WHERE a.id = ? AND a.state = ? AND p.id = a.payment_id AND p.current_attempt_id <> a.id RETURNING a.id`,
    [...Object.values(attempt), attempt_id, state]
  )
  return rows.length === 0 ? undefined : selectAttempts(knex).where({ attempt_id }).first()
}

/** Sorts columns by their tables. Those that both have are written to both. */
export function toTables(
  { state, ...columns }: Columns,
  attemptId: string | Knex.Raw
): Record<"payment" | "attempt", Record<string, Value>> {
  const given = Object.entries(columns).filter((entry): entry is [string, Value] => entry[1] !== undefined)
  const of = (names: readonly string[]) => Object.fromEntries(given.filter(([name]) => names.includes(name)))
  const payment: Record<string, Value> = of(OF_PAYMENT)
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

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

/** A payment with its attempt, in one row. */
export type PaymentRow = Omit<Row<typeof OnchainPayment>, "state"> &
  Omit<Row<typeof OnchainAttempt>, "id" | "payment_id" | "state"> & {
    attempt_id: string
    state: PaymentState
  }

type Value = string | number | boolean | Date | Knex.Raw | null

/** Columns of a payment or its attempt that a statement writes. Raw SQL names columns of the table that it is written to. */
export type Columns = Partial<Record<Exclude<keyof PaymentRow, "state">, Value>> & { state?: PaymentState }

/** A payment that is stored for the first time. Its attempt may have an id already. */
export type NewPayment = Columns & { id: string; attempt_id?: string }

const OF_PAYMENT = Object.keys(OnchainPayment.schema).filter((name) => name !== "state")
const OF_ATTEMPT = Object.keys(OnchainAttempt.schema).filter(
  (name) => !["id", "payment_id", "state"].includes(name)
)

/** The columns of {@link PaymentRow}, from `p` and `a`. */
const FLAT = [
  ...OF_PAYMENT.map((name) => `p.${name}`),
  ...OF_ATTEMPT.filter((name) => !OF_PAYMENT.includes(name)).map((name) => `a.${name}`),
  "a.id AS attempt_id",
  "p.state AS outcome, a.state AS attempt_state",
  "CASE p.state WHEN 'captured' THEN 'captured' WHEN 'held' THEN 'unallocated' ELSE a.state END AS state",
].join(", ")

/**
 * Payments with their attempts, for a FROM. `FOR UPDATE` locks the rows of both tables.
 *
 * No index is on `state`, which comes from both tables: conditions on large tables say `outcome` and `attempt_state`.
 */
export const PAYMENTS = `(SELECT ${FLAT}
  FROM onchain_payment AS p JOIN onchain_attempt AS a ON a.payment_id = p.id
  WHERE p.deleted_at IS NULL AND a.deleted_at IS NULL)`

/** Reads payments with their attempts. */
export function selectPayments(knex: Knex): Knex.QueryBuilder<PaymentRow, PaymentRow[]> {
  return knex<PaymentRow, PaymentRow[]>(knex.raw(`${PAYMENTS} AS payment`))
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

/** Locks a payment with its attempt, and with it everything computed from its refunds, until the transaction ends. */
export async function lockPayment(knex: Knex, paymentId: string): Promise<PaymentRow | undefined> {
  const { rows } = await knex.raw(`SELECT * FROM ${PAYMENTS} AS payment WHERE id = ? FOR UPDATE`, [paymentId])
  return rows[0]
}

/** Stores a payment and its attempt in one statement. @throws the database's error where one like it is there */
export async function insertPaymentRow(
  knex: Knex,
  { attempt_id = generateEntityId(undefined, "ocatt"), ...columns }: NewPayment
): Promise<{ id: string }[]> {
  const { payment, attempt } = toTables(columns, attempt_id)
  const row = { state: "settled", ...attempt, id: attempt_id }
  const { rows } = await knex.raw(
    `WITH stored AS (INSERT INTO onchain_payment (${Object.keys(payment).join(", ")}) VALUES (${places(payment)}) RETURNING id)
     INSERT INTO onchain_attempt (payment_id, ${Object.keys(row).join(", ")}) SELECT id, ${places(row)} FROM stored
     RETURNING payment_id AS id`,
    [...Object.values(payment), ...Object.values(row)]
  )
  return rows
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

import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { InferTypeOf } from "@medusajs/framework/types"
import type { PaymentResolution, PaymentState } from "../../../domain/payment/payment-status"
import OnchainAttempt from "../models/attempt"
import type OnchainDecision from "../models/decision"
import OnchainPayment from "../models/payment"

type Row<Model extends typeof OnchainPayment | typeof OnchainAttempt | typeof OnchainDecision> = Omit<
  InferTypeOf<Model>,
  `raw_${string}`
>

type DecisionColumns = Row<typeof OnchainDecision>

/**
 * What the row of a payment shows of its decisions: for each its kind, and its columns under the names of the row.
 * The first column is set while there is such a decision.
 */
export const DECISIONS = {
  choice: {
    isKind: "kind IN ('apply', 'refund_due', 'keep')",
    columns: {
      ...{ resolution: "kind", resolved_by: "actor_id", resolved_at: "created_at", resolution_note: "note" },
      ...{ resolved_token_amount: "token_amount", resolution_done_at: "done_at" },
      ...{ applied_order_id: "order_id", applied_collection_id: "collection_id", applied_amount: "amount" },
      ...{ application_key: "key", applied_session_id: "session_id" },
    },
  },
  proposal: {
    isKind: "kind = 'apply_proposed'",
    kind: "apply_proposed",
    columns: { proposed_order_id: "order_id", proposed_by: "actor_id", proposed_at: "created_at" },
  },
  kept: {
    isKind: "kind = 'keep_order'",
    kind: "keep_order",
    columns: { order_kept_at: "created_at", order_kept_by: "actor_id", order_kept_note: "note" },
  },
  contradiction: {
    isKind: "kind = 'contradiction'",
    kind: "contradiction",
    columns: {
      ...{ contradicted_at: "created_at", contradiction: "note" },
      ...{ contradiction_ended_at: "done_at", contradiction_ended_by: "actor_id" },
    },
  },
} as const satisfies Record<
  string,
  { isKind: string; kind?: DecisionColumns["kind"]; columns: Record<string, keyof DecisionColumns> }
>

type DecisionName = keyof typeof DECISIONS
type Shown<Name extends DecisionName> = (typeof DECISIONS)[Name]["columns"]
/** Null without the decision. */
type Decided<Name extends DecisionName> = {
  [Column in keyof Shown<Name>]: DecisionColumns[Shown<Name>[Column] & keyof DecisionColumns] | null
}

type PaymentColumns = Omit<Row<typeof OnchainPayment>, "state"> &
  Omit<Decided<"choice">, "resolution"> & { resolution: PaymentResolution | null } & Decided<"proposal"> &
  Decided<"kept"> &
  Decided<"contradiction">
type AttemptColumns = Omit<Row<typeof OnchainAttempt>, "id" | "payment_id" | "state">

/**
 * A payment joined with one of its attempts, and with its decisions.
 *
 * For the current attempt, `state` is the payment's; for an earlier one, the attempt's own.
 */
export type PaymentRow = PaymentColumns &
  SessionAmount &
  AttemptColumns & { attempt_id: string; attempt_created_at: Date; state: PaymentState }

/** Of Medusa's session. `fiat_amount` is what the attempt asks for, which may be less. */
export type SessionAmount = { session_fiat_amount: string }

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

export const OF_PAYMENT = Object.keys(OnchainPayment.schema).filter((name) => name !== "state")
export const OF_ATTEMPT = Object.keys(OnchainAttempt.schema).filter(
  (name) => !["id", "payment_id", "state"].includes(name)
)

/** Who opened an attempt, and what it asks for, are facts of its own: the order may have another owner or total since. */
const OF_BOTH = ["customer_id", "fiat_amount"]

/** Without a resolution, what the order took of the tokens. */
const RESOLVED_AMOUNT =
  "CASE WHEN choice.id IS NULL THEN p.taken_token_amount ELSE choice.token_amount END AS resolved_token_amount"

const DECIDED = Object.entries(DECISIONS).flatMap(([name, { columns }]) =>
  Object.entries(columns).map(([shown, column]) =>
    shown === "resolved_token_amount" ? RESOLVED_AMOUNT : `${name}.${column} AS ${shown}`
  )
)

/** The columns of {@link PaymentRow}, from `p`, `a` and {@link WITH_DECISIONS}. */
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
    ...DECIDED,
  ].join(", ")

export const FLAT = columnsOf("a.customer_id")
const FLAT_ANY = columnsOf("CASE WHEN a.id IS NULL THEN p.customer_id ELSE a.customer_id END")

/** Follows `p` in a FROM clause. Each join finds at most one row. */
export const WITH_DECISIONS = Object.entries(DECISIONS)
  .map(
    ([name, { isKind }]) =>
      `LEFT JOIN onchain_decision AS ${name} ON ${name}.payment_id = p.id AND ${name}.${isKind} AND ${name}.deleted_at IS NULL`
  )
  .join(" ")

const rowsOf = (join: string, columns = FLAT) => `(SELECT ${columns}
  FROM onchain_payment AS p ${join} AND a.deleted_at IS NULL ${WITH_DECISIONS} WHERE p.deleted_at IS NULL)`

/** The session of a deposit's accepted money, queued for the payment that it was sent for; in SQL, of two columns. */
export const queuedSession = (paymentId: string, depositId: string) => `deposit_${paymentId}_${depositId}`
export const queuedSessionIn = (paymentId: string, depositId: string) =>
  `'deposit_' || ${paymentId} || '_' || ${depositId}`

/**
 * Payments with their current attempts, for a FROM clause. Excludes payments without an attempt.
 *
 * No index is on `state`, which comes from both tables: conditions on large tables say `outcome` and `attempt_state`.
 */
export const PAYMENTS = rowsOf("JOIN onchain_attempt AS a ON a.id = p.current_attempt_id")

/** One payment of {@link PAYMENTS}, by its id. Locks its rows of both tables. */
export const LOCKED_PAYMENT = `(SELECT ${FLAT} FROM onchain_payment AS p
  JOIN onchain_attempt AS a ON a.id = p.current_attempt_id AND a.deleted_at IS NULL ${WITH_DECISIONS}
  WHERE p.deleted_at IS NULL AND p.id = ? FOR UPDATE OF p, a)`

/** Payments with each of their attempts, for a FROM clause. */
export const ATTEMPTS = rowsOf("JOIN onchain_attempt AS a ON a.payment_id = p.id")

/** Payments with each of their attempts, including payments without one. */
const ANY = rowsOf("LEFT JOIN onchain_attempt AS a ON a.payment_id = p.id", FLAT_ANY)

/** Payments with their current attempts, including payments without one. */
const CURRENT = rowsOf("LEFT JOIN onchain_attempt AS a ON a.id = p.current_attempt_id", FLAT_ANY)

/** Payments made for an order, by its collections and sessions, or applied to it. Bindings: collections, sessions, the order. */
export const OF_ORDER = `id IN (SELECT id FROM onchain_payment
    WHERE (collection_id = ANY(?::text[]) OR session_id = ANY(?::text[])) AND deleted_at IS NULL
  UNION SELECT payment_id FROM onchain_decision WHERE order_id = ? AND kind = 'apply' AND deleted_at IS NULL)`

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

/**
 * Locks a payment with its attempt, its decisions, and everything computed from its refunds, until the transaction ends.
 *
 * Locks the payment first: a statement that waits for the lock reads the decisions as they were before.
 */
export async function lockPayment(knex: Knex, paymentId: string): Promise<PaymentRow | undefined> {
  await lockPayments(knex, [paymentId])
  const { rows } = await knex.raw(`SELECT * FROM ${LOCKED_PAYMENT} AS payment`, [paymentId])
  return rows[0]
}

/**
 * Locks payments, with or without an attempt, until the transaction ends. Read what belongs to them afterwards.
 *
 * The order of locks everywhere: payments by their ids, then attempts, refunds, withdrawals, deposits. So a withdrawal locks the
 * payment that it refunds before its own row.
 */
export async function lockPayments(knex: Knex, paymentIds: readonly string[]): Promise<void> {
  await knex.raw("SELECT id FROM onchain_payment WHERE id = ANY(?::text[]) ORDER BY id FOR UPDATE", [
    [...paymentIds],
  ])
}

/** Something was opened at the service, or may still be. */
export const IS_OPENED = "(state <> 'failed' OR coalesce(gateway_invoice_id, gateway_intent_id) IS NOT NULL)"

import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { InferTypeOf } from "@medusajs/framework/types"
import { isSameAddress } from "../../../domain/payment/invoice-reading"
import type { Transaction } from "../../../gateway/contract"
import type OnchainTransaction from "../models/transaction"
import { IS_WAITING } from "../models/transaction"
import { type PaymentRow, selectAttempts } from "../payment/payment-row"
import type { PayoutLegRow } from "../payout/payout-legs"
import { changeWithNote } from "../work/audit-log"
import { type ListPage, RowList } from "../work/listed-rows"
import { inScope, isSameAddressIn, ownRows, type Scope, scopeColumns } from "../work/claim"

export type TransactionFilter = {
  type?: string | undefined
  direction?: string | undefined
  network_id?: string | undefined
  token?: string | undefined
  /** @see IS_WAITING */
  waiting?: boolean | undefined
  /** First instant, and the first one after the range. */
  from?: Date | undefined
  before?: Date | undefined
  /** Beginning of an identifier, transaction hash or reference. */
  q?: string | undefined
}
export type TransactionPage = ListPage<TransactionFilter>

export type TransactionRow = InferTypeOf<typeof OnchainTransaction> & { is_waiting: boolean }

export type TransactionSubjects = {
  /** By invoice of the gateway, by the withdrawal or our id of a leg of its split, or by our id of the attempt. */
  payments: Map<string, PaymentRow>
  deposits: Set<string>
  /** Our id, by id of the gateway. */
  withdrawals: Map<string, string>
}

/** A payment that money without a known owner may belong to, and how it was found. */
export type LinkedPayment = { payment: PaymentRow; by: "memo" | "address" }

/** The columns of a listed transaction, and its fields. */
const FACTS = {
  chain: "chain",
  network_id: "networkId",
  token: "token",
  canonical_asset_id: "canonicalAssetId",
  kind: "kind",
  type: "type",
  direction: "direction",
  amount: "amount",
  tx_hash: "txHash",
  reference: "reference",
  status: "status",
  to_address: "toAddress",
  memo: "memo",
  unread: "unread",
  raw: "raw",
  occurred_at: "createdAt",
} as const satisfies Record<string, keyof Transaction>

/** Of the other side. */
const PERSONAL: readonly string[] = ["to_address", "memo", "raw"]

/** Whether what a listed transaction belongs to was erased, so that the list does not bring the customer's data back. */
const IS_ERASED = `
  EXISTS (SELECT 1 FROM onchain_withdrawal AS paid WHERE paid.gateway_withdrawal_id = reference
    AND paid.environment = :environment AND paid.business_id = :business_id AND paid.destination_address = 'erased' AND paid.deleted_at IS NULL)
  OR EXISTS (SELECT 1 FROM onchain_deposit AS sent WHERE sent.id = reference
    AND sent.environment = :environment AND sent.business_id = :business_id AND sent.erased_at IS NOT NULL)
  OR EXISTS (SELECT 1 FROM onchain_attempt AS asked WHERE reference IN (asked.gateway_invoice_id, asked.gateway_intent_id)
    AND asked.environment = :environment AND asked.business_id = :business_id AND asked.erased_at IS NOT NULL AND asked.deleted_at IS NULL)`

const NAMES = Object.keys(FACTS)
const LISTED = Object.entries(FACTS).map(([name, field]) => {
  if (PERSONAL.includes(name)) return `CASE WHEN NOT is_erased THEN "${field}" END`
  // A date of the service is text in JSON.
  return name === "occurred_at" ? `"${field}"::timestamptz` : `"${field}"`
})

/** One statement per page. Unchanged rows are not written. */
const RECORD = `INSERT INTO onchain_transaction AS known (id, ${NAMES.join(", ")}, sort_at, environment, business_id)
  SELECT id, ${LISTED.join(", ")}, coalesce("createdAt"::timestamptz, now()), :environment, :business_id
  FROM jsonb_to_recordset(:listed ::jsonb) AS listed (id text, ${Object.values(FACTS)
    .map((field) => `"${field}" text`)
    .join(", ")}), LATERAL (SELECT ${IS_ERASED} AS is_erased) AS owner
  ON CONFLICT (id, environment, business_id) DO UPDATE SET ${NAMES.map((name) => `${name} = excluded.${name}`).join(", ")},
    sort_at = coalesce(excluded.occurred_at, known.sort_at), deleted_at = NULL, updated_at = now()
  WHERE (${NAMES.map((name) => `known.${name}`).join(", ")}, known.deleted_at)
    IS DISTINCT FROM (${NAMES.map((name) => `excluded.${name}`).join(", ")}, NULL::timestamptz)`

/** The mirror of the gateway's transactions. */
export class Transactions extends RowList<TransactionRow, TransactionFilter> {
  constructor(knex: Knex, scope: Scope) {
    super(knex, scope, {
      table: "onchain_transaction",
      by: "sort_at",
      searched: ["id", "tx_hash", "reference"],
      equal: ["type", "direction", "network_id", "token"],
      columns: ["*", knex.raw(`(${IS_WAITING}) AS is_waiting`)],
      where: (query, { waiting, from, before }) => {
        if (waiting) void query.whereRaw(IS_WAITING)
        if (from) void query.where("sort_at", ">=", from)
        if (before) void query.where("sort_at", "<", before)
      },
    })
  }

  /** Mirrors a page of the gateway's list. @returns how many rows are new or changed */
  async record(listed: readonly Transaction[]): Promise<number> {
    // One statement can touch a row once, and a page may name a transaction twice.
    const rows = [...new Map(listed.map((transaction) => [transaction.id, transaction])).values()]
    if (rows.length === 0) return 0
    const { rowCount } = await this.knex.raw(RECORD, {
      ...scopeColumns(this.scope),
      listed: JSON.stringify(rows),
    })
    return rowCount
  }

  find(id: string): Promise<TransactionRow | undefined> {
    return ownRows<TransactionRow>(this.knex, this.scope, "onchain_transaction")
      .where({ id })
      .first("*", this.knex.raw(`(${IS_WAITING}) AS is_waiting`))
  }

  /** Records who looked at a transaction in review, and what they found. Moves nothing. @returns whether it waited for a review */
  async endReview(id: string, actorId: string, note: string): Promise<boolean> {
    const own = inScope(this.scope)
    const reviewed = await changeWithNote(
      this.knex,
      "transaction",
      {
        sql: `UPDATE onchain_transaction SET reviewed_at = now(), reviewed_by = ?, review_note = ?, updated_at = now()
              WHERE id = ? AND deleted_at IS NULL AND ${IS_WAITING} AND ${own.sql} RETURNING *`,
        bindings: [actorId, note, id, ...own.bindings],
      },
      { action: "transaction.reviewed", actorId, before: null, after: { note } }
    )
    return reviewed !== undefined
  }

  /** What the service took for each of these invoices, in token units. */
  async feesOf(references: readonly string[]): Promise<Map<string, string>> {
    const rows: { reference: string; fee: string | null }[] = await ownRows(
      this.knex,
      this.scope,
      "onchain_transaction"
    )
      .where({ kind: "fee" })
      .whereIn("reference", [...references])
      .groupBy("reference")
      .select("reference", this.knex.raw("trim_scale(sum(amount::numeric))::text AS fee"))
    return new Map(rows.flatMap(({ reference, fee }) => (fee === null ? [] : [[reference, fee] as const])))
  }

  /** What references name: one read per kind of row. */
  async findSubjects(references: readonly string[]): Promise<TransactionSubjects> {
    const { knex, scope } = this
    const ids = [...new Set(references)]
    if (ids.length === 0) return { payments: new Map(), deposits: new Set(), withdrawals: new Map() }
    const [payments, legs, deposits, withdrawals] = await Promise.all([
      selectAttempts(knex).where(scopeColumns(scope)).whereIn("gateway_invoice_id", ids),
      ownRows<PayoutLegRow>(knex, scope, "onchain_payout_leg")
        .where((either) => either.whereIn("gateway_withdrawal_id", ids).orWhereIn("id", ids))
        .select("id", "gateway_withdrawal_id", "attempt_id"),
      ownRows<{ id: string }>(knex, scope, "onchain_deposit").whereIn("id", ids).select("id"),
      ownRows<{ id: string; gateway_withdrawal_id: string }>(knex, scope, "onchain_withdrawal")
        .whereIn("gateway_withdrawal_id", ids)
        .select("id", "gateway_withdrawal_id"),
    ])
    const attemptIds = [...ids, ...legs.map(({ attempt_id }) => attempt_id)]
    const attempts = await selectAttempts(knex).where(scopeColumns(scope)).whereIn("attempt_id", attemptIds)
    const splits = new Map(attempts.map((row) => [row.attempt_id, row]))
    return {
      payments: new Map([
        ...payments.map((row) => [row.gateway_invoice_id ?? "", row] as const),
        ...splits,
        ...legs.flatMap(({ id, gateway_withdrawal_id, attempt_id }) => {
          const split = splits.get(attempt_id)
          return split ? [id, gateway_withdrawal_id ?? id].map((key) => [key, split] as const) : []
        }),
      ]),
      deposits: new Set(deposits.map(({ id }) => id)),
      withdrawals: new Map(withdrawals.map((row) => [row.gateway_withdrawal_id, row.id])),
    }
  }

  /**
   * Finds payments by where the money went: by the memo of a shared address, else by an address of their own.
   * The newest payment of an address counts.
   *
   * @returns by id of the transaction
   */
  async findPayments(transactions: readonly TransactionRow[]): Promise<Map<string, LinkedPayment>> {
    const sent = transactions.flatMap(({ network_id, to_address, memo }) =>
      to_address === null ? [] : { network_id, to_address, memo: memo ?? "" }
    )
    if (sent.length === 0) return new Map()
    const own = inScope(this.scope, "a")
    const newest = (
      memo: string
    ) => `(SELECT a.id FROM onchain_attempt AS a WHERE ${own.sql} AND a.deleted_at IS NULL
      AND a.network_id = t.network_id AND ${isSameAddressIn("a.deposit_address", "t.to_address")} AND a.memo ${memo}
      ORDER BY a.created_at DESC LIMIT 1)`
    const payments = await selectAttempts(this.knex)
      .whereRaw(
        `attempt_id = ANY (ARRAY (SELECT paid.id FROM unnest(?::text[], ?::text[], ?::text[]) AS t(network_id, to_address, memo)
          CROSS JOIN LATERAL (${newest("= t.memo")} UNION ALL ${newest("IS NULL")}) AS paid))`,
        [
          sent.map(({ network_id }) => network_id),
          sent.map(({ to_address }) => to_address),
          sent.map(({ memo }) => memo),
          ...[...own.bindings, ...own.bindings],
        ]
      )
      .orderBy("created_at", "desc")
    return new Map(
      transactions.flatMap((transaction) => {
        const found = linkOf(transaction, payments)
        return found ? [[transaction.id, found]] : []
      })
    )
  }
}

function linkOf(
  { chain, network_id, to_address, memo }: TransactionRow,
  payments: readonly PaymentRow[]
): LinkedPayment | undefined {
  const there = payments.filter(
    ({ network_id: network, deposit_address: ours }) =>
      network === network_id && ours !== null && to_address !== null && isSameAddress(chain, ours, to_address)
  )
  const byMemo = there.find((payment) => memo !== null && payment.memo === memo)
  if (byMemo) return { payment: byMemo, by: "memo" }
  const byAddress = there.find((payment) => payment.memo === null)
  return byAddress && { payment: byAddress, by: "address" }
}

import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { InferTypeOf } from "@medusajs/framework/types"
import type { Transaction } from "../../../gateway/contract"
import type OnchainTransaction from "../models/transaction"
import { IS_WAITING } from "../models/transaction"
import { selectAttempts, type PaymentRow } from "../payment/payment-row"
import {
  countRows,
  findBegins,
  foundRows,
  countingOrder,
  sortedBy,
  whereEqual,
  type Found,
} from "../work/listed-rows"
import { ownRows, scopeColumns, type Scope } from "../work/scope"

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
export type TransactionPage = {
  filter: TransactionFilter
  direction: "asc" | "desc"
  limit: number
  offset: number
}

export const waitingColumn = (knex: Knex) => knex.raw(`(${IS_WAITING}) AS is_waiting`)
const SEARCHED = ["id", "tx_hash", "reference"] as const
const EQUAL = ["type", "direction", "network_id", "token"] as const

/** Each filter has an index in the order of the page. */
export class TransactionList {
  constructor(
    private readonly knex: Knex,
    private readonly scope: Scope
  ) {}

  async page({ filter, direction, limit, offset }: TransactionPage): Promise<ListedTransaction[]> {
    const found = await findBegins(this.knex, this.searched, filter.q)
    return this.filtered(filter, found)
      .select("*", waitingColumn(this.knex))
      .orderBy([...sortedBy("sort_at", direction)])
      .limit(limit)
      .offset(offset)
  }

  /** Up to `LIST_COUNT_LIMIT`, and one more when there are more. */
  async count(filter: TransactionFilter): Promise<number> {
    const found = await findBegins(this.knex, this.searched, filter.q)
    return countRows(this.knex, [this.filtered(filter, found)], countingOrder(found, "sort_at"))
  }

  private get searched() {
    return { table: "onchain_transaction", scope: this.scope, columns: SEARCHED }
  }

  private filtered(
    filter: TransactionFilter,
    found: Found
  ): Knex.QueryBuilder<TransactionRow, TransactionRow[]> {
    const query = foundRows<TransactionRow>(this.knex, this.searched, found, filter.q)
    whereEqual(query, EQUAL, filter)
    if (filter.waiting) void query.whereRaw(IS_WAITING)
    if (filter.from) void query.where("sort_at", ">=", filter.from)
    if (filter.before) void query.where("sort_at", "<", filter.before)
    return query
  }
}

/** `added` of `changed` were new. */
export type MirrorCount = { changed: number; added: number }

/** A transaction that is listed twice is written once. */
export class TransactionMirror {
  constructor(
    private readonly knex: Knex,
    private readonly scope: Scope
  ) {}

  /** One statement per page. Unchanged rows are not written. */
  async record(transactions: readonly Transaction[]): Promise<MirrorCount> {
    // One statement can touch a row once, and a page may name a transaction twice.
    const facts = new Map(transactions.map((transaction) => [transaction.id, toFacts(transaction)]))
    if (facts.size === 0) return { changed: 0, added: 0 }
    const { environment, business_id } = scopeColumns(this.scope)
    const { rows }: { rows: { is_new: boolean }[] } = await this.knex.raw(
      `INSERT INTO onchain_transaction AS known (${COLUMNS.join(", ")}, sort_at, environment, business_id)
       SELECT ${COLUMNS.join(", ")}, coalesce(occurred_at, now()), ?, ?
       FROM jsonb_to_recordset(?::jsonb) AS listed (id text, chain text, network_id text, token text,
         canonical_asset_id text, kind text, type text, direction text, amount text, tx_hash text, reference text,
         status text, to_address text, memo text, unread text, raw text, occurred_at timestamptz)
       ON CONFLICT (id, environment, business_id) DO UPDATE SET ${FACTS.map((name) => `${name} = ${listed(name)}`).join(", ")},
         sort_at = coalesce(excluded.occurred_at, known.sort_at), deleted_at = NULL, updated_at = now()
       WHERE (${FACTS.map((name) => `known.${name}`).join(", ")}, known.deleted_at)
         IS DISTINCT FROM (${FACTS.map(listed).join(", ")}, NULL::timestamptz)
       RETURNING (xmax = 0) AS is_new`,
      [environment, business_id, JSON.stringify([...facts.values()])]
    )
    return { changed: rows.length, added: rows.filter(({ is_new }) => is_new).length }
  }
}

const FACTS = [
  "chain",
  "network_id",
  "token",
  "canonical_asset_id",
  "kind",
  "type",
  "direction",
  "amount",
  "tx_hash",
  "reference",
  "status",
  "to_address",
  "memo",
  "unread",
  "raw",
  "occurred_at",
] as const
const COLUMNS = ["id", ...FACTS] as const

/** Of the other side. They stay erased, although the list still has them. */
const PERSONAL: readonly (typeof FACTS)[number][] = ["to_address", "memo", "raw"]

function listed(name: (typeof FACTS)[number]): string {
  return PERSONAL.includes(name)
    ? `CASE WHEN known.erased_at IS NULL THEN excluded.${name} END`
    : `excluded.${name}`
}

function toFacts(listed: Transaction): Record<(typeof COLUMNS)[number], string | null> {
  return {
    id: listed.id,
    chain: listed.chain,
    network_id: listed.networkId,
    token: listed.token,
    canonical_asset_id: listed.canonicalAssetId ?? null,
    kind: listed.kind,
    type: listed.type ?? null,
    direction: listed.direction ?? null,
    amount: listed.amount ?? null,
    tx_hash: listed.txHash ?? null,
    reference: listed.reference ?? null,
    status: listed.status ?? null,
    to_address: listed.toAddress ?? null,
    memo: listed.memo ?? null,
    unread: listed.unread,
    raw: listed.raw,
    occurred_at: listed.createdAt ?? null,
  }
}

export type TransactionRow = InferTypeOf<typeof OnchainTransaction>
export type ListedTransaction = TransactionRow & { is_waiting: boolean }

export type TransactionSubjects = {
  /** By invoice of the gateway. */
  payments: Map<string, PaymentRow>
  deposits: Set<string>
  /** Our id, by id of the gateway. */
  withdrawals: Map<string, string>
}

/** One read per kind of row. */
export async function findTransactionSubjects(
  knex: Knex,
  scope: Scope,
  references: readonly string[]
): Promise<TransactionSubjects> {
  const ids = [...new Set(references)]
  if (ids.length === 0) return { payments: new Map(), deposits: new Set(), withdrawals: new Map() }
  const [payments, deposits, withdrawals] = await Promise.all([
    selectAttempts(knex).where(scopeColumns(scope)).whereIn("gateway_invoice_id", ids),
    ownRows<{ id: string }>(knex, scope, "onchain_deposit").whereIn("id", ids).select("id"),
    ownRows<{ id: string; gateway_withdrawal_id: string }>(knex, scope, "onchain_withdrawal")
      .whereIn("gateway_withdrawal_id", ids)
      .select("id", "gateway_withdrawal_id"),
  ])
  return {
    payments: new Map(payments.map((row) => [row.gateway_invoice_id ?? "", row])),
    deposits: new Set(deposits.map(({ id }) => id)),
    withdrawals: new Map(withdrawals.map((row) => [row.gateway_withdrawal_id, row.id])),
  }
}

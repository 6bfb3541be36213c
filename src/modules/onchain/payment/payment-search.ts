import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { inScope, type Scope } from "../work/scope"

/** What Medusa knows for a search text: ids of orders, of their payment collections and of customers. */
export type SearchedIds = {
  orderIds: readonly string[]
  collectionIds: readonly string[]
  customerIds: readonly string[]
}

/** Payments that one kind of match may find. More are found by a longer text. */
const MOST_FOUND = 1_000
/** Characters from which the beginning of a hash is searched for. */
const SHORTEST_HASH = 6

type Branch = { sql: string; bindings: Knex.RawBinding[] }

/** Finds payments by whatever names them. Each branch reads its own index, and is bounded. */
export class PaymentSearch {
  constructor(
    private readonly knex: Knex,
    private readonly scope: Scope
  ) {}

  /**
   * @param q an id of ours, of Medusa or of the service, an address, a memo, or the beginning of a hash
   * @param known what Medusa found for it
   * @returns ids of payments
   */
  async find(q: string, known: SearchedIds): Promise<string[]> {
    const branches = [...this.byName(q), ...(q.length >= SHORTEST_HASH ? byHash(q) : []), ...byMedusa(known)]
    const sql = branches
      .map((branch) => `(SELECT payment_id FROM (${branch.sql}) AS found LIMIT ${MOST_FOUND})`)
      .join(" UNION ")
    const { rows }: { rows: { payment_id: string }[] } = await this.knex.raw(
      sql,
      branches.flatMap(({ bindings }) => bindings)
    )
    return rows.map(({ payment_id }) => payment_id)
  }

  private byName(q: string): Branch[] {
    const own = inScope(this.scope)
    const ofGateway = (column: string): Branch => ({
      sql: `SELECT payment_id FROM onchain_attempt WHERE ${column} = ? AND ${own.sql} AND deleted_at IS NULL`,
      bindings: [q, ...own.bindings],
    })
    return [
      { sql: "SELECT id AS payment_id FROM onchain_payment WHERE id = ?", bindings: [q] },
      {
        sql: "SELECT id AS payment_id FROM onchain_payment WHERE session_id = ? AND deleted_at IS NULL",
        bindings: [q],
      },
      { sql: "SELECT payment_id FROM onchain_attempt WHERE id = ?", bindings: [q] },
      ofGateway("gateway_invoice_id"),
      ofGateway("gateway_intent_id"),
      ofGateway("external_order_id"),
      { sql: "SELECT payment_id FROM onchain_attempt WHERE memo = ? AND deleted_at IS NULL", bindings: [q] },
      addressBranch(q),
    ]
  }
}

/** Hex means the same in any case; other alphabets do not. */
function addressBranch(q: string): Branch {
  const same = /^0x/i.test(q) ? "" : " AND deposit_address = ?"
  return {
    sql: `SELECT payment_id FROM onchain_attempt
      WHERE lower(deposit_address) = lower(?) AND deposit_address IS NOT NULL${same}`,
    bindings: same === "" ? [q] : [q, q],
  }
}

/** Of an attempt, a deposit linked to it, a claim, a refund's payout, or a refund settled elsewhere. */
function byHash(q: string): Branch[] {
  const begins = `${q.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`
  return [
    "SELECT payment_id FROM onchain_attempt WHERE tx_hash IS NOT NULL AND lower(tx_hash) LIKE ?",
    `SELECT payment_id FROM onchain_deposit WHERE lower(tx_hash) LIKE ? AND payment_id IS NOT NULL AND deleted_at IS NULL`,
    "SELECT payment_id FROM onchain_payment_claim WHERE lower(tx_hash) LIKE ?",
    `SELECT payment_id FROM onchain_withdrawal WHERE lower(tx_hash) LIKE ? AND payment_id IS NOT NULL AND deleted_at IS NULL`,
    "SELECT payment_id FROM onchain_refund WHERE settled_tx_hash IS NOT NULL AND lower(settled_tx_hash) LIKE ?",
  ].map((sql) => ({ sql, bindings: [begins] }))
}

function byMedusa({ orderIds, collectionIds, customerIds }: SearchedIds): Branch[] {
  const ofPayments = (column: string, ids: readonly string[]): Branch[] =>
    ids.length === 0
      ? []
      : [
          {
            sql: `SELECT id AS payment_id FROM onchain_payment
              WHERE ${column} = ANY(?::text[]) AND ${column} IS NOT NULL AND deleted_at IS NULL`,
            bindings: [[...ids]],
          },
        ]
  const ofCustomers = {
    sql: `SELECT payment_id FROM onchain_attempt
      WHERE customer_id = ANY(?::text[]) AND customer_id IS NOT NULL AND deleted_at IS NULL`,
    bindings: [[...customerIds]],
  }
  return [
    ...ofPayments("collection_id", collectionIds),
    ...ofPayments("placed_order_id", orderIds),
    ...ofPayments("applied_order_id", orderIds),
    ...(customerIds.length === 0 ? [] : [ofCustomers]),
  ]
}

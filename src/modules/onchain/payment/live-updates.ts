import type { Knex } from "@medusajs/framework/mikro-orm/knex"

/** Fingerprint of all rows behind a page: it changes when any of them is written. */
export type CheckoutMark = { collection_id: string; mark: string }

/** By the database's clock. A transaction that takes longer to commit is found when its collection is compared in turn. */
const RECENTLY = "now() - interval '10 seconds'"

/** Row version: the id of the transaction that wrote it. */
const rowsOf = (rows: string, version: string, order: string) =>
  `(SELECT string_agg(${version}, ',' ORDER BY ${order}) FROM ${rows})`

const ofPayments = (joined: string, version: string, order: string) =>
  rowsOf(
    `onchain_payment AS p ${joined} WHERE p.collection_id = seen.collection_id AND p.deleted_at IS NULL`,
    version,
    order
  )

/**
 * The rows behind a collection's page: ours, with money that the service has for them, the owner of the cart or order, and the
 * amount due. An expiring link changes the mark without a write.
 */
const MARK = `md5(concat_ws(';',
  ${ofPayments(
    "LEFT JOIN onchain_attempt AS a ON a.payment_id = p.id AND a.deleted_at IS NULL",
    "concat(p.xmin, '.', a.xmin)",
    "p.id, a.id"
  )},
  ${ofPayments(
    "JOIN onchain_payment_claim AS claim ON claim.payment_id = p.id AND claim.deleted_at IS NULL",
    "claim.xmin::text",
    "claim.id"
  )},
  ${ofPayments("JOIN onchain_deposit AS d ON d.payment_id = p.id AND d.deleted_at IS NULL", "d.xmin::text", "p.id, d.id")},
  ${ofPayments(
    "JOIN onchain_deposit AS d ON d.customer_id = p.customer_id AND d.payment_id IS NULL AND d.deleted_at IS NULL",
    "d.xmin::text",
    "p.id, d.id"
  )},
  ${ofPayments(
    `JOIN onchain_attempt AS a ON a.payment_id = p.id AND a.deleted_at IS NULL
       JOIN onchain_transaction AS t ON t.reference = a.gateway_invoice_id AND t.status = 'review_required' AND t.deleted_at IS NULL`,
    "t.xmin::text",
    "p.id, a.id, t.id"
  )},
  ${rowsOf(
    `onchain_page_link AS link WHERE link.collection_id = seen.collection_id AND link.deleted_at IS NULL
       AND link.revoked_at IS NULL AND link.expires_at > now()`,
    "link.id",
    "link.id"
  )},
  ${rowsOf(
    `order_payment_collection AS l JOIN "order" AS o ON o.id = l.order_id
       LEFT JOIN order_summary AS s ON s.order_id = o.id AND s.deleted_at IS NULL
       WHERE l.payment_collection_id = seen.collection_id AND l.deleted_at IS NULL`,
    "concat(l.xmin, '.', o.xmin, '.', s.xmin)",
    "o.id, s.id"
  )},
  ${rowsOf(
    `cart_payment_collection AS l JOIN cart AS c ON c.id = l.cart_id
       WHERE l.payment_collection_id = seen.collection_id AND l.deleted_at IS NULL`,
    "concat(l.xmin, '.', c.xmin)",
    "c.id"
  )}
))`

/**
 * Finds changes behind all payment pages in one read-only statement.
 *
 * @see ADR 0065
 */
export class CheckoutMarks {
  constructor(private readonly knex: Knex) {}

  /** @returns undefined for an unknown link. Does not check whether the link is still valid. */
  async ofLink(tokenHash: string): Promise<CheckoutMark | undefined> {
    const { rows } = await this.knex.raw(
      `SELECT seen.collection_id, ${MARK} AS mark FROM onchain_page_link AS seen
       WHERE seen.token_hash = ? AND seen.deleted_at IS NULL`,
      [tokenHash]
    )
    return rows[0]
  }

  /**
   * Reads the marks of collections with a recently written payment, and of the given ones. The cost does not depend on the
   * number of open pages.
   *
   * @param compared collections to compare in this turn, written or not
   */
  async read(compared: readonly string[]): Promise<CheckoutMark[]> {
    const { rows } = await this.knex.raw(
      `WITH seen AS (
         SELECT collection_id FROM onchain_payment WHERE updated_at > ${RECENTLY} AND deleted_at IS NULL
         UNION SELECT p.collection_id FROM onchain_attempt AS a JOIN onchain_payment AS p ON p.id = a.payment_id
           WHERE a.updated_at > ${RECENTLY} AND a.deleted_at IS NULL
         UNION SELECT p.collection_id FROM onchain_payment_claim AS claim JOIN onchain_payment AS p ON p.id = claim.payment_id
           WHERE claim.created_at > ${RECENTLY} AND claim.deleted_at IS NULL
         UNION SELECT collection_id FROM onchain_page_link WHERE revoked_at > ${RECENTLY} AND deleted_at IS NULL
         UNION SELECT unnest(?::text[])
       )
       SELECT collection_id, ${MARK} AS mark FROM seen WHERE collection_id IS NOT NULL`,
      [[...compared]]
    )
    return rows
  }
}

/** Limits open payment page streams per process and per client IP address. */
export class WatcherLimit {
  /** Open streams, for the health page and tests. */
  open = 0
  private readonly ofClient = new Map<string, number>()

  constructor(private readonly most: { watchersPerProcess: number; watchersPerAddress: number }) {}

  /**
   * Reserves a stream.
   *
   * @param client from `OpeningLimit.clientOf`; null for a trusted address, which only the process limit applies to
   * @returns a function that releases the stream, or the limit that was reached
   */
  enter(client: string | null): (() => void) | "process_full" | "client_full" {
    if (this.open >= this.most.watchersPerProcess) return "process_full"
    const known = client === null ? 0 : (this.ofClient.get(client) ?? 0)
    if (known >= this.most.watchersPerAddress) return "client_full"
    this.open++
    if (client !== null) this.ofClient.set(client, known + 1)
    let isTaken = true
    return () => {
      if (!isTaken) return
      isTaken = false
      this.open--
      if (client === null) return
      const left = (this.ofClient.get(client) ?? 0) - 1
      if (left > 0) this.ofClient.set(client, left)
      else this.ofClient.delete(client)
    }
  }
}

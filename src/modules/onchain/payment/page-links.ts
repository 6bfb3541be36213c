import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { InferTypeOf } from "@medusajs/framework/types"
import { generateEntityId } from "@medusajs/framework/utils"
import { hashPageToken, newPageToken, type PageLinkPurpose } from "../../../domain/payment/payment-page"
import type OnchainPageLink from "../models/page-link"
import { deleteOldest } from "../work/claim"

type PageLinkRow = Pick<
  InferTypeOf<typeof OnchainPageLink>,
  "id" | "collection_id" | "customer_id" | "expires_at" | "revoked_at"
>

/** A link outlives the time in which its payment is made and refunded; a storefront or an email can get a new link. */
const LIFETIME_DAYS = 30
/** Alive links per payment and purpose: a storefront that makes one for each look cannot fill the table. */
const MOST_ALIVE = 20
/** Ended links are kept this long, for questions about them. */
const KEEP_ENDED_DAYS = 30

export class PageLinks {
  constructor(private readonly knex: Knex) {}

  /**
   * Makes a link, and ends the oldest of its payment when there are too many.
   *
   * @param link.customerId customer of the cart or order now
   * @returns the token, which is shown only once
   */
  async create(link: {
    purpose: PageLinkPurpose
    collectionId: string
    customerId: string | null
  }): Promise<{ token: string; expires_at: Date }> {
    const token = newPageToken()
    const created = await this.knex.transaction(async (trx) => {
      const { rows } = await trx.raw(
        `INSERT INTO onchain_page_link (id, token_hash, purpose, collection_id, customer_id, expires_at, created_at)
         VALUES (?, ?, ?, ?, ?, now() + ? * interval '1 day', clock_timestamp()) RETURNING expires_at`,
        [
          generateEntityId(undefined, "oclink"),
          hashPageToken(token),
          link.purpose,
          link.collectionId,
          link.customerId,
          LIFETIME_DAYS,
        ]
      )
      await trx.raw(
        `UPDATE onchain_page_link SET revoked_at = now(), updated_at = now() WHERE id IN (
           SELECT id FROM onchain_page_link
           WHERE deleted_at IS NULL AND revoked_at IS NULL AND collection_id = ? AND purpose = ?
           ORDER BY created_at DESC, id DESC OFFSET ? FOR UPDATE SKIP LOCKED
         )`,
        [link.collectionId, link.purpose, MOST_ALIVE]
      )
      return rows[0]
    })
    return { token, expires_at: created.expires_at }
  }

  find(tokenHash: string): Promise<PageLinkRow | undefined> {
    return this.knex<PageLinkRow & { token_hash: string; deleted_at: Date | null }>("onchain_page_link")
      .where({ token_hash: tokenHash })
      .whereNull("deleted_at")
      .first()
  }

  /** Ends the links of a payment that were made for other customers than its cart or order has now. */
  async revokeOthers(collectionId: string, customerId: string | null): Promise<number> {
    const { rows } = await this.knex.raw(
      `UPDATE onchain_page_link SET revoked_at = now(), updated_at = now()
       WHERE deleted_at IS NULL AND revoked_at IS NULL AND collection_id = ? AND customer_id IS DISTINCT FROM ?
       RETURNING id`,
      [collectionId, customerId]
    )
    return rows.length
  }

  /** Deletes links that ended long ago. @returns how many; fewer than `limit` when there are no more */
  purge(limit: number): Promise<number> {
    const where = "expires_at < now() - ? * interval '1 day'"
    const ended = { table: "onchain_page_link", where, bindings: [KEEP_ENDED_DAYS], orderBy: "expires_at" }
    return deleteOldest(this.knex, ended, limit)
  }
}

/** Fingerprint of all rows behind a page: it changes when any of them is written. */
export type CheckoutMark = { collection_id: string; mark: string }

/**
 * By the database's clock. A transaction that takes longer to commit is found when its collection is compared in
 * turn.
 */
const RECENTLY = "now() - interval '10 seconds'"

/** Row version: the id of the transaction that wrote it. */
const rowsOf = (rows: string, version: string, order: string) =>
  `(SELECT string_agg(${version}, ',' ORDER BY ${order}) FROM ${rows})`

/**
 * The rows behind a collection's page: ours, with money that the service has for them, the owner of the cart or order, and the amount due. An expiring link changes the
 * mark without a write.
 */
const MARK = `md5(concat_ws(';',
  ${rowsOf(
    `onchain_payment AS p LEFT JOIN onchain_attempt AS a ON a.payment_id = p.id AND a.deleted_at IS NULL
       WHERE p.collection_id = seen.collection_id AND p.deleted_at IS NULL`,
    "concat(p.xmin, '.', a.xmin)",
    "p.id, a.id"
  )},
  ${rowsOf(
    `onchain_payment AS p JOIN onchain_payment_claim AS claim ON claim.payment_id = p.id AND claim.deleted_at IS NULL
       WHERE p.collection_id = seen.collection_id AND p.deleted_at IS NULL`,
    "claim.xmin::text",
    "claim.id"
  )},
  ${rowsOf(
    `onchain_payment AS p JOIN onchain_deposit AS d ON d.payment_id = p.id
       WHERE p.collection_id = seen.collection_id AND p.deleted_at IS NULL`,
    "d.xmin::text",
    "p.id, d.id"
  )},
  ${rowsOf(
    `onchain_payment AS p JOIN onchain_deposit AS d ON d.customer_id = p.customer_id AND d.payment_id IS NULL
       WHERE p.collection_id = seen.collection_id AND p.deleted_at IS NULL`,
    "d.xmin::text",
    "p.id, d.id"
  )},
  ${rowsOf(
    `onchain_payment AS p JOIN onchain_attempt AS a ON a.payment_id = p.id
       JOIN onchain_transaction AS t ON t.reference = a.gateway_invoice_id AND t.status = 'review_required'
       WHERE p.collection_id = seen.collection_id AND p.deleted_at IS NULL`,
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
       WHERE l.payment_collection_id = seen.collection_id`,
    "concat(l.xmin, '.', o.xmin, '.', s.xmin)",
    "o.id, s.id"
  )},
  ${rowsOf(
    `cart_payment_collection AS l JOIN cart AS c ON c.id = l.cart_id WHERE l.payment_collection_id = seen.collection_id`,
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

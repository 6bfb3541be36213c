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

  /** Makes a link, and ends the oldest of its payment when there are too many. @returns the token, which is shown only once */
  async create({
    purpose,
    collectionId,
    customerId,
  }: {
    purpose: PageLinkPurpose
    collectionId: string
    customerId: string | null
  }): Promise<{ token: string; expires_at: Date }> {
    const token = newPageToken()
    const id = generateEntityId(undefined, "oclink")
    const { rows } = await this.knex.raw(
      `WITH ended AS (
         UPDATE onchain_page_link SET revoked_at = now(), updated_at = now() WHERE id IN (
           SELECT id FROM onchain_page_link
           WHERE deleted_at IS NULL AND revoked_at IS NULL AND collection_id = :collectionId AND purpose = :purpose
           ORDER BY created_at DESC, id DESC OFFSET :others FOR UPDATE SKIP LOCKED
         )
       )
       INSERT INTO onchain_page_link (id, token_hash, purpose, collection_id, customer_id, expires_at, created_at)
       VALUES (:id, :hash, :purpose, :collectionId, :customerId, now() + :days * interval '1 day', clock_timestamp())
       RETURNING expires_at`,
      {
        ...{ id, purpose, collectionId, customerId, hash: hashPageToken(token) },
        ...{ others: MOST_ALIVE - 1, days: LIFETIME_DAYS },
      }
    )
    return { token, expires_at: rows[0].expires_at }
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

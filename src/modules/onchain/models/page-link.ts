import { model } from "@medusajs/framework/utils"
import { PAGE_LINK_PURPOSES } from "../../../domain/payment/payment-page"

/**
 * The token itself is not stored: a copy of the database opens no page.
 *
 * It names the payment collection, so that a session that replaces another one of the same cart keeps the
 * link.
 */
const OnchainPageLink = model
  .define(
    { name: "OnchainPageLink", tableName: "onchain_page_link" },
    {
      id: model.id({ prefix: "oclink" }).primaryKey(),
      /** SHA-256 of the token, in hex. */
      token_hash: model.text(),
      purpose: model.enum([...PAGE_LINK_PURPOSES]),
      /** Medusa's payment collection, shared by the sessions of one cart or order. */
      collection_id: model.text(),
      /**
       * Customer of the cart or order when the link was made, with or without an account; with another one,
       * the link ends.
       */
      customer_id: model.text().nullable(),
      expires_at: model.dateTime(),
      revoked_at: model.dateTime().nullable(),
    }
  )
  .indexes([
    { on: ["token_hash"], unique: true },
    { on: ["collection_id", "created_at"] },
    { on: ["expires_at"] },
    { on: ["revoked_at"], where: "revoked_at IS NOT NULL" },
  ])

export default OnchainPageLink

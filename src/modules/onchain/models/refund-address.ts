import { model } from "@medusajs/framework/utils"
import { DESTINATION_CHECKSUMS } from "../../../domain/payout/destination"
import { ADDRESS_REQUEST_STATES, SIGNATURE_STATES } from "../../../domain/refund/refund-address"

/**
 * A link by which a shopper proposes where a refund goes, and what was proposed. Never deleted.
 *
 * The token itself is not stored: a copy of the database opens no page. Page links of payments are in another
 * table, so that neither opens what the other does.
 */
const OnchainRefundAddress = model
  .define(
    { name: "OnchainRefundAddress", tableName: "onchain_refund_address" },
    {
      id: model.id({ prefix: "ocrad" }).primaryKey(),
      /** The account at the gateway that its refund belongs to. */
      environment: model.text(),
      business_id: model.text(),
      refund_id: model.text(),
      payment_id: model.text(),
      state: model.enum([...ADDRESS_REQUEST_STATES]).default("open"),
      /** SHA-256 of the token, in hex. */
      token_hash: model.text(),
      expires_at: model.dateTime(),
      /** Medusa user or API key, and the user behind the key. */
      created_by: model.text(),
      created_by_owner: model.text().nullable(),
      /** Signed with the address; another one after each use. */
      nonce: model.text(),
      wrong_emails: model.number().default(0),
      paused_until: model.dateTime().nullable(),
      network_id: model.text().nullable(),
      /** As its chain writes it. */
      address: model.text().nullable(),
      /** Empty for none. */
      memo: model.text().default(""),
      /** The shopper confirmed that the receiver needs none. */
      has_no_memo: model.boolean().default(false),
      checksum: model.enum([...DESTINATION_CHECKSUMS]).nullable(),
      is_observed_sender: model.boolean().default(false),
      /** Counts the proposals. */
      revision: model.number().default(0),
      proposed_at: model.dateTime().nullable(),
      signature: model.text().nullable(),
      signature_state: model.enum([...SIGNATURE_STATES]).default("not_signed"),
      decided_by: model.text().nullable(),
      decided_at: model.dateTime().nullable(),
      decision_note: model.text().nullable(),
      /** Of the approval; null as soon as the proposal changes. */
      destination_id: model.text().nullable(),
    }
  )
  .indexes([
    { on: ["token_hash"], unique: true },
    {
      name: "IDX_onchain_refund_address_live",
      on: ["refund_id", "environment", "business_id"],
      unique: true,
      where: "state <> 'revoked'",
    },
    { on: ["refund_id", "created_at"] },
    { on: ["proposed_at", "id"], where: "state = 'proposed'" },
  ])

export default OnchainRefundAddress

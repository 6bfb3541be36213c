import { model } from "@medusajs/framework/utils"
import { DESTINATION_CHECKSUMS } from "../../../domain/payout/destination"
import { ADDRESS_STATES } from "../../../domain/refund/refund-address"
import { REFUND_KINDS, REFUND_RATES, REFUND_STATES } from "../../../domain/refund/refund-lifecycle"
import { amountChecks } from "../work/amount-check"
import { listIndexes } from "../work/sync-runs"

/**
 * Money that is owed back. Recording it moves nothing: a person pays it out by a withdrawal, or settles it
 * otherwise.
 *
 * `id` is Medusa's refund id for a refund of an order, and derived from the payment for a surplus, so that
 * the same one can never be recorded twice.
 */
const OnchainRefund = model
  .define(
    { name: "OnchainRefund", tableName: "onchain_refund" },
    {
      id: model.text().primaryKey(),
      /** The account at the gateway that it belongs to. One of a further deposit is named by the gateway's invoice. */
      environment: model.text().primaryKey(),
      business_id: model.text().primaryKey(),
      payment_id: model.text(),
      /** Set when it refunds an attempt that was not captured. */
      attempt_id: model.text().nullable(),
      session_id: model.text(),
      kind: model.enum([...REFUND_KINDS]),
      /** That of its latest payout, written in the same transaction. */
      state: model.enum([...REFUND_STATES]).default("due"),
      /** Major units of the currency; null for a surplus, which is owed in tokens. */
      fiat_amount: model.text().nullable(),
      currency_code: model.text(),
      /** Decimal in token units; null until an order refund is quoted. */
      token_amount: model.text().nullable(),
      chain: model.text(),
      network_id: model.text(),
      token: model.text(),
      canonical_asset_id: model.text().nullable(),
      /** The latest payout, which has its destination. */
      withdrawal_id: model.text().nullable(),
      /** Its share of the tokens that came, in token units: its amount at the rate of the payment. */
      share_amount: model.text().nullable(),
      /** The rate of `token_amount`. */
      rate_basis: model.enum([...REFUND_RATES]).nullable(),
      rate: model.text().nullable(),
      rate_source: model.text().nullable(),
      rate_at: model.dateTime().nullable(),
      done_at: model.dateTime().nullable(),
      /** Who settled it by other means, and how. */
      settled_by: model.text().nullable(),
      settled_note: model.text().nullable(),
      settled_tx_hash: model.text().nullable(),
      last_error: model.text().nullable(),
      /** The link by which the customer proposes an address; null without one. A newer link takes its place. */
      link_id: model.text().nullable(),
      /** SHA-256 of the token, in hex: a copy of the database opens no page. */
      link_token_hash: model.text().nullable(),
      link_expires_at: model.dateTime().nullable(),
      /** Medusa user or API key, and the user behind the key. */
      link_made_by: model.text().nullable(),
      link_made_by_owner: model.text().nullable(),
      /** Signed with the address; another one after each use. */
      link_nonce: model.text().nullable(),
      wrong_emails: model.number().default(0),
      paused_until: model.dateTime().nullable(),
      /** What became of the link; the address is on the network of the refund. */
      address_state: model.enum([...ADDRESS_STATES]).nullable(),
      /** As its chain writes it. */
      address: model.text().nullable(),
      /** Empty for none. */
      address_memo: model.text().default(""),
      /** The customer confirmed that the receiver needs none. */
      has_no_memo: model.boolean().default(false),
      address_checksum: model.enum([...DESTINATION_CHECKSUMS]).nullable(),
      is_address_signed: model.boolean().default(false),
      /** Counts the proposals by this link. */
      address_revision: model.number().default(0),
      proposed_at: model.dateTime().nullable(),
      decision_note: model.text().nullable(),
      /** Of the approval; null as soon as the proposal changes. */
      destination_id: model.text().nullable(),
    }
  )
  .indexes([
    { on: ["payment_id"] },
    { name: "IDX_onchain_refund_due", on: ["payment_id"], where: "state <> 'done'" },
    {
      name: "IDX_onchain_refund_paid",
      on: ["payment_id"],
      where: "state = 'done' AND kind <> 'surplus'",
    },
    ...listIndexes("onchain_refund", "created_at", ["state", "kind"]),
    { on: ["link_token_hash"], unique: true, where: "link_token_hash IS NOT NULL" },
    { on: ["proposed_at", "id"], where: "address_state = 'proposed'" },
    { on: ["withdrawal_id"], unique: true, where: "withdrawal_id IS NOT NULL" },
  ])
  .checks(amountChecks("onchain_refund", ["fiat_amount", "token_amount", "share_amount"]))

export default OnchainRefund

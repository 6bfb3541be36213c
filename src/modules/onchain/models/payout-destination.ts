import { model } from "@medusajs/framework/utils"
import { DESTINATION_CHECKSUMS } from "../../../domain/payout/destination"
import { DESTINATION_PURPOSES, DESTINATION_STATES } from "../../../domain/payout/payout-gate"

/**
 * An address and memo that money can be paid out to. Only state and label ever change, and it is never
 * deleted: an archived address that is entered again is a new row.
 */
const OnchainPayoutDestination = model
  .define(
    { name: "OnchainPayoutDestination", tableName: "onchain_payout_destination" },
    {
      id: model.id({ prefix: "ocdst" }).primaryKey(),
      environment: model.text(),
      business_id: model.text(),
      label: model.text(),
      state: model.enum([...DESTINATION_STATES]).default("pending"),
      purpose: model.enum([...DESTINATION_PURPOSES]).default("treasury"),
      /** Of a refund: Medusa's customer, and the order and payment it was entered for. */
      customer_id: model.text().nullable(),
      order_id: model.text().nullable(),
      payment_id: model.text().nullable(),
      chain: model.text(),
      network_id: model.text(),
      /** As its chain writes it. */
      address: model.text(),
      /** Empty for none, so that the unique index below includes it. */
      memo: model.text().default(""),
      /** An admin confirmed that the receiver needs none. */
      has_no_memo: model.boolean().default(false),
      checksum: model.enum([...DESTINATION_CHECKSUMS]),
      /** Taken over from the sender of a payment. */
      is_observed_sender: model.boolean().default(false),
      /** Medusa user or API key, and the user behind the key. */
      created_by: model.text(),
      created_by_owner: model.text().nullable(),
      approved_by: model.text().nullable(),
      approved_at: model.dateTime().nullable(),
      /** A user approved it who neither added it nor made the key that did. */
      has_second_approval: model.boolean().default(false),
      /** Takes this refund only: its customer proposed the address. Archived once it is paid. */
      single_use_refund_id: model.text().nullable(),
      archived_by: model.text().nullable(),
      archived_at: model.dateTime().nullable(),
    }
  )
  .indexes([
    {
      name: "IDX_onchain_payout_destination_live",
      on: ["chain", "network_id", "address", "memo", "environment", "business_id"],
      unique: true,
      where: "state <> 'archived' AND single_use_refund_id IS NULL",
    },
    {
      name: "IDX_onchain_payout_destination_single_use",
      on: ["single_use_refund_id", "environment", "business_id"],
      unique: true,
      where: "state <> 'archived' AND single_use_refund_id IS NOT NULL",
    },
    // The address book, and each of its filters, in the order of the page.
    ...[[], ["state" as const], ["network_id" as const], ["purpose" as const]].map((filter) => ({
      name: ["IDX_onchain_payout_destination_book", ...filter].join("_"),
      on: ["environment" as const, "business_id" as const, ...filter, "created_at" as const, "id" as const],
      where: "single_use_refund_id IS NULL",
    })),
    {
      // Waits for an approval, whatever the rule.
      name: "IDX_onchain_payout_destination_pending",
      on: ["environment", "business_id", "created_at", "id"],
      where: "(state = 'pending' OR (state = 'approved' AND NOT has_second_approval))",
    },
    { on: ["created_at", "id"] },
    { on: ["state", "created_at", "id"] },
    { on: ["network_id", "state"] },
    { on: ["customer_id"], where: "customer_id IS NOT NULL" },
    { on: ["payment_id"], where: "payment_id IS NOT NULL" },
  ])

export default OnchainPayoutDestination

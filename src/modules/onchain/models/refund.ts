import { model } from "@medusajs/framework/utils"

/**
 * Money that is owed back. Recording it moves nothing: a person pays it out.
 *
 * `id` is Medusa's refund id for a refund of an order, and derived from the payment for a surplus,
 * so that the same one can never be recorded twice.
 */
const OnchainRefund = model
  .define(
    { name: "OnchainRefund", tableName: "onchain_refund" },
    {
      id: model.text().primaryKey(),
      payment_id: model.text(),
      session_id: model.text(),
      kind: model.enum(["order", "surplus", "unallocated"]),
      state: model.enum(["due"]).default("due"),
      /** Major units of the currency; null for a surplus, which is owed in tokens. */
      fiat_amount: model.text().nullable(),
      currency_code: model.text(),
      /** Decimal in token units; null until an order refund is quoted. */
      token_amount: model.text().nullable(),
      chain: model.text(),
      network_id: model.text(),
      token: model.text(),
      canonical_asset_id: model.text().nullable(),
      /** When listeners were told. */
      announced_at: model.dateTime().nullable(),
    }
  )
  .indexes([
    { on: ["payment_id"] },
    { on: ["state", "created_at"] },
    { on: ["created_at"], where: "announced_at IS NULL" },
  ])

export default OnchainRefund

import { model } from "@medusajs/framework/utils"

/** A transaction that a shopper names for a payment. It proves nothing: an operator reviews it. */
const OnchainPaymentClaim = model
  .define(
    { name: "OnchainPaymentClaim", tableName: "onchain_payment_claim" },
    {
      id: model.id({ prefix: "occlaim" }).primaryKey(),
      payment_id: model.text(),
      /** As its chain writes it; hex in lower case. */
      tx_hash: model.text(),
    }
  )
  .indexes([{ on: ["payment_id", "tx_hash"], unique: true }, { on: ["tx_hash"] }, { on: ["created_at"] }])

export default OnchainPaymentClaim

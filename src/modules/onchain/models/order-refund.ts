import { model } from "@medusajs/framework/utils"

/**
 * An operator's request to refund an order, stored before Medusa is called: the same id is the same refund,
 * whatever fails in between.
 */
const OnchainOrderRefund = model
  .define(
    { name: "OnchainOrderRefund", tableName: "onchain_order_refund" },
    {
      id: model.id({ prefix: "ocorf" }).primaryKey(),
      environment: model.text(),
      business_id: model.text(),
      /** Made once by the form. */
      request_id: model.text(),
      requested_by: model.text(),
      order_id: model.text(),
      medusa_payment_id: model.text(),
      /** Major units of the currency. */
      amount: model.text(),
      note: model.text().nullable(),
      /** Medusa's refund, once it is made. */
      refund_id: model.text().nullable(),
    }
  )
  .indexes([
    {
      name: "IDX_onchain_order_refund_request",
      on: ["requested_by", "request_id", "environment", "business_id"],
      unique: true,
    },
    { on: ["order_id"] },
  ])

export default OnchainOrderRefund

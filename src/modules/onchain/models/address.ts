import { model } from "@medusajs/framework/utils"

/**
 * The reusable address as the service last confirmed it, per customer and network. For the admin only: what a
 * shopper sees is confirmed every time.
 */
const OnchainAddress = model
  .define(
    { name: "OnchainAddress", tableName: "onchain_address" },
    {
      id: model.id({ prefix: "ocaddr" }).primaryKey(),
      environment: model.text(),
      business_id: model.text(),
      customer_id: model.text(),
      chain: model.text(),
      network_id: model.text(),
      address: model.text(),
      ensured_at: model.dateTime(),
    }
  )
  .indexes([
    {
      name: "IDX_onchain_address_rail_unique",
      on: ["customer_id", "chain", "network_id", "environment", "business_id"],
      unique: true,
    },
  ])

export default OnchainAddress

import { model } from "@medusajs/framework/utils"

/** One row per Medusa account holder who is known to the service. Guests have none. */
const OnchainCustomer = model
  .define(
    { name: "OnchainCustomer", tableName: "onchain_customer" },
    {
      id: model.id({ prefix: "occus" }).primaryKey(),
      environment: model.text(),
      business_id: model.text(),
      /** Medusa's customer; also the `externalRef` at the service. */
      customer_id: model.text(),
      /** Stored before the customer is created at the service, sent with every attempt. */
      idempotency_key: model.text(),
      gateway_customer_id: model.text().nullable(),
      last_error: model.text().nullable(),
    }
  )
  .indexes([
    {
      name: "IDX_onchain_customer_customer_id_unique",
      on: ["customer_id", "environment", "business_id"],
      unique: true,
    },
    { on: ["idempotency_key"], unique: true },
    { name: "IDX_onchain_customer_unknown", on: ["last_error"], where: "gateway_customer_id IS NULL" },
    {
      name: "IDX_onchain_customer_gateway_customer_id_unique",
      on: ["gateway_customer_id", "environment", "business_id"],
      unique: true,
      where: "gateway_customer_id IS NOT NULL",
    },
  ])

export default OnchainCustomer

import { defineLink } from "@medusajs/framework/utils"
import CustomerModule from "@medusajs/medusa/customer"
import OnchainModule from "../modules/onchain"

/** Reads `onchain_customer` beside a customer, by Medusa's customer id that the row holds. Stores nothing. */
export default defineLink(
  { linkable: CustomerModule.linkable.customer, field: "id" },
  { ...OnchainModule.linkable.onchainCustomer.id, primaryKey: "customer_id" },
  { readOnly: true }
)

import type { OnchainDeposit } from "./deposits"

/** Answer of `GET /admin/onchain/customers/:id`, by Medusa's customer id. */
export type OnchainCustomerResponse = {
  customer: {
    id: string
    gateway_customer_id: string | null
    addresses: {
      chain: string
      network_id: string
      network_name: string
      address: string
      ensured_at: string
    }[]
    deposits: OnchainDeposit[]
  }
}

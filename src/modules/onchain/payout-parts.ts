import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { GatewayClient } from "../../gateway/client/gateway-client"
import type { OnchainOptions } from "./options"

/**
 * What everything about payouts and the books works with. `options.payouts` is read when it is needed, never kept:
 * stories change it while the store runs.
 */
export type PayoutParts = {
  knex: Knex
  gateway: GatewayClient
  options: OnchainOptions
  clock: () => number
}

import type { CatalogNetwork } from "../catalog/networks"
import { toAddress } from "../payments/chain-text"
import type { World } from "../world"
import type { CustomerAddress, StoredCustomer } from "./stored-customer"

/**
 * Gives a customer's reusable address on a network, and starts to watch it there.
 *
 * One account serves all networks of a chain, so the text is the same on each of them; money that reaches it
 * on a network that was never ensured is not seen as a deposit.
 */
export function provisionAddress(
  world: World,
  customer: StoredCustomer,
  { chain, networkId }: CatalogNetwork
): { created: boolean; address: CustomerAddress } {
  const existing = findAddress(customer, networkId)
  if (existing) return { created: false, address: existing }
  const address = { chain, networkId, address: accountOf(world, customer, chain) }
  customer.addresses.push(address)
  return { created: true, address }
}

/** The customer's address on a network, when it was ensured there. */
export function findAddress(customer: StoredCustomer, networkId: string): CustomerAddress | undefined {
  return customer.addresses.find((address) => address.networkId === networkId)
}

function accountOf({ identifiers, receivers }: World, customer: StoredCustomer, chain: string): string {
  const existing = customer.addresses.find((address) => address.chain === chain)
  if (existing) return existing.address
  const account = toAddress(chain, identifiers.bytes("customer address"))
  receivers.claimAddress(account, { kind: "customer", customerId: customer.id })
  return account
}

import type { Customer, EnsureAddressRequest } from "../../../src/gateway/contract"
import type { Scene } from "../story/scene"

let references = 0

/** Creates a customer with a reference of its own. */
export function openCustomer({ gateway, key }: Pick<Scene, "gateway" | "key">): Promise<Customer> {
  return gateway.createCustomer({ externalRef: `shopper-${(references += 1)}` }, { idempotencyKey: key() })
}

type Rail = Pick<EnsureAddressRequest, "chain" | "networkId" | "token">

/** Ensures an address of a customer. */
export function ensure({ gateway, key }: Pick<Scene, "gateway" | "key">, customerId: string, rail: Rail) {
  return gateway.ensureAddress(customerId, rail, { idempotencyKey: key() })
}

/** Creates a customer with an address on a network. */
export async function openAddress(
  scene: Pick<Scene, "gateway" | "key">,
  { chain, networkId }: { chain: string; networkId: string }
): Promise<{ customer: Customer; address: string }> {
  const customer = await openCustomer(scene)
  const { address } = await ensure(scene, customer.id, { chain, networkId })
  return { customer, address: address.address }
}

import type { Customer } from "../../../src/gateway/contract"
import type { Scene } from "../story/scene"

let references = 0

/** Creates a customer with a reference of its own. */
export function openCustomer({ gateway, key }: Pick<Scene, "gateway" | "key">): Promise<Customer> {
  return gateway.createCustomer({ externalRef: `shopper-${(references += 1)}` }, { idempotencyKey: key() })
}

/** Creates a customer with an address on a network. */
export async function openAddress(
  scene: Pick<Scene, "gateway" | "key">,
  rail: { chain: string; networkId: string }
): Promise<{ customer: Customer; address: string }> {
  const customer = await openCustomer(scene)
  const { chain, networkId } = rail
  const call = { idempotencyKey: scene.key() }
  const { address } = await scene.gateway.ensureAddress(customer.id, { chain, networkId }, call)
  return { customer, address: address.address }
}

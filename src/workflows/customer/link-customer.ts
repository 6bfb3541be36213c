import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { randomUUID } from "node:crypto"
import { isReusableAddressChain } from "../../domain/payment/rails"
import { GatewayError } from "../../gateway/client/errors"
import { explainUnreachable } from "../../modules/onchain/health/gateway-advice"
import { say } from "../../words/say"
import { refused } from "../refusal-code"

type LinkCustomerInput = {
  /** Medusa's customer. */
  customer_id: string
  /** As the provider's dashboard shows it. */
  gateway_customer_id: string
  /** Medusa user or API key. */
  actor_id: string
}

const { CONFLICT, INVALID_DATA, NOT_ALLOWED } = MedusaError.Types
const FIELD = "gateway_customer_id"

/**
 * Links an account holder with the customer that the service knows under another key, as after a database was restored. Moves
 * nothing. The service is asked first: an address shown to the wrong person pays the wrong person's orders.
 *
 * @throws MedusaError `not_found` for a customer who was never created; `conflict` when they are linked with another id;
 * `invalid_data` for an id that the service does not know, or that belongs to another customer
 */
export async function linkCustomer(
  container: MedusaContainer,
  { customer_id, gateway_customer_id: id, actor_id }: LinkCustomerInput
): Promise<{ customer_id: string }> {
  const { customers } = container.resolve("onchain")
  const row = await customers.find({ customer_id })
  if (!row) throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no customer ${customer_id}.`)
  if (row.gateway_customer_id === null) await assertOwn(container, { customer_id, id })
  const linked = await customers.link({ customerId: customer_id, gatewayCustomerId: id, actorId: actor_id })
  if (linked === id) return { customer_id }
  throw linked === null
    ? refused(INVALID_DATA, say("customer.of_another", { id }), "customer_of_another", FIELD)
    : refused(CONFLICT, say("customer.linked", { id: linked }), "already_done")
}

/** By the reference that the service has for the id, or else by an address that it ensures for the id. */
async function assertOwn(
  container: MedusaContainer,
  { customer_id, id }: { customer_id: string; id: string }
): Promise<void> {
  const { gateway } = container.resolve("onchain")
  const { externalRef } = await gateway.getCustomer(id).catch((error: unknown) => {
    // Its path is undocumented: an id that is not found there may still be known.
    if (error instanceof GatewayError && (error.status === 404 || error.code === "NO_SUCH_CALL"))
      return { externalRef: undefined }
    return explainUnreachable(error)
  })
  if (externalRef === customer_id) return
  if (externalRef !== undefined || (await isOfAnother(container, customer_id, id)))
    throw refused(INVALID_DATA, say("customer.of_another", { id }), "customer_of_another", FIELD)
}

/** Whether the address that the service ensures for the id, or a deposit of the id, is known as another customer's. */
async function isOfAnother(container: MedusaContainer, customer_id: string, id: string): Promise<boolean> {
  const { gateway, catalog, customers } = container.resolve("onchain")
  const { networks } = await catalog.get().catch(explainUnreachable)
  const network = networks.find(({ chain }) => isReusableAddressChain(chain))
  if (!network) throw refused(NOT_ALLOWED, say("customer.no_network"))
  const { chain, networkId } = network
  const call = { idempotencyKey: `address_${randomUUID()}` }
  const { address } = await gateway.ensureAddress(id, { chain, networkId }, call).catch((error: unknown) => {
    if (error instanceof GatewayError && error.status === 404)
      throw refused(INVALID_DATA, say("customer.unknown", { id }), "customer_unknown", FIELD)
    return explainUnreachable(error)
  })
  return customers.isKnownAsAnother({
    customerId: customer_id,
    gatewayCustomerId: id,
    address: address.address,
  })
}

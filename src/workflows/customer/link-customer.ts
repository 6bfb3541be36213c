import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { randomUUID } from "node:crypto"
import { isReusableAddressChain } from "../../domain/payment/rails"
import { GatewayError } from "../../gateway/client/errors"
import { explainUnreachable } from "../../modules/onchain/health/gateway-advice"
import { isNotConfigured } from "../../modules/onchain/payment/address-book"
import { say } from "../../words/say"
import { refused } from "../refusal-code"

type LinkCustomerInput = {
  /** Medusa's customer. */
  customer_id: string
  /** As the provider's dashboard shows it. */
  gateway_customer_id: string
  /** The operator has compared the two in the provider's dashboard. */
  is_confirmed?: boolean | undefined
  /** Medusa user or API key. */
  actor_id: string
}

const { CONFLICT, INVALID_DATA, NOT_ALLOWED } = MedusaError.Types
const FIELD = "gateway_customer_id"

/**
 * Links an account holder with the customer that the service knows under another key, as after a database was restored. Moves
 * nothing. An address shown to the wrong person pays the wrong person's orders: only the service's reference proves whose the id is,
 * and without one the operator confirms it. A link that nothing has used can be replaced.
 *
 * @throws MedusaError `not_found` for a customer who was never created; `conflict` when their link cannot be replaced;
 * `invalid_data` for an id that the service does not know, that belongs to another customer, or that is to be confirmed first
 */
export async function linkCustomer(
  container: MedusaContainer,
  { customer_id, gateway_customer_id: id, is_confirmed, actor_id }: LinkCustomerInput
): Promise<{ customer_id: string }> {
  const { customers } = container.resolve("onchain")
  const row = await customers.find({ customer_id })
  if (!row) throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no customer ${customer_id}.`)
  const { gateway_customer_id: current } = row
  if (current === id) return { customer_id }
  if (current !== null && !(await customers.isReplaceable(row))) throw alreadyLinked(current)
  const isProven = await isOwn(container, { customer_id, id })
  if (!isProven && is_confirmed !== true)
    throw refused(
      INVALID_DATA,
      say("customer.unproven", { id, customer: customer_id }),
      "customer_unproven",
      "is_confirmed"
    )
  const proof = isProven ? ("reference" as const) : ("confirmed" as const)
  const linked = await customers.link({
    ...{ customerId: customer_id, gatewayCustomerId: id, actorId: actor_id, proof },
  })
  if (linked === id) return { customer_id }
  throw linked === null ? ofAnother(id) : alreadyLinked(linked)
}

const ofAnother = (id: string) =>
  refused(INVALID_DATA, say("customer.of_another", { id }), "customer_of_another", FIELD)
const alreadyLinked = (id: string) => refused(CONFLICT, say("customer.linked", { id }), "already_done")

/**
 * Whether the reference that the service has for the id is the customer's.
 *
 * @throws MedusaError when the reference, or an address that the service ensures for the id, is another customer's
 */
async function isOwn(
  container: MedusaContainer,
  { customer_id, id }: { customer_id: string; id: string }
): Promise<boolean> {
  const { gateway } = container.resolve("onchain")
  const { externalRef } = await gateway.getCustomer(id).catch((error: unknown) => {
    // Its path is undocumented: an id that is not found there may still be known.
    if (error instanceof GatewayError && (error.status === 404 || error.code === "NO_SUCH_CALL"))
      return { externalRef: undefined }
    return explainUnreachable(error)
  })
  if (externalRef === customer_id) return true
  if (externalRef !== undefined || (await isOfAnother(container, customer_id, id))) throw ofAnother(id)
  return false
}

/** A business need not be configured on the first networks of the catalog. */
const MOST_NETWORKS = 5

/** Whether the address that the service ensures for the id, or a deposit of the id, is known as another customer's. */
async function isOfAnother(container: MedusaContainer, customer_id: string, id: string): Promise<boolean> {
  const { gateway, catalog, customers } = container.resolve("onchain")
  const { networks } = await catalog.get().catch(explainUnreachable)
  const usable = networks.filter(({ chain }) => isReusableAddressChain(chain))
  for (const { chain, networkId } of usable.slice(0, MOST_NETWORKS)) {
    const call = { idempotencyKey: `address_${randomUUID()}` }
    const ensured = await gateway.ensureAddress(id, { chain, networkId }, call).catch((error: unknown) => {
      if (isNotConfigured(error)) return null
      if (error instanceof GatewayError && error.status === 404)
        throw refused(INVALID_DATA, say("customer.unknown", { id }), "customer_unknown", FIELD)
      return explainUnreachable(error)
    })
    if (ensured === null) continue
    const { address } = ensured.address
    return customers.isKnownAsAnother({ customerId: customer_id, gatewayCustomerId: id, address })
  }
  throw refused(NOT_ALLOWED, say("customer.no_network"))
}

import {
  createCustomerRequestSchema,
  ensureAddressRequestSchema,
  type Customer,
  type EndpointName,
  type EnsureAddressRequest,
  type EnsuredAddress,
} from "../../gateway/contract"
import { type CatalogNetwork, requireToken } from "../catalog/catalog"
import { toAddress } from "../determinism/identifiers"
import { resourceReply, type Call, type Operation } from "../http/operation"
import { invalid, parseInput, SandboxError } from "../sandbox-error"
import type { World } from "../world"
import type { CustomerAddress, StoredCustomer } from "./stored-customer"

/**
 * @throws SandboxError 409 `DUPLICATE_REQUEST` for a taken reference; a retry has the same idempotency key
 * and never gets here
 */
function createCustomer(world: World, body: unknown): StoredCustomer {
  const { externalRef } = parseInput(createCustomerRequestSchema, body)
  if (world.customers.all().some((customer) => customer.externalRef === externalRef)) {
    throw new SandboxError(409, "DUPLICATE_REQUEST", `a customer "${externalRef}" exists already`)
  }
  const customer: StoredCustomer = { id: world.identifiers.id("cus"), externalRef, addresses: [] }
  world.customers.add(customer)
  return customer
}

export const customerOperations = {
  createCustomer: ({ world, body }) =>
    resourceReply(world, "customer", toContract(createCustomer(world, body)), 201),
  getCustomer: (call) => resourceReply(call.world, "customer", toContract(customerOf(call))),
  ensureAddress: (call) => {
    const customer = customerOf(call)
    const request = parseInput(ensureAddressRequestSchema, call.body)
    const { created, address } = provisionAddress(call.world, customer, chooseRail(call.world, request))
    const { chain, networkId } = address
    const body: EnsuredAddress = {
      created,
      address: { address: address.address, chainFamily: chain, networkId },
    }
    return resourceReply(call.world, "address", body, created ? 201 : 200)
  },
} satisfies Partial<Record<EndpointName, Operation>>

function customerOf({ world, params }: Call): StoredCustomer {
  return world.customers.get(params["customerId"] ?? "")
}

function toContract({ id, externalRef }: StoredCustomer): Customer {
  return { id, externalRef }
}

/**
 * Provisions a customer's reusable address on a network.
 *
 * One account serves all networks of a chain, so the address repeats; money on a network that was never
 * ensured is no deposit.
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

/**
 * Finds the network of a reusable address; `networkId` is optional when exactly one active network matches.
 *
 * @throws SandboxError naming the wrong or missing field
 * @see service-interface "Endpoints"
 */
export function chooseRail(world: World, request: EnsureAddressRequest): CatalogNetwork {
  const { chain, networkId, token } = request
  const ofChain = world.catalog.networks.filter((network) => network.chain === chain)
  if (ofChain.length === 0) throw invalid({ field: "chain", message: `"${chain}" is not in the catalog` })
  requireConfigured(world, chain)
  const matching = ofChain.filter((network) => networkId === undefined || network.networkId === networkId)
  const [network] = matching
  if (!network) throw invalid({ field: "networkId", message: `"${networkId}" is not a network of ${chain}` })
  if (matching.length > 1) throw invalid({ field: "networkId", message: ambiguous(chain, matching) })
  if (chain === "stellar" && token !== undefined) requireToken(world.catalog, network.networkId, token)
  return network
}

function requireConfigured({ business }: World, chain: string): void {
  if (business.chains === undefined || business.chains.includes(chain)) return
  throw invalid({ field: "chain", message: `the business is not configured for ${chain}` })
}

function ambiguous(chain: string, networks: readonly CatalogNetwork[]): string {
  const names = networks.map(({ networkId }) => networkId).join(", ")
  return `is needed: ${chain} has several active networks (${names})`
}

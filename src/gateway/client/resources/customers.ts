import { validateAddress } from "../../address"
import {
  createCustomerRequestSchema,
  ensureAddressRequestSchema,
  parseCustomer,
  parseEnsuredAddress,
  type CreateCustomerRequest,
  type Customer,
  type EnsureAddressRequest,
  type EnsuredAddress,
} from "../../contract/customer"
import type { Connection } from "../connection"
import { checkRequest, unexpectedReply } from "../parsing"
import type { Mutation } from "./mutation"

export type CustomerCalls = {
  createCustomer(request: CreateCustomerRequest, call: Mutation): Promise<Customer>
  /** UNDOCUMENTED: its path is an assumption. */
  getCustomer(customerId: string): Promise<Customer>
  /**
   * Returns the customer's reusable address on a rail, provisioning it if need be. Call it before every display,
   * each time with a new key: under an old one the service may repeat what it said then.
   *
   * @throws GatewayError ADDRESS_MISMATCH when the address is of another rail than asked for; there is no fallback
   */
  ensureAddress(customerId: string, request: EnsureAddressRequest, call: Mutation): Promise<EnsuredAddress>
}

export function customerCalls({ send }: Connection): CustomerCalls {
  return {
    createCustomer: async (request, { idempotencyKey }) => {
      const body = checkRequest("createCustomer", createCustomerRequestSchema, request)
      return (await send("createCustomer", { body, idempotencyKey }, parseCustomer)).value
    },
    getCustomer: async (customerId) => {
      const { value, reply } = await send("getCustomer", { params: { customerId } }, parseCustomer)
      if (value.id === customerId) return value
      throw unexpectedReply("getCustomer", reply, "this is another customer than the one asked for")
    },
    ensureAddress: async (customerId, request, { idempotencyKey }) => {
      const body = checkRequest("ensureAddress", ensureAddressRequestSchema, request)
      const input = { params: { customerId }, body, idempotencyKey }
      const { value, reply } = await send("ensureAddress", input, parseEnsuredAddress)
      const problem = addressProblem(value, body)
      if (!problem) return value
      throw unexpectedReply("ensureAddress", reply, problem, "ADDRESS_MISMATCH")
    },
  }
}

/** @see service-interface "Endpoints", rule 3 */
function addressProblem({ address }: EnsuredAddress, asked: EnsureAddressRequest): string | null {
  if (address.chainFamily !== asked.chain) return "the address is of another chain than asked for"
  if (asked.networkId !== undefined && address.networkId !== asked.networkId)
    return "the address is of another network than asked for"
  const { kind } = validateAddress({ chain: asked.chain, address: address.address })
  return kind === "invalid" ? "the address is not one of the chain asked for" : null
}

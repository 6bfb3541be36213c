import { validateAddress } from "../../address"
import { isSameRail } from "../../asset"
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
import {
  createIntentRequestSchema,
  parseIntent,
  type CreateIntentRequest,
  type Intent,
} from "../../contract/intent"
import type { Connection } from "../connection"
import { ANOTHER_RAIL, anotherThan, checkRequest } from "../interpretation"
import type { Mutation } from "../request"

export type CustomerCalls = {
  createCustomer(request: CreateCustomerRequest, call: Mutation): Promise<Customer>
  /** UNDOCUMENTED: its path is an assumption. @throws GatewayError NO_SUCH_CALL where the service has none */
  getCustomer(customerId: string): Promise<Customer>
  /**
   * Returns the customer's reusable address on a rail, provisioned if need be. Call it before every display
   * with a new key: an old key may repeat an old answer.
   *
   * @throws GatewayError ADDRESS_MISMATCH when the address is of another rail; there is no fallback
   */
  ensureAddress(customerId: string, request: EnsureAddressRequest, call: Mutation): Promise<EnsuredAddress>
}

export function customerCalls({ send }: Connection): CustomerCalls {
  return {
    createCustomer: async (request, { idempotencyKey }) => {
      const body = checkRequest("createCustomer", createCustomerRequestSchema, request)
      return send("createCustomer", { body, idempotencyKey }, parseCustomer)
    },
    getCustomer: (customerId) =>
      send("getCustomer", { params: { customerId } }, parseCustomer, ({ id }) =>
        id === customerId ? null : anotherThan("customer")
      ),
    ensureAddress: async (customerId, request, { idempotencyKey }) => {
      const body = checkRequest("ensureAddress", ensureAddressRequestSchema, request)
      const input = { params: { customerId }, body, idempotencyKey }
      return send("ensureAddress", input, parseEnsuredAddress, (ensured) => {
        const explanation = addressProblem(ensured, body)
        return explanation === null ? null : { explanation, code: "ADDRESS_MISMATCH" }
      })
    },
  }
}

/** @see service-interface "Endpoints", rule 3 */
function addressProblem({ address }: EnsuredAddress, request: EnsureAddressRequest): string | null {
  if (address.chainFamily !== request.chain) return "the address is of another chain than requested"
  if (request.networkId !== undefined && address.networkId !== request.networkId)
    return "the address is of another network than requested"
  const { kind } = validateAddress({ chain: request.chain, address: address.address })
  return kind === "invalid" ? "the address is not valid on the requested chain" : null
}

export type IntentCalls = {
  /**
   * Announces a deposit to a customer's reusable address; it replaces the active intent of the same customer,
   * network and token. Takes the payout key when it has payout recipients. UNDOCUMENTED: its path.
   *
   * @throws GatewayError RAIL_MISMATCH when the intent is for another rail: do not show its address
   */
  createIntent(request: CreateIntentRequest, call: Mutation): Promise<Intent>
}

export function intentCalls({ assumptions, send }: Connection): IntentCalls {
  const isCustomerInPath = assumptions.paths.createIntent.includes("{customerId}")
  return {
    createIntent: async (request, { idempotencyKey }) => {
      const checked = checkRequest("createIntent", createIntentRequestSchema, request)
      const { customerId, ...rest } = checked
      const body = isCustomerInPath ? rest : checked
      const input = { params: { customerId }, body, idempotencyKey }
      return send("createIntent", input, parseIntent, (intent) => {
        if (intent.externalOrderId !== checked.externalOrderId)
          return { explanation: "the answer is the intent of another order" }
        return isSameRail(intent, checked) ? null : ANOTHER_RAIL
      })
    },
  }
}

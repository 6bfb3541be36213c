import { z } from "zod"
import type { Assumptions } from "../assumptions"
import { parseAs } from "./contract-error"
import { optional, textSchema } from "./fields"
import { unwrapResource } from "./envelope"

/** Body of the call that creates a customer. `externalRef` is the caller's reference, unique per business. */
export const createCustomerRequestSchema = z.strictObject({
  externalRef: textSchema,
})
export type CreateCustomerRequest = z.infer<typeof createCustomerRequestSchema>

/** A customer of the service. */
export const customerSchema = z.looseObject({
  id: textSchema,
  externalRef: optional(z.string()),
})
export type Customer = z.infer<typeof customerSchema>

/** Body of the call that ensures a reusable address. */
export const ensureAddressRequestSchema = z.strictObject({
  chain: textSchema,
  /** Optional where the chain has exactly one active network; better sent. */
  networkId: textSchema.optional(),
  token: textSchema.optional(),
})
export type EnsureAddressRequest = z.infer<typeof ensureAddressRequestSchema>

/** A reusable address of a customer. Compare its rail and network with the request before you show it. */
export const ensuredAddressSchema = z.looseObject({
  /** Whether this call provisioned it; undefined when the service does not say. */
  created: optional(z.boolean()),
  address: z.looseObject({
    address: textSchema,
    chainFamily: textSchema,
    networkId: textSchema,
  }),
})
export type EnsuredAddress = z.infer<typeof ensuredAddressSchema>

/**
 * Reads the response of creating or fetching a customer.
 *
 * @throws ContractError naming the fields that are not as documented
 */
export function parseCustomer(body: unknown, assumptions: Assumptions): Customer {
  return parseAs(customerSchema, unwrapResource(body, "customer", assumptions), "customer")
}

/** Reads the documented `{ created, address }`, or the address alone. @throws ContractError */
export function parseEnsuredAddress(body: unknown, assumptions: Assumptions): EnsuredAddress {
  const record = unwrapResource(body, "address", assumptions)
  const ensured = typeof record.address === "string" ? { address: record } : record
  return parseAs(ensuredAddressSchema, ensured, "customer address")
}

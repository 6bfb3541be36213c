import { z } from "zod"
import type { Assumptions } from "../assumptions"
import { parseAs } from "./contract-error"
import { optional } from "./optional"
import { unwrapResource } from "./resource"

/** Body of the call that creates a customer. */
export const createCustomerRequestSchema = z.strictObject({
  /** The caller's own reference. */
  externalRef: z.string().min(1),
})
export type CreateCustomerRequest = z.infer<typeof createCustomerRequestSchema>

export const customerSchema = z.looseObject({
  id: z.string().min(1),
  externalRef: optional(z.string()),
})
export type Customer = z.infer<typeof customerSchema>

/** Body of the call that ensures a reusable address. `token` is used on Stellar. */
export const ensureAddressRequestSchema = z.strictObject({
  chain: z.string().min(1),
  /** May be left out where exactly one active network of the chain exists; better sent. */
  networkId: z.string().min(1).optional(),
  token: z.string().min(1).optional(),
})
export type EnsureAddressRequest = z.infer<typeof ensureAddressRequestSchema>

/** A reusable address of a customer. Whoever shows it first compares rail and network with the request. */
export const ensuredAddressSchema = z.looseObject({
  /** Whether it was provisioned by this call. */
  created: z.boolean(),
  address: z.looseObject({
    address: z.string().min(1),
    chainFamily: z.string().min(1),
    networkId: z.string().min(1),
  }),
})
export type EnsuredAddress = z.infer<typeof ensuredAddressSchema>

/** @throws ContractError */
export function parseCustomer(body: unknown, assumptions: Assumptions): Customer {
  return parseAs(customerSchema, unwrapResource(body, "customer", assumptions), "customer")
}

/** The document shows this body as it is, so no envelope is assumed. @throws ContractError */
export function parseEnsuredAddress(body: unknown): EnsuredAddress {
  return parseAs(ensuredAddressSchema, body, "customer address")
}

import { createCustomerRequestSchema } from "../../gateway/contract"
import { notFound, parseInput, SandboxError } from "../sandbox-error"
import type { World } from "../world"
import type { StoredCustomer } from "./stored-customer"

/**
 * Creates a customer from the body of a request.
 *
 * @throws SandboxError 409 `DUPLICATE_REQUEST` when the reference is taken: a repeated call has the same
 * idempotency key and never comes here
 */
export function createCustomer(world: World, body: unknown): StoredCustomer {
  const { externalRef } = parseInput(createCustomerRequestSchema, body)
  if (world.customers.findByRef(externalRef)) {
    throw new SandboxError(409, "DUPLICATE_REQUEST", `a customer "${externalRef}" exists already`)
  }
  const customer: StoredCustomer = { id: world.identifiers.id("cus"), externalRef, addresses: [] }
  world.customers.add(customer)
  return customer
}

/** @throws SandboxError */
export function requireCustomer(world: Pick<World, "customers">, id: string): StoredCustomer {
  const customer = world.customers.find(id)
  if (!customer) throw notFound(`customer ${id}`)
  return customer
}

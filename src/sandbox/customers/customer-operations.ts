import {
  ensureAddressRequestSchema,
  type Customer,
  type EndpointName,
  type EnsuredAddress,
} from "../../gateway/contract"
import { resourceReply, type Call, type Operation } from "../http/operation"
import { parseInput } from "../sandbox-error"
import { provisionAddress } from "./customer-address"
import { createCustomer, requireCustomer } from "./customer-creation"
import { chooseRail } from "./rail-choice"
import type { StoredCustomer } from "./stored-customer"

/** The endpoints of customers. */
export const customerOperations = {
  createCustomer: ({ world, body }) => resourceReply(world, toContract(createCustomer(world, body)), 201),
  getCustomer: (call) => resourceReply(call.world, toContract(customerOf(call))),
  ensureAddress: (call) => {
    const customer = customerOf(call)
    const request = parseInput(ensureAddressRequestSchema, call.body)
    const { created, address } = provisionAddress(call.world, customer, chooseRail(call.world, request))
    const { chain, networkId } = address
    const body: EnsuredAddress = {
      created,
      address: { address: address.address, chainFamily: chain, networkId },
    }
    return { status: created ? 201 : 200, body }
  },
} satisfies Partial<Record<EndpointName, Operation>>

function customerOf({ world, params }: Call): StoredCustomer {
  return requireCustomer(world, params["customerId"] ?? "")
}

function toContract({ id, externalRef }: StoredCustomer): Customer {
  return { id, externalRef }
}

import { billingToRecord, type EndpointName } from "../../gateway/contract"
import { resourceReply, type Operation } from "../http/operation"
import { billingToContract, usageToContract } from "./billing-view"

/** The endpoints of billing. */
export const billingOperations = {
  getBilling: ({ world }) =>
    resourceReply(world, billingToRecord(billingToContract(world), world.assumptions)),
  getBillingUsage: ({ world }) =>
    resourceReply(world, billingToRecord(usageToContract(world), world.assumptions)),
} satisfies Partial<Record<EndpointName, Operation>>

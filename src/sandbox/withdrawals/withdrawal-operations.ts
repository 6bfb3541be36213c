import type { EndpointName } from "../../gateway/contract"
import { resourceReply, type Operation } from "../http/operation"
import { createWithdrawal } from "./withdrawal-creation"
import { quoteWithdrawal } from "./withdrawal-quote"
import { requireWithdrawal } from "./withdrawal-steps"
import { quoteToWire, withdrawalToWire } from "./withdrawal-view"

/** The endpoints of withdrawals. */
export const withdrawalOperations = {
  quoteWithdrawal: ({ world, body }) =>
    resourceReply(world, quoteToWire(quoteWithdrawal(world, body), world.assumptions), 201),
  createWithdrawal: ({ world, body }) =>
    resourceReply(world, withdrawalToWire(createWithdrawal(world, body), world.assumptions), 201),
  getWithdrawal: ({ world, params }) => {
    const withdrawal = requireWithdrawal(world, params["withdrawalId"] ?? "")
    return resourceReply(world, withdrawalToWire(withdrawal, world.assumptions))
  },
} satisfies Partial<Record<EndpointName, Operation>>

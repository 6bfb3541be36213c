import type { EndpointName } from "../../gateway/contract"
import { resourceReply, type Operation } from "../http/operation"
import { createIntent } from "./intent-creation"
import { intentToWire } from "./intent-view"

/** The endpoint of auto-deposit intents. */
export const intentOperations = {
  createIntent: ({ world, params, body }) => {
    const intent = createIntent(world, params["customerId"], body)
    return resourceReply(world, intentToWire(intent, world.assumptions), 201)
  },
} satisfies Partial<Record<EndpointName, Operation>>

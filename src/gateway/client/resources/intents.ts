import { isSameRail } from "../../asset"
import { pathOf } from "../../contract/endpoints"
import {
  createIntentRequestSchema,
  parseIntent,
  type CreateIntentRequest,
  type Intent,
} from "../../contract/intent"
import type { Connection } from "../connection"
import { checkRequest, unexpectedReply } from "../parsing"
import type { Mutation } from "./mutation"

export type IntentCalls = {
  /**
   * Announces a deposit to a customer's reusable address; it replaces the active intent of the same customer, network
   * and token. With payout recipients it takes the payout key. UNDOCUMENTED: its path is an assumption, and the
   * customer is named in the body where the path does not name it.
   *
   * @throws GatewayError RAIL_MISMATCH when the intent is for another rail than asked for: do not show its address
   */
  createIntent(request: CreateIntentRequest, call: Mutation): Promise<Intent>
}

export function intentCalls({ assumptions, send }: Connection): IntentCalls {
  const isCustomerInPath = pathOf("createIntent", assumptions).includes("{customerId}")
  return {
    createIntent: async (request, { idempotencyKey }) => {
      const checked = checkRequest("createIntent", createIntentRequestSchema, request)
      const { customerId, ...rest } = checked
      const body = isCustomerInPath ? rest : checked
      const input = { params: { customerId }, body, idempotencyKey }
      const { value, reply } = await send("createIntent", input, parseIntent)
      if (value.externalOrderId !== checked.externalOrderId)
        throw unexpectedReply("createIntent", reply, "this is the intent of another order than asked for")
      if (isSameRail(value, checked)) return value
      throw unexpectedReply("createIntent", reply, "it is for another rail than asked for", "RAIL_MISMATCH")
    },
  }
}

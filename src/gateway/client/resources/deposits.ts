import {
  assignDepositRequestSchema,
  parseDepositAction,
  parseDepositRecord,
  type AssignDepositRequest,
  type Deposit,
  type DepositAction,
} from "../../contract/deposit"
import type { Connection } from "../connection"
import type { Listing } from "../pages"
import { checkRequest } from "../parsing"
import type { Mutation } from "./mutation"

/**
 * Deposits that need a person. A key belongs to one action on one deposit; a refund that failed and is tried again is
 * a new action with a new key. What an action answers is not documented, so nothing in it is held against the request.
 */
export type DepositCalls = {
  /** Lists deposits, such as those with the status `review_required`. */
  listDeposits(filter?: { status?: string }): Listing<Deposit>
  /** Gives a deposit to an active intent: a paid invoice comes of it. */
  assignDeposit(depositId: string, request: AssignDepositRequest, call: Mutation): Promise<DepositAction>
  /** Takes a deposit as money without an order. */
  acceptDeposit(depositId: string, call: Mutation): Promise<DepositAction>
  /** Sends a deposit back to its sender. Payout key. */
  refundDeposit(depositId: string, call: Mutation): Promise<DepositAction>
}

export function depositCalls({ send, walk }: Connection): DepositCalls {
  return {
    listDeposits: ({ status } = {}) => walk("listDeposits", parseDepositRecord, { status }),
    assignDeposit: async (depositId, request, { idempotencyKey }) => {
      const body = checkRequest("assignDeposit", assignDepositRequestSchema, request)
      const input = { params: { depositId }, body, idempotencyKey }
      return (await send("assignDeposit", input, parseDepositAction)).value
    },
    acceptDeposit: async (depositId, { idempotencyKey }) => {
      const input = { params: { depositId }, idempotencyKey }
      return (await send("acceptDeposit", input, parseDepositAction)).value
    },
    refundDeposit: async (depositId, { idempotencyKey }) => {
      const input = { params: { depositId }, idempotencyKey }
      return (await send("refundDeposit", input, parseDepositAction)).value
    },
  }
}

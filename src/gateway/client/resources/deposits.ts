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
import { checkRequest } from "../interpretation"
import type { Mutation } from "../request"

/**
 * Actions on deposits in review. A key belongs to one action on one deposit; retrying a failed refund is a
 * new action with a new key. Their answers are undocumented, so we compare none with the request.
 */
export type DepositCalls = {
  listDeposits(filter?: { status?: string }): Listing<Deposit>
  /** Assigns a deposit to an active intent, which creates a paid invoice. */
  assignDeposit(depositId: string, request: AssignDepositRequest, call: Mutation): Promise<DepositAction>
  /** Accepts a deposit as income without an order. */
  acceptDeposit(depositId: string, call: Mutation): Promise<DepositAction>
  /** Returns a deposit to its sender. Payout key. */
  refundDeposit(depositId: string, call: Mutation): Promise<DepositAction>
}

export function depositCalls({ send, walk }: Connection): DepositCalls {
  return {
    listDeposits: ({ status } = {}) => walk("listDeposits", parseDepositRecord, { status }),
    assignDeposit: async (depositId, request, { idempotencyKey }) => {
      const body = checkRequest("assignDeposit", assignDepositRequestSchema, request)
      const input = { params: { depositId }, body, idempotencyKey }
      return send("assignDeposit", input, parseDepositAction)
    },
    acceptDeposit: async (depositId, { idempotencyKey }) => {
      const input = { params: { depositId }, idempotencyKey }
      return send("acceptDeposit", input, parseDepositAction)
    },
    refundDeposit: async (depositId, { idempotencyKey }) => {
      const input = { params: { depositId }, idempotencyKey }
      return send("refundDeposit", input, parseDepositAction)
    },
  }
}

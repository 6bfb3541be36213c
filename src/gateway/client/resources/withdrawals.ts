import {
  createWithdrawalRequestSchema,
  parseQuote,
  parseWithdrawal,
  quoteRequestSchema,
  quoteRequestToWire,
  type CreateWithdrawalRequest,
  type Quote,
  type QuoteRequest,
  type Withdrawal,
} from "../../contract/withdrawal"
import type { Connection } from "../connection"
import { checkRequest, unexpectedReply } from "../parsing"
import type { Mutation } from "./mutation"

export type WithdrawalCalls = {
  /**
   * Quotes a withdrawal; the fee comes out of `amount`. Payout key.
   *
   * @param call.idempotencyKey another than that of {@link WithdrawalCalls.createWithdrawal}
   */
  quoteWithdrawal(request: QuoteRequest, call: Mutation): Promise<Quote>
  /** Sends what was quoted. Payout key. `pending_funds` and `gas_blocked` are waits, not failures. */
  createWithdrawal(request: CreateWithdrawalRequest, call: Mutation): Promise<Withdrawal>
  /** UNDOCUMENTED: its path is an assumption. */
  getWithdrawal(withdrawalId: string): Promise<Withdrawal>
}

export function withdrawalCalls({ assumptions, send }: Connection): WithdrawalCalls {
  return {
    quoteWithdrawal: async (request, { idempotencyKey }) => {
      const checked = checkRequest("quoteWithdrawal", quoteRequestSchema, request)
      const body = quoteRequestToWire(checked, assumptions)
      return (await send("quoteWithdrawal", { body, idempotencyKey }, parseQuote)).value
    },
    createWithdrawal: async (request, { idempotencyKey, onAccepted }) => {
      const body = checkRequest("createWithdrawal", createWithdrawalRequestSchema, request)
      return (await send("createWithdrawal", { body, idempotencyKey, onAccepted }, parseWithdrawal)).value
    },
    getWithdrawal: async (withdrawalId) => {
      const { value, reply } = await send("getWithdrawal", { params: { withdrawalId } }, parseWithdrawal)
      if (value.id === withdrawalId) return value
      throw unexpectedReply("getWithdrawal", reply, "this is another withdrawal than the one asked for")
    },
  }
}

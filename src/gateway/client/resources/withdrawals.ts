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
import { GatewayError } from "../errors"
import { anotherThan, checkRequest } from "../interpretation"
import type { Mutation } from "../request"

export type WithdrawalCalls = {
  /**
   * Quotes a withdrawal; the fee comes out of `amount`. Payout key.
   *
   * @param call.idempotencyKey must differ from the key of {@link WithdrawalCalls.createWithdrawal}
   */
  quoteWithdrawal(request: QuoteRequest, call: Mutation): Promise<Quote>
  /** Sends a quoted withdrawal. Payout key. `pending_funds` and `gas_blocked` are waits, not failures. */
  createWithdrawal(request: CreateWithdrawalRequest, call: Mutation): Promise<Withdrawal>
  /** UNDOCUMENTED: its path is an assumption. */
  getWithdrawal(withdrawalId: string): Promise<Withdrawal>
}

export function withdrawalCalls({ assumptions, send }: Connection): WithdrawalCalls {
  return {
    quoteWithdrawal: async (request, { idempotencyKey }) => {
      const checked = checkRequest("quoteWithdrawal", quoteRequestSchema, request)
      const body = quoteRequestToWire(checked, assumptions)
      return send("quoteWithdrawal", { body, idempotencyKey }, parseQuote)
    },
    createWithdrawal: async (request, { idempotencyKey, onAccepted }) => {
      const body = checkRequest("createWithdrawal", createWithdrawalRequestSchema, request)
      return send("createWithdrawal", { body, idempotencyKey, onAccepted }, parseWithdrawal)
    },
    getWithdrawal: (withdrawalId) =>
      send("getWithdrawal", { params: { withdrawalId } }, parseWithdrawal, ({ id }) =>
        id === withdrawalId ? null : anotherThan("withdrawal")
      ),
  }
}

/** Endpoint name of the key check in attempt reports. */
export const PAYOUT_KEY_CHECK = "verifyPayoutKey"

export type KeyCalls = {
  /**
   * Checks the payout key by reading the balances, without moving or quoting anything.
   *
   * An unknown key gets a 401. A known key that may not read, which the document leaves open, gets a 403 and
   * passes.
   *
   * @throws GatewayError `UNAUTHORIZED` for an unknown key, `NOT_FOUND` for a key of another business
   * @see service-interface "Authentication"
   */
  verifyPayoutKey(): Promise<void>
}

export function keyCalls({ send }: Connection): KeyCalls {
  return {
    async verifyPayoutKey() {
      try {
        await send("listBalances", { payoutCheck: PAYOUT_KEY_CHECK }, () => undefined)
      } catch (error) {
        if (error instanceof GatewayError && error.status === 403) return
        throw error
      }
    },
  }
}

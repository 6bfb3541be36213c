import {
  createWithdrawalRequestSchema,
  parseCreatedWithdrawal,
  parseQuote,
  parseWithdrawal,
  parseWithdrawalRecord,
  quoteRequestSchema,
  quoteRequestToWire,
  type CreateWithdrawalRequest,
  type Quote,
  type QuoteRequest,
  type Withdrawal,
} from "../../contract/withdrawal"
import type { Assumptions } from "../../assumptions"
import type { ReportUnreadable } from "../../contract/assumed-fields"
import { unwrapResource } from "../../contract/envelope"
import { fieldOf } from "../../contract/fields"
import type { Connection } from "../connection"
import { GatewayError, refusedLocally } from "../errors"
import { anotherThan, checkRequest } from "../interpretation"
import { findInList, type Listing } from "../pages"
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
  /** Whether the service has a call that shows a withdrawal. */
  readonly hasWithdrawalReads: boolean
  /**
   * Fetches a withdrawal, or finds it in their list where the service fetches none.
   *
   * UNDOCUMENTED: both paths are assumptions.
   *
   * @throws GatewayError NOT_FOUND; NO_SUCH_CALL where the service has neither
   */
  getWithdrawal(withdrawalId: string): Promise<Withdrawal>
  listWithdrawals(): Listing<Withdrawal>
}

export function withdrawalCalls({ assumptions, report, send, walk }: Connection): WithdrawalCalls {
  const { paths } = assumptions
  const listWithdrawals = () => walk("listWithdrawals", parseWithdrawalRecord)
  const findListed = async (withdrawalId: string) => {
    const found = await findInList(listWithdrawals(), ({ id }) => id === withdrawalId).catch(explainNoList)
    if (found.kind === "found") return found.row
    throw notListed(found.kind === "absent")
  }
  return {
    hasWithdrawalReads: paths.getWithdrawal !== null || paths.listWithdrawals !== null,
    listWithdrawals,
    quoteWithdrawal: async (request, { idempotencyKey }) => {
      const checked = checkRequest("quoteWithdrawal", quoteRequestSchema, request)
      if (checked.memo !== undefined && assumptions.fields.withdrawalQuote.memo === null)
        throw refusedLocally(
          "quoteWithdrawal",
          "assumptions.fields.withdrawalQuote.memo is null, so no memo can be sent"
        )
      const body = quoteRequestToWire(checked, assumptions)
      if (checked.memo === undefined) return send("quoteWithdrawal", { body, idempotencyKey }, parseQuote)
      try {
        return await send("quoteWithdrawal", { body, idempotencyKey }, (answer) => {
          if (!hasMemo(answer, assumptions)) reportLostMemo(report)
          return parseQuote(answer, assumptions, report)
        })
      } catch (error) {
        if (error instanceof GatewayError && error.category === "validation") reportLostMemo(report)
        throw error
      }
    },
    createWithdrawal: async (request, { idempotencyKey, onAccepted }) => {
      const body = checkRequest("createWithdrawal", createWithdrawalRequestSchema, request)
      return send("createWithdrawal", { body, idempotencyKey, onAccepted }, parseCreatedWithdrawal)
    },
    getWithdrawal: (withdrawalId) => {
      if (paths.getWithdrawal === null && paths.listWithdrawals !== null) return findListed(withdrawalId)
      return send("getWithdrawal", { params: { withdrawalId } }, parseWithdrawal, ({ id }) =>
        id === withdrawalId ? null : anotherThan("withdrawal")
      )
    },
  }
}

function hasMemo(answer: unknown, assumptions: Assumptions): boolean {
  const record = unwrapResource(answer, "quote", assumptions)
  return fieldOf(record, assumptions.fields.withdrawalQuote.memo) !== undefined
}

/** A memo that is refused, or that the quote does not repeat, may have been sent under another name than the service's. */
function reportLostMemo(report: ReportUnreadable): void {
  const setting = "assumptions.fields.withdrawalQuote.memo"
  report({ resource: "withdrawal quote", field: "memo", setting, isMissing: true })
}

/** A list that is not there says nothing about a withdrawal. */
function explainNoList(error: unknown): never {
  if (!(error instanceof GatewayError) || error.status !== 404) throw error
  throw refusedLocally(
    "listWithdrawals",
    "the provider has no list of withdrawals there: correct assumptions.paths.listWithdrawals, or set it to null",
    "NO_SUCH_CALL"
  )
}

function notListed(isWhole: boolean): GatewayError {
  return new GatewayError("listWithdrawals", {
    code: isWhole ? "NOT_FOUND" : "LIST_INCOMPLETE",
    explanation: isWhole
      ? "the list of withdrawals does not have it"
      : "the list of withdrawals does not have it, and its end is not proven",
    ...(isWhole && { status: 404 }),
    outcome: "not_applied",
    isRetryable: false,
  })
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

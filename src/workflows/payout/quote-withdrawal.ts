import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "zod"
import { isServiceAway } from "../../domain/payout/withdrawal-answer"
import type { WithdrawalProblem, WithdrawalRefusal } from "../../domain/payout/withdrawal-consent"
import type { ReportedTerms } from "../../domain/payout/withdrawal-gateway-state"
import { differenceFrom } from "../../domain/payout/withdrawal-gateway-state"
import { inconsistencyOf, type InconsistentQuote } from "../../domain/payout/withdrawal-quote"
import { destinationProblemOf } from "../../domain/payout/withdrawal-standing"
import { GatewayError } from "../../gateway/client/errors"
import type { Quote } from "../../gateway/contract"
import { isDecimalString } from "../../gateway/contract"
import type { QuotingWithdrawal } from "../../modules/onchain/payout/withdrawal-quotes"
import type { WithdrawalRow } from "../../modules/onchain/payout/withdrawal-row"
import { loadPayableBalance } from "./payable-balance"
import type { RequestActor } from "./payout-access"
import { assertPayoutAllowed, payoutError } from "./payout-access"
import { findWithdrawal, refusalError, type WithdrawalAnswer, answerOf } from "./withdrawal-outcome"
import { withdrawalRefusalInWords } from "./withdrawal-gateway-words"
import { withdrawalProblemInWords } from "./withdrawal-words"

type QuoteWithdrawalInput = { withdrawal_id: string; actor: RequestActor }

/**
 * Requests a new quote of a withdrawal that was not sent. A confirmation needs the new one.
 *
 * @throws MedusaError `forbidden`, `not_found`, `not_allowed` with the service's reason, or `conflict`
 */
export async function quoteWithdrawal(
  container: MedusaContainer,
  { withdrawal_id, actor }: QuoteWithdrawalInput
): Promise<WithdrawalAnswer> {
  const { id } = await assertPayoutAllowed(container, actor)
  return requestQuoteOf(container, withdrawal_id, id)
}

/** For callers that have checked the permission. */
export async function requestQuoteOf(
  container: MedusaContainer,
  withdrawalId: string,
  actorId: string
): Promise<WithdrawalAnswer> {
  const row = await findWithdrawal(container, withdrawalId)
  const problem = destinationProblemOf(
    await container.resolve("onchain").payouts.withdrawals.standing(row.id)
  )
  if (problem) throw payoutError(problem.code, withdrawalProblemInWords(problem))
  const end = await requestQuote(container, row.id, actorId)
  if (end.kind === "not_possible") throw await refusalError(container, end.refusal)
  if (end.problem) throw payoutError(end.problem.code, withdrawalProblemInWords(end.problem))
  if (end.kind === "refused")
    throw new MedusaError(MedusaError.Types.NOT_ALLOWED, end.row.last_error ?? "The provider gave no quote.")
  const { withdrawal_id, is_pending } = answerOf(end.row)
  return { withdrawal_id, is_pending: is_pending || end.kind === "pending" }
}

/** `pending`: the service has not answered, and the actor may request again. */
export type QuoteEnd = Ended & { row: WithdrawalRow }
type Ended = {
  kind: "quoted" | "refused" | "pending"
  /** What is wrong with the quote itself. */
  problem?: WithdrawalProblem
}

/**
 * Requests a quote from the service. Nothing moves. @returns `not_possible` while another one is requested,
 * and after sending
 */
export async function requestQuote(
  container: MedusaContainer,
  withdrawalId: string,
  actorId: string
): Promise<QuoteEnd | { kind: "not_possible"; refusal: WithdrawalRefusal }> {
  const { quotes, store } = container.resolve("onchain").payouts.withdrawals
  const claimed = await quotes.claim(withdrawalId)
  if (claimed.kind === "refused") return { kind: "not_possible", refusal: claimed.refusal }
  const claim = claimed.row
  const ended = await carryOut(container, claim, actorId)
  const row = await store.mustFind(claim.id)
  return { ...ended, row }
}

async function carryOut(
  container: MedusaContainer,
  claim: QuotingWithdrawal,
  actorId: string
): Promise<Ended> {
  const { gateway, payouts } = container.resolve("onchain")
  const { quotes } = payouts.withdrawals
  try {
    const quote = await gateway.quoteWithdrawal(
      {
        chain: claim.chain,
        networkId: claim.network_id,
        token: claim.token,
        amount: claim.amount,
        destinationAddress: claim.destination_address,
        ...(claim.destination_memo === "" ? {} : { memo: claim.destination_memo }),
      },
      { idempotencyKey: claim.quote_key }
    )
    const problem = problemOf(claim, quote)
    if (problem !== null) {
      await quotes.refuse(claim, withdrawalProblemInWords(problem), actorId)
      return { kind: "refused", problem }
    }
    return { kind: (await quotes.store(claim, quote, actorId)) ? "quoted" : "pending" }
  } catch (error) {
    if (error instanceof GatewayError) return { kind: await afterFailure(container, claim, actorId, error) }
    throw error
  }
}

/** What in a quote differs from the request or contradicts itself; null for nothing. */
function problemOf(claim: QuotingWithdrawal, quote: Quote): InconsistentQuote | null {
  const difference = differenceFrom(claim, termsOf(quote))
  if (difference.length > 0) return { code: "quote_inconsistent", reason: "other_terms", difference }
  const { fee = null, netAmount: net = null, negative } = quote
  return inconsistencyOf({ amount: claim.amount, fee, net, negative })
}

async function afterFailure(
  container: MedusaContainer,
  claim: QuotingWithdrawal,
  actorId: string,
  { code, serviceCode, isRetryable, requestId }: GatewayError
): Promise<"refused" | "pending"> {
  const { quotes } = container.resolve("onchain").payouts.withdrawals
  const { token } = claim
  const balance = code === "INSUFFICIENT_BALANCE" ? await loadPayableBalance(container, claim) : null
  const words = withdrawalRefusalInWords("quote", code, { token, balance, serviceCode, requestId })
  // A quote moves nothing, so only the last answer counts: one that cannot change is a refusal.
  if (isRetryable || isServiceAway(code)) {
    await quotes.giveBack(claim, words)
    return "pending"
  }
  await quotes.refuse(claim, words, actorId)
  return "refused"
}

const text = z.string().optional().catch(undefined)
/** Nothing of it is documented: a value that is no text counts as absent. */
const echoed = z.object({
  chain: text,
  networkId: text,
  token: text,
  canonicalAssetId: text,
  amount: z.string().refine(isDecimalString).optional().catch(undefined),
  destinationAddress: text,
  memo: text,
})

function termsOf(quote: Quote): ReportedTerms {
  return echoed.parse(quote)
}

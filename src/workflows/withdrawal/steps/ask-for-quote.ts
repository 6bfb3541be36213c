import type { MedusaContainer } from "@medusajs/framework/types"
import { z } from "zod"
import type { PayoutProblem } from "../../../domain/payout-codes"
import { isServiceAway } from "../../../domain/withdrawal-answer"
import { inconsistencyInWords, inconsistencyOf } from "../../../domain/withdrawal-quote"
import { withdrawalRefusalInWords } from "../../../domain/withdrawal-refusal"
import { differenceFrom, type ToldTerms } from "../../../domain/withdrawal-truth"
import { GatewayError } from "../../../gateway/client/errors"
import { isDecimalString, type Quote } from "../../../gateway/contract"
import type { QuotingWithdrawal } from "../../../modules/onchain/withdrawal-quotes"
import type { WithdrawalRow } from "../../../modules/onchain/withdrawal-row"
import { announceWithdrawal } from "./announce-withdrawal"
import { loadPayableBalance } from "./payable-balance"

/** `pending`: the service has not answered, and a person may ask again. */
export type QuoteEnd = Ended & { row: WithdrawalRow }
type Ended = {
  kind: "quoted" | "refused" | "pending"
  /** What speaks against the quote itself. */
  problem?: PayoutProblem
}

/**
 * Asks the service what a withdrawal costs. Nothing moves.
 *
 * @returns undefined when somebody else is asking, or something was sent
 */
export async function askForQuote(
  container: MedusaContainer,
  withdrawalId: string,
  actorId: string
): Promise<QuoteEnd | undefined> {
  const { quotes, store } = container.resolve("onchain").payouts.withdrawals
  const claim = await quotes.claim(withdrawalId)
  if (!claim) return undefined
  const ended = await carryOut(container, claim, actorId)
  const row = await store.mustFind(claim.id)
  await announceWithdrawal(container, row)
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
    const what = problemOf(claim, quote)
    if (what !== null) {
      const problem = { code: "quote_inconsistent", words: inconsistencyInWords(what) } as const
      await quotes.refuse(claim, problem.words, actorId)
      return { kind: "refused", problem }
    }
    return { kind: (await quotes.store(claim, quote, actorId)) ? "quoted" : "pending" }
  } catch (error) {
    if (error instanceof GatewayError) return { kind: await afterFailure(container, claim, actorId, error) }
    throw error
  }
}

/** In what a quote differs from what was asked for, or contradicts itself; null when it does neither. */
function problemOf(claim: QuotingWithdrawal, quote: Quote): string | null {
  const difference = differenceFrom(claim, termsOf(quote))
  if (difference !== null) return `it is for another ${difference} than was asked for`
  const { fee = null, netAmount: net = null, negative } = quote
  return inconsistencyOf({ amount: claim.amount, fee, net, negative })
}

async function afterFailure(
  container: MedusaContainer,
  claim: QuotingWithdrawal,
  actorId: string,
  { code, isRetryable, requestId }: GatewayError
): Promise<"refused" | "pending"> {
  const { quotes } = container.resolve("onchain").payouts.withdrawals
  const { token } = claim
  const balance = code === "INSUFFICIENT_BALANCE" ? await loadPayableBalance(container, claim) : null
  const words = withdrawalRefusalInWords("quote", code, { token, balance, requestId })
  // A quote moves nothing, so only the last answer counts: one that cannot become another is a refusal.
  if (isRetryable || isServiceAway(code)) {
    await quotes.giveBack(claim, words)
    return "pending"
  }
  await quotes.refuse(claim, words, actorId)
  return "refused"
}

const text = z.string().optional().catch(undefined)
/** Nothing of it is documented: what is not a text is as good as not told. */
const echoed = z.object({
  chain: text,
  networkId: text,
  token: text,
  canonicalAssetId: text,
  amount: z.string().refine(isDecimalString).optional().catch(undefined),
  destinationAddress: text,
  memo: text,
})

function termsOf(quote: Quote): ToldTerms {
  return echoed.parse(quote)
}

import { quoteRequestFromWire, quoteRequestSchema, type QuoteRequest } from "../../gateway/contract"
import { payoutFee } from "../billing/payout-quota"
import { positiveAmount } from "../invoices/invoice-creation"
import { checkDestination } from "../payouts/destination"
import { checkPayoutPolicy } from "../payouts/payout-policy"
import { invalid, parseInput, refusal } from "../sandbox-error"
import type { World } from "../world"
import { fundsOutlook } from "./funds"
import type { StoredQuote, WithdrawalTerms } from "./stored-withdrawal"
import { assetOfRail } from "./withdrawal-asset"

/** UNDOCUMENTED: how long a quote can be used. */
export const QUOTE_TTL_MS = 5 * 60_000

/**
 * Quotes a withdrawal by API. The fee is fixed from here on.
 *
 * @throws SandboxError for a field that is not valid, a payout the policy does not allow, or too much money
 * @see service-interface "Withdrawal quote and withdrawal"
 */
export function quoteWithdrawal(world: World, body: unknown): StoredQuote {
  const request = parseInput(quoteRequestSchema, quoteRequestFromWire(body, world.assumptions))
  const terms = withdrawalTerms(world, request, (asset) => payoutFee(world, asset))
  checkPayoutPolicy(world, terms)
  checkBalance(world, terms)
  const quote: StoredQuote = {
    ...terms,
    id: world.identifiers.id("quote"),
    expiresAtMs: world.clock.now() + QUOTE_TTL_MS,
  }
  world.withdrawals.addQuote(quote)
  return quote
}

/**
 * What a request for a withdrawal comes to.
 *
 * @param feeOf base units
 * @throws SandboxError naming the field that is not valid
 */
export function withdrawalTerms(
  world: World,
  request: QuoteRequest,
  feeOf: (asset: WithdrawalTerms["asset"]) => bigint
): WithdrawalTerms {
  const { rail, network, asset } = assetOfRail(world, request)
  const { destinationAddress, memo } = request
  const fields = { address: "destinationAddress", memo: "memo" }
  checkDestination(world, { chain: rail.chain, destinationAddress, memo }, fields)
  const amountBaseUnits = positiveAmount(request.amount, asset.decimals)
  const feeBaseUnits = feeOf(asset)
  if (amountBaseUnits <= feeBaseUnits) throw invalid({ field: "amount", message: "does not cover the fee" })
  return { rail, network, asset, amountBaseUnits, feeBaseUnits, destinationAddress, memo }
}

/** @throws SandboxError for more than there is, whoever has a claim on it */
export function checkBalance(world: World, { asset, amountBaseUnits }: WithdrawalTerms): void {
  if (fundsOutlook(world, asset, amountBaseUnits) !== "insufficient") return
  throw refusal(
    "INSUFFICIENT_BALANCE",
    `the balance of ${asset.token} on ${asset.networkId} is less than that`
  )
}

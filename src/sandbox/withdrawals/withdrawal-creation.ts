import { createWithdrawalRequestSchema } from "../../gateway/contract"
import { countPayout } from "../billing/payout-quota"
import { transferGas } from "../billing/gas-price"
import { checkDestination } from "../payouts/destination"
import { checkPayoutPolicy } from "../payouts/payout-policy"
import { conflict, notFound, parseInput, refusal } from "../sandbox-error"
import type { World } from "../world"
import { fundsOutlook, reserveFunds } from "./funds"
import type { StoredQuote, StoredWithdrawal, WithdrawalKind, WithdrawalTerms } from "./stored-withdrawal"
import { scheduleStep } from "./withdrawal-progress"
import { checkBalance } from "./withdrawal-quote"
import { announceWithdrawal, takeWithdrawalStep } from "./withdrawal-steps"

/**
 * Creates a withdrawal of a quote. What was checked for the quote is checked again.
 *
 * @throws SandboxError; nothing is created then
 * @see service-interface "Withdrawal"
 */
export function createWithdrawal(world: World, body: unknown): StoredWithdrawal {
  const { quoteId, clientReference } = parseInput(createWithdrawalRequestSchema, body)
  const quote = world.withdrawals.findQuote(quoteId)
  if (!quote) throw notFound(`quote ${quoteId}`)
  checkUse(world, quote, clientReference)
  const { rail, destinationAddress, memo } = quote
  const fields = { address: "quoteId", memo: "quoteId" }
  checkDestination(world, { chain: rail.chain, destinationAddress, memo }, fields)
  checkPayoutPolicy(world, quote)
  checkBalance(world, quote)
  countPayout(world)
  const withdrawal = openWithdrawal(world, "payout_api", quote, { quoteId, clientReference })
  quote.withdrawalId = withdrawal.id
  claimFunds(world, withdrawal)
  return withdrawal
}

/** A reference may come again once what it stood for has failed. */
function checkUse({ withdrawals, clock }: World, quote: StoredQuote, clientReference: string): void {
  const earlier = withdrawals.findByReference(clientReference)
  const hasFailed = earlier?.status === "failed" || earlier?.status === "destination_rejected"
  if (earlier && !hasFailed) {
    throw refusal("DUPLICATE_REQUEST", `withdrawal ${earlier.id} has this clientReference`)
  }
  if (quote.withdrawalId !== undefined) throw conflict(`quote ${quote.id} was used for ${quote.withdrawalId}`)
  if (clock.now() >= quote.expiresAtMs) throw conflict(`quote ${quote.id} has expired`)
}

/** Puts a withdrawal into the queue and announces it. Its money is not looked for yet. */
export function openWithdrawal(
  world: World,
  kind: WithdrawalKind,
  terms: WithdrawalTerms,
  origin: Pick<StoredWithdrawal, "quoteId" | "clientReference" | "invoiceId">
): StoredWithdrawal {
  const { rail, network, asset, amountBaseUnits, feeBaseUnits, destinationAddress, memo } = terms
  const withdrawal: StoredWithdrawal = {
    id: world.identifiers.id("wd"),
    kind,
    ...{ rail, network, asset, amountBaseUnits, feeBaseUnits, destinationAddress, memo },
    ...origin,
    createdAtMs: world.clock.now(),
    status: "queued",
    isFunded: false,
    unpaidGas: transferGas(kind === "dashboard" ? "sponsored_withdrawal" : "payout_api_withdrawal", asset),
  }
  world.withdrawals.add(withdrawal)
  announceWithdrawal(world, withdrawal)
  return withdrawal
}

/** Takes the money of a new withdrawal out of the treasury, or lets it wait. */
export function claimFunds(world: World, withdrawal: StoredWithdrawal): void {
  const outlook = fundsOutlook(world, withdrawal.asset, withdrawal.amountBaseUnits)
  if (outlook === "in_treasury") {
    reserveFunds(world, withdrawal)
    scheduleStep(world, withdrawal)
    return
  }
  takeWithdrawalStep(world, withdrawal, outlook === "sweeping" ? "funds_sweeping" : "funds_taken")
}

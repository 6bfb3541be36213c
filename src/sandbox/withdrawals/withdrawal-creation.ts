import { z } from "zod"
import { createWithdrawalRequestSchema, quoteRequestSchema, type EndpointName } from "../../gateway/contract"
import { countPayout, dashboardFee } from "../billing/fees"
import { transferGas } from "../billing/gas-price"
import { listReply } from "../http/list-reply"
import { resourceReply, type Operation } from "../http/operation"
import { checkPayoutPolicy } from "../payouts/payout-request"
import { checkDestination } from "../payouts/recipients"
import { conflict, notFound, parseInput, refusal } from "../sandbox-error"
import type { World } from "../world"
import { fundsOutlook, reserveFunds } from "./funds"
import type { StoredQuote, StoredWithdrawal, WithdrawalKind, WithdrawalTerms } from "./stored-withdrawal"
import { scheduleStep } from "./withdrawal-progress"
import { checkBalance, quoteWithdrawal, withdrawalTerms } from "./withdrawal-quote"
import { announceWithdrawal, quoteToWire, takeWithdrawalStep, withdrawalToWire } from "./withdrawal-steps"

/**
 * Creates a withdrawal from a quote, and repeats the quote's checks.
 *
 * @throws SandboxError, and creates nothing
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

/** A reference is free again after a failure. */
function checkUse({ withdrawals, clock }: World, quote: StoredQuote, clientReference: string): void {
  const earlier = withdrawals.findByReference(clientReference)
  const hasFailed = earlier?.status === "failed" || earlier?.status === "destination_rejected"
  if (earlier && !hasFailed) {
    throw refusal("DUPLICATE_REQUEST", `withdrawal ${earlier.id} has this clientReference`)
  }
  if (quote.withdrawalId !== undefined) throw conflict(`quote ${quote.id} was used for ${quote.withdrawalId}`)
  if (clock.now() >= quote.expiresAtMs) throw conflict(`quote ${quote.id} has expired`)
}

/** Queues a withdrawal and announces it, before claiming its money. */
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

/** Reserves the money of a new withdrawal, or lets it wait. */
function claimFunds(world: World, withdrawal: StoredWithdrawal): void {
  const outlook = fundsOutlook(world, withdrawal.asset, withdrawal.amountBaseUnits)
  if (outlook === "in_treasury") {
    reserveFunds(world, withdrawal)
    scheduleStep(world, withdrawal)
    return
  }
  takeWithdrawalStep(world, withdrawal, outlook === "sweeping" ? "funds_sweeping" : "funds_taken")
}

const dashboardWithdrawalSchema = z.strictObject({
  ...quoteRequestSchema.shape,
  clientReference: z.string().min(1).optional(),
})

/**
 * Withdraws as an operator in the dashboard: without a quote, outside quota and payout policy.
 *
 * @throws SandboxError for an invalid field, or an amount above the balance
 * @see service-interface "Billing and gas": the last column of the plans
 */
export function withdrawFromDashboard(world: World, body: unknown): StoredWithdrawal {
  const { clientReference, ...request } = parseInput(dashboardWithdrawalSchema, body)
  const terms = withdrawalTerms(world, request, (asset) => dashboardFee(world, asset))
  checkBalance(world, terms)
  const withdrawal = openWithdrawal(world, "dashboard", terms, { clientReference })
  claimFunds(world, withdrawal)
  return withdrawal
}

export const withdrawalOperations = {
  quoteWithdrawal: ({ world, body }) =>
    resourceReply(world, "quote", quoteToWire(quoteWithdrawal(world, body), world.assumptions), 201),
  createWithdrawal: ({ world, body }) =>
    resourceReply(
      world,
      "withdrawal",
      withdrawalToWire(createWithdrawal(world, body), world.assumptions),
      201
    ),
  getWithdrawal: ({ world, params }) => {
    const withdrawal = world.withdrawals.get(params["withdrawalId"] ?? "")
    return resourceReply(world, "withdrawal", withdrawalToWire(withdrawal, world.assumptions))
  },
  listWithdrawals: (call) =>
    listReply(call, {
      kind: "withdrawal",
      rows: [...call.world.withdrawals.all()].reverse(),
      keyOf: ({ id }) => id,
      toWire: (withdrawal) => withdrawalToWire(withdrawal, call.world.assumptions),
    }),
} satisfies Partial<Record<EndpointName, Operation>>

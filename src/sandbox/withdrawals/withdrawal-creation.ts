import { z } from "zod"
import {
  createWithdrawalRequestSchema,
  type EndpointName,
  type QuoteRequest,
  quoteRequestSchema,
} from "../../gateway/contract"
import { countPayout, dashboardFee, payoutFee } from "../billing/plans"
import { transferGas } from "../billing/gas-price"
import { requireNetwork, requireToken } from "../catalog/catalog"
import { listReply, type Operation, resourceReply } from "../http/operation"
import { positiveAmount } from "../invoices/invoice-operations"
import { checkDestination, checkPayoutPolicy } from "../payouts/payout-request"
import { conflict, invalid, notFound, parseInput, refusal } from "../sandbox-error"
import type { World } from "../world"
import {
  announceWithdrawal,
  fundsOutlook,
  quoteToContract,
  reserveFunds,
  scheduleStep,
  takeWithdrawalStep,
  withdrawalToContract,
} from "./withdrawal-progress"
import type { StoredQuote, StoredWithdrawal, WithdrawalKind, WithdrawalTerms } from "./stored-withdrawal"
import { quoteRequestFromWire } from "../http/wire-writer"

/** UNDOCUMENTED: life of a quote. */
const QUOTE_TTL_MS = 5 * 60_000

/**
 * Quotes an API withdrawal, which fixes its fee.
 *
 * @throws SandboxError for an invalid field, a payout outside the policy, or too much money
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

/** @param feeOf returns base units @throws SandboxError naming the invalid field */
function withdrawalTerms(
  world: World,
  request: QuoteRequest,
  feeOf: (asset: WithdrawalTerms["asset"]) => bigint
): WithdrawalTerms {
  const { chain, networkId, token } = request
  const network = requireNetwork(world.catalog, chain, networkId)
  // Quotes carry no asset identity, not even on Stellar.
  const asset = requireToken(world.catalog, networkId, token)
  const { destinationAddress, memo } = request
  const fields = { address: "destinationAddress", memo: "memo" }
  checkDestination(world, { chain, destinationAddress, memo }, fields)
  const amountBaseUnits = positiveAmount(request.amount, asset.decimals)
  const feeBaseUnits = feeOf(asset)
  if (amountBaseUnits <= feeBaseUnits) throw invalid({ field: "amount", message: "does not cover the fee" })
  const rail = { chain, networkId, token }
  return { rail, network, asset, amountBaseUnits, feeBaseUnits, destinationAddress, memo }
}

/** @throws SandboxError for more than the balance, claimed or not */
function checkBalance(world: World, { asset, amountBaseUnits }: WithdrawalTerms): void {
  if (fundsOutlook(world, asset, amountBaseUnits) !== "insufficient") return
  throw refusal(
    "INSUFFICIENT_BALANCE",
    `the balance of ${asset.token} on ${asset.networkId} is less than that`
  )
}

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
    resourceReply(world, "quote", quoteToContract(quoteWithdrawal(world, body)), 201),
  createWithdrawal: ({ world, body }) =>
    resourceReply(world, "withdrawal", withdrawalToContract(createWithdrawal(world, body)), 201),
  getWithdrawal: ({ world, params }) => {
    const withdrawal = world.withdrawals.get(params["withdrawalId"] ?? "")
    return resourceReply(world, "withdrawal", withdrawalToContract(withdrawal))
  },
  listWithdrawals: (call) =>
    listReply(call, {
      kind: "withdrawal",
      rows: call.world.withdrawals.newestFirst(),
      keyOf: ({ id }) => id,
      toContract: withdrawalToContract,
    }),
} satisfies Partial<Record<EndpointName, Operation>>

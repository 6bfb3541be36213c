import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "zod"
import { findAssetProblem } from "../../domain/payout/address-problem"
import { findUseProblem, OWN_ADDRESS } from "../../domain/payout/destination"
import type { WithdrawalProblem, WithdrawalRefusal } from "../../domain/payout/withdrawal-consent"
import {
  differenceFrom,
  isServiceAway,
  type ReportedTerms,
} from "../../domain/payout/withdrawal-gateway-state"
import {
  type AssetLimits,
  findLimitProblem,
  inconsistencyOf,
  type InconsistentQuote,
  limitsFor,
} from "../../domain/payout/withdrawal-quote"
import { destinationProblemOf } from "../../domain/payout/withdrawal-standing"
import { AmountError, formatAmount, parseAmount } from "../../gateway/amount"
import { findToken, namesAnotherAsset } from "../../gateway/asset"
import { GatewayError } from "../../gateway/client/errors"
import { findInList } from "../../gateway/client/lists"
import { isDecimalString, type Quote } from "../../gateway/contract"
import type { DestinationRow } from "../../modules/onchain/payout/destination-list"
import type { WithdrawalRow } from "../../modules/onchain/payout/withdrawal-change"
import type { QuotingWithdrawal } from "../../modules/onchain/payout/withdrawal-quotes"
import type { NewWithdrawal } from "../../modules/onchain/payout/withdrawal-store"
import { assertPayoutAllowed, payoutError, type RequestActor } from "./payout-access"
import {
  assetProblemInWords,
  limitProblemInWords,
  OWN_ADDRESS_WORDS,
  useProblemInWords,
  withdrawalProblemInWords,
} from "./payout-words"
import { withdrawalRefusalInWords } from "./withdrawal-gateway-words"
import { answerOf, findWithdrawal, refusalError, type WithdrawalAnswer } from "./withdrawal-outcome"

/**
 * What can be paid out of a withdrawal's asset, in token units, for a refusal; null without an answer, since
 * the refusal matters more.
 */
export async function loadPayableBalance(
  container: MedusaContainer,
  row: Pick<WithdrawalRow, "chain" | "network_id" | "token" | "canonical_asset_id">
): Promise<string | null> {
  const asset = {
    chain: row.chain,
    networkId: row.network_id,
    token: row.token,
    canonicalAssetId: row.canonical_asset_id,
  }
  try {
    const balances = container.resolve("onchain").gateway.listBalances()
    const found = await findInList(balances, (balance) => !namesAnotherAsset(balance, asset))
    return found.kind === "found" ? found.row.amounts.total : null
  } catch (error) {
    if (error instanceof GatewayError) return null
    throw error
  }
}

type PayoutAsset = { token: string; canonicalAssetId: string | null; decimals: number }

/** @throws MedusaError `not_allowed` with the code of the problem, or because the service does not answer */
async function findPayoutAsset(
  container: MedusaContainer,
  { chain, network_id: networkId }: Pick<DestinationRow, "chain" | "network_id">,
  asked: { token: string; canonicalAssetId: string | null }
): Promise<PayoutAsset> {
  const { catalog, options } = container.resolve("onchain")
  const { networks, tokens } = await catalog.get().catch(explainUnreachable)
  const named = tokens.find(
    (token) => token.chain === chain && token.networkId === networkId && token.token === asked.token
  )
  const canonicalAssetId = asked.canonicalAssetId ?? named?.canonicalAssetId ?? null
  const asset = { chain, networkId, token: asked.token, canonicalAssetId }
  const network = networks.find((one) => one.chain === chain && one.networkId === networkId)
  const problem = findAssetProblem({ asset, tokens, network, environment: options.environment })
  if (problem) throw payoutError(problem.code, assetProblemInWords(problem))
  const token = findToken(tokens, asset)
  if (token?.decimals === undefined) throw new Error(`${asked.token} of ${networkId} has no decimals`)
  return { token: token.token, canonicalAssetId, decimals: token.decimals }
}

/** @throws MedusaError `invalid_data` for a text that is no amount of the token, or is zero */
function readPayoutAmount(text: string, { token, decimals }: PayoutAsset): string {
  try {
    const baseUnits = parseAmount(text, decimals)
    if (baseUnits > 0n) return formatAmount(baseUnits, decimals)
  } catch (error) {
    if (!(error instanceof AmountError)) throw error
  }
  throw new MedusaError(
    MedusaError.Types.INVALID_DATA,
    `amount: expected an amount of ${token} above zero with at most ${decimals} decimals, such as "12.5"`
  )
}

/** By the current options. */
export function limitsOf(
  container: MedusaContainer,
  row: Pick<WithdrawalRow, "chain" | "network_id" | "token" | "canonical_asset_id">
): AssetLimits {
  const { limits } = container.resolve("onchain").options.payouts
  const { chain, network_id: networkId, token, canonical_asset_id: canonicalAssetId } = row
  return limitsFor({ chain, networkId, token, canonicalAssetId }, limits)
}

/** @throws MedusaError `not_allowed`, whatever failed */
export function explainUnreachable(error: unknown): never {
  if (!(error instanceof GatewayError)) throw error
  throw new MedusaError(MedusaError.Types.NOT_ALLOWED, `The provider is unavailable: ${error.message}`)
}

/** @throws MedusaError `not_found` */
async function findDestination(container: MedusaContainer, id: string): Promise<DestinationRow> {
  const row = await container.resolve("onchain").payouts.destinations.find(id)
  if (row) return row
  throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no destination ${id}.`)
}

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
type QuoteEnd = Ended & { row: WithdrawalRow }
type Ended = {
  kind: "quoted" | "refused" | "pending"
  /** What is wrong with the quote itself. */
  problem?: WithdrawalProblem
}

/**
 * Requests a quote from the service. Nothing moves. @returns `not_possible` while another one is requested,
 * and after sending
 */
async function requestQuote(
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

/** `amount` is a decimal in token units. */
type RequestWithdrawalInput = {
  /** Made once by the client; the same id is the same request. */
  request_id: string
  destination_id: string
  token: string
  canonical_asset_id?: string | undefined
  amount: string
  note?: string | undefined
  actor: RequestActor
}

/**
 * Stores a payout of the treasury and requests its quote. Nothing moves.
 *
 * The same request again finds the stored payout. Without an answer a quote can be requested again.
 *
 * @throws MedusaError `forbidden`, `not_found`, `invalid_data`, `not_allowed` or `conflict`, with the reason
 */
export async function requestWithdrawal(
  container: MedusaContainer,
  input: RequestWithdrawalInput
): Promise<WithdrawalAnswer> {
  const asked = await readRequest(container, input)
  const { open, store } = serviceOf(container)
  const row = (await open(asked)) ?? (await store.findByRequest(asked.requested_by, asked.request_key))
  if (!row) throw new Error(`the request ${asked.request_key} is neither new nor there`)
  if (!isSame(row, asked)) throw payoutError("request_reused", REUSED)
  const end =
    row.state === "requested" ? await requestQuote(container, row.id, asked.requested_by) : undefined
  if (end && end.kind !== "not_possible" && end.problem)
    throw payoutError(end.problem.code, withdrawalProblemInWords(end.problem))
  return answerOf(await store.mustFind(row.id))
}

const REUSED = "request_id: this request was made with other values."

function serviceOf(container: MedusaContainer) {
  const service = container.resolve("onchain").payouts.withdrawals
  return { open: (row: NewWithdrawal) => service.open(row), store: service.store }
}

async function readRequest(
  container: MedusaContainer,
  input: RequestWithdrawalInput
): Promise<NewWithdrawal> {
  const actor = await assertPayoutAllowed(container, input.actor)
  const destination = await findDestination(container, input.destination_id)
  const { chain, network_id } = destination
  const misuse = findUseProblem(destination, { purpose: "treasury", chain, networkId: network_id })
  if (misuse) throw payoutError(misuse.code, useProblemInWords(misuse))
  const { destinations } = container.resolve("onchain").payouts
  if (await destinations.ownAddress(chain, destination.address))
    throw payoutError(OWN_ADDRESS.code, OWN_ADDRESS_WORDS)
  const asset = await findPayoutAsset(container, destination, {
    token: input.token,
    canonicalAssetId: input.canonical_asset_id ?? null,
  })
  const amount = readPayoutAmount(input.amount, asset)
  const rail = { chain, network_id, token: asset.token, canonical_asset_id: asset.canonicalAssetId }
  const limits = limitsOf(container, rail)
  const excess = findLimitProblem({ token: asset.token, amount, limits, sentLastDay: [] })
  if (excess) throw payoutError(excess.code, limitProblemInWords(excess))
  return {
    kind: "treasury",
    refund_id: null,
    payment_id: null,
    destination_id: destination.id,
    destination_address: destination.address,
    destination_memo: destination.memo,
    ...rail,
    decimals: asset.decimals,
    amount,
    note: input.note ?? null,
    request_key: input.request_id,
    requested_by: actor.id,
    requested_by_type: actor.type === "api-key" ? "api-key" : "user",
    requested_by_owner: actor.ownerId,
  }
}

function isSame(row: WithdrawalRow, asked: NewWithdrawal): boolean {
  return (
    row.destination_id === asked.destination_id &&
    row.token === asked.token &&
    row.canonical_asset_id === asked.canonical_asset_id &&
    row.amount === asked.amount &&
    row.note === asked.note
  )
}

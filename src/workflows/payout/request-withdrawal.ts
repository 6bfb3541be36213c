import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { z } from "zod"
import { OWN_ADDRESS } from "../../domain/payout/destination"
import {
  findUseProblem,
  type AssetLimits,
  findAssetProblem,
  findLimitProblem,
  limitsFor,
} from "../../domain/payout/payout-gate"
import {
  afterFee,
  differenceFrom,
  inconsistencyOf,
  type InconsistentQuote,
  type ReportedTerms,
} from "../../domain/payout/payout-evidence"
import { isServiceAway, saysItHasIt } from "../../domain/payout/withdrawal-lifecycle"
import { AmountError, formatAmount, parseAmount } from "../../gateway/amount"
import { findToken, namesAnotherAsset } from "../../gateway/asset"
import { GatewayError, type ProviderAnswer } from "../../gateway/client/errors"
import { findInList } from "../../gateway/client/lists"
import { isDecimalString, type Quote } from "../../gateway/contract"
import { explainUnreachable } from "../../modules/onchain/health/gateway-advice"
import type { DestinationRow } from "../../modules/onchain/payout/destinations"
import {
  type ActionResult,
  keyPartOf,
  later,
  type WithdrawalChange,
  type WithdrawalRow,
  type WithdrawalStore,
} from "../../modules/onchain/payout/withdrawal-store"
import { type NewWithdrawal, withdrawalIdOf } from "../../modules/onchain/payout/payout-service"
import type { OnchainRequestWithdrawalBody } from "../../types/http"
import {
  answerOf,
  assertPayoutAllowed,
  findWithdrawal,
  mustBeDone,
  payoutError,
  type RequestActor,
  type WithdrawalAnswer,
  mustFindDestination,
} from "./payout-access"
import {
  assetProblemInWords,
  obstacleInWords,
  useProblemInWords,
  withdrawalRefusalInWords,
} from "./payout-words"
import { inEnglish, say, type Words } from "../../words/say"
import { refused } from "../refusal-code"

type Rail = Pick<WithdrawalRow, "chain" | "network_id" | "token" | "canonical_asset_id">

function assetOf({ chain, network_id: networkId, token, canonical_asset_id: canonicalAssetId }: Rail) {
  return { chain, networkId, token, canonicalAssetId }
}

export function limitsOf(container: MedusaContainer, rail: Rail): AssetLimits {
  return limitsFor(assetOf(rail), container.resolve("onchain").options.payouts.limits)
}

type RequestWithdrawalInput = OnchainRequestWithdrawalBody & { actor: RequestActor }

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
  const { options, payouts } = container.resolve("onchain")
  const { store, request } = payouts.withdrawals
  const made = await request(asked)
  const row = made ?? (await store.mustFind(withdrawalIdOf(options, asked)))
  const isSame = SAME.every((column) => row[column] === asked[column])
  if (!isSame || (!made && (await store.history(row.id))[0]?.note !== asked.note))
    throw payoutError("request_reused", say("payout.request_reused"))
  const claimed = row.state === "requested" ? await claimQuote(store, row.id) : null
  if (claimed?.kind === "done") return requestQuote(container, claimed.row, asked.requested_by)
  return answerOf(await store.mustFind(row.id))
}

const SAME = ["destination_id", "token", "canonical_asset_id", "amount"] as const

async function readRequest(
  container: MedusaContainer,
  input: RequestWithdrawalInput
): Promise<NewWithdrawal> {
  const actor = await assertPayoutAllowed(container, input.actor)
  const destination = await mustFindDestination(container, input.destination_id)
  const { chain, network_id } = destination
  const misuse = findUseProblem(destination, { purpose: "treasury", chain, networkId: network_id })
  if (misuse) throw payoutError(misuse.code, useProblemInWords(misuse))
  const { destinations } = container.resolve("onchain").payouts
  if (await destinations.ownAddress(chain, destination.address))
    throw payoutError(OWN_ADDRESS.code, obstacleInWords(OWN_ADDRESS))
  const asset = await findPayoutAsset(container, destination, input)
  const rail = { chain, network_id, token: asset.token, canonical_asset_id: asset.canonicalAssetId }
  const amount = readPayoutAmount(input.amount, asset)
  const limits = limitsOf(container, rail)
  const excess = findLimitProblem({ token: asset.token, amount, limits, sentLastDay: [] })
  if (excess) throw payoutError(excess.code, obstacleInWords(excess))
  return {
    refund_id: null,
    payment_id: null,
    destination_id: destination.id,
    destination_address: destination.address,
    destination_memo: destination.memo,
    ...rail,
    amount,
    note: input.note ?? null,
    request_key: input.request_id,
    requested_by: actor.id,
    requested_by_owner: actor.ownerId,
  }
}

type PayoutAsset = { token: string; canonicalAssetId: string | null; decimals: number }

/** @throws MedusaError `not_allowed` with the code of the problem, or because the service does not answer */
async function findPayoutAsset(
  container: MedusaContainer,
  { chain, network_id: networkId }: DestinationRow,
  asked: Pick<RequestWithdrawalInput, "token" | "canonical_asset_id">
): Promise<PayoutAsset> {
  const { catalog, options } = container.resolve("onchain")
  const { networks, tokens } = await catalog.get().catch(explainUnreachable)
  const isHere = (one: { chain: string; networkId: string }) =>
    one.chain === chain && one.networkId === networkId
  const named = tokens.find((token) => isHere(token) && token.token === asked.token)
  const canonicalAssetId = asked.canonical_asset_id ?? named?.canonicalAssetId ?? null
  const asset = { chain, networkId, token: asked.token, canonicalAssetId }
  const network = networks.find(isHere)
  const { environment } = options
  const problem = findAssetProblem({ asset, tokens, network, environment })
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

/**
 * Requests a new quote of a withdrawal that was not sent. A confirmation needs the new one.
 *
 * @throws MedusaError `forbidden`, `not_found`, `not_allowed` with the service's reason, or `conflict`
 */
export async function quoteWithdrawal(
  container: MedusaContainer,
  { withdrawal_id, actor }: { withdrawal_id: string; actor: RequestActor }
): Promise<WithdrawalAnswer> {
  const { id } = await assertPayoutAllowed(container, actor)
  return requestQuoteOf(container, withdrawal_id, id)
}

const TOO_LITTLE = "INSUFFICIENT_BALANCE"

/** For callers that have checked the permission. @param tooLittle what the caller adds where the balance is too low */
export async function requestQuoteOf(
  container: MedusaContainer,
  withdrawalId: string,
  actorId: string,
  tooLittle: Words = []
): Promise<WithdrawalAnswer> {
  const { id } = await findWithdrawal(container, withdrawalId)
  const claimed = await claimQuote(container.resolve("onchain").payouts.withdrawals.store, id)
  return requestQuote(container, await mustBeDone(container, claimed), actorId, tooLittle)
}

/**
 * @returns `is_pending` where the service has not answered: the actor may request again
 * @throws MedusaError `not_allowed` with the service's reason, or with what is wrong with its quote
 */
async function requestQuote(
  container: MedusaContainer,
  claim: WithdrawalRow,
  actorId: string,
  tooLittle: Words = []
): Promise<WithdrawalAnswer> {
  const { gateway, payouts } = container.resolve("onchain")
  const { store } = payouts.withdrawals
  const { id: withdrawal_id, chain, network_id: networkId, token, amount, destination_memo: memo } = claim
  const destinationAddress = claim.destination_address
  const asked = { chain, networkId, token, amount, destinationAddress, ...(memo === "" ? {} : { memo }) }
  try {
    const quote = await gateway.quoteWithdrawal(asked, {
      idempotencyKey: `wd_quote_${claim.revision}_${keyPartOf(withdrawal_id)}`,
    })
    const problem = problemOf(claim, quote)
    if (problem === null)
      return { withdrawal_id, is_pending: !(await storeQuote(store, claim, quote, actorId)) }
    const words = obstacleInWords(problem)
    await refuseQuote(store, claim, inEnglish(words), actorId)
    throw payoutError(problem.code, words)
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    const words = await refusalOf(container, "quote", claim, error)
    const last_error = inEnglish(words)
    // A quote moves nothing, so only the last answer counts: one that cannot change is a refusal.
    if (!error.isRetryable && !isServiceAway(error.code)) {
      // A service that knows the quote's key, or the reference, may have sent what a restored database has lost: the payout stays open,
      // so that no other one takes its place.
      const { answer } = error
      await refuseQuote(store, claim, last_error, actorId, { isOver: !saysItHasIt(error.code), answer })
      const more = error.code === TOO_LITTLE ? tooLittle : []
      throw refused(MedusaError.Types.NOT_ALLOWED, [...words, ...more], error.code)
    }
    // The quote before, if any, can be confirmed again.
    await whileClaimed(store, claim, { set: { due_at: null, last_error } })
    return { withdrawal_id, is_pending: true }
  }
}

/** Says why the service refused, with what can be paid out where it has too little. */
export async function refusalOf(
  container: MedusaContainer,
  step: "quote" | "create",
  row: WithdrawalRow,
  { code, serviceCode, requestId }: GatewayError
): Promise<Words> {
  const history =
    step === "create" ? await container.resolve("onchain").payouts.withdrawals.store.history(row.id) : []
  return withdrawalRefusalInWords(step, code, {
    token: row.token,
    balance: code === TOO_LITTLE ? await loadPayableBalance(container, row) : null,
    serviceCode,
    requestId,
    isAgain: history.some(({ action }) => action === "withdrawal.quote_expired"),
  })
}

/** In token units; null without an answer, since the refusal matters more. */
async function loadPayableBalance(container: MedusaContainer, row: Rail): Promise<string | null> {
  try {
    const balances = container.resolve("onchain").gateway.listBalances()
    const found = await findInList(balances, (balance) => !namesAnotherAsset(balance, assetOf(row)))
    return found.kind === "found" ? found.row.amounts.total : null
  } catch (error) {
    if (error instanceof GatewayError) return null
    throw error
  }
}

/** What in a quote differs from the request or contradicts itself; null for nothing. */
function problemOf(claim: WithdrawalRow, quote: Quote): InconsistentQuote | null {
  const reported: ReportedTerms = echoed.parse(quote)
  const difference = differenceFrom(claim, reported)
  if (difference.length > 0) return { code: "quote_inconsistent", reason: "other_terms", difference }
  const { fee = null, netAmount: net = null, negative } = quote
  return inconsistencyOf({ amount: claim.amount, fee, net, negative })
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

/** After this, another process may request a quote. */
const LEASE_MS = 30_000

/**
 * Claims the next quote: refused while another one is requested, when it was sent, and beside another payout of its refund. While a claim
 * is out the quote before cannot be confirmed.
 */
export function claimQuote(store: WithdrawalStore, id: string): Promise<ActionResult> {
  return store.act({ id, action: "quote" }, (row, now) => ({
    // The quote's key derives from it.
    set: { revision: row.revision + 1, due_at: later(now, LEASE_MS) },
  }))
}

/** An answer that outlives its lease moves nothing. */
function whileClaimed(store: WithdrawalStore, claim: WithdrawalRow, change: WithdrawalChange) {
  return store.change(claim.id, ({ state, revision, due_at }, now) => {
    const isHeld = change.to === undefined || (due_at !== null && due_at > now)
    return isHeld && state === claim.state && revision === claim.revision ? change : null
  })
}

/** What was confirmed stays confirmed: the approver reads this quote. */
export function storeQuote(
  store: WithdrawalStore,
  claim: WithdrawalRow,
  quote: Quote,
  actorId: string
): Promise<WithdrawalRow | undefined> {
  const { fee = null, netAmount = null } = quote
  return whileClaimed(store, claim, {
    to: claim.state === "awaiting_approval" ? "awaiting_approval" : "quoted",
    set: {
      quote_id: quote.id,
      quote_fee: fee ?? afterFee(claim.amount, netAmount),
      quote_expires_at: quote.expiresAt === undefined ? null : new Date(quote.expiresAt),
      due_at: null,
    },
    note: { action: "withdrawal.quoted", actorId },
  })
}

export const QUOTE_CLEARED = {
  quote_id: null,
  quote_fee: null,
  quote_expires_at: null,
  due_at: null,
} as const

/** Ends a request without a quote: a withdrawal that never had one is refused, else a person may request again. */
export function refuseQuote(
  store: WithdrawalStore,
  claim: WithdrawalRow,
  reason: string,
  actorId: string,
  { isOver = true, answer = null }: { isOver?: boolean; answer?: ProviderAnswer | null } = {}
): Promise<WithdrawalRow | undefined> {
  return whileClaimed(store, claim, {
    // The claim of the first quote is the first change of a withdrawal.
    to: isOver && claim.revision === 1 ? "refused" : "requested",
    reason,
    answer,
    set: QUOTE_CLEARED,
    note: { action: "withdrawal.quote_refused", actorId },
  })
}

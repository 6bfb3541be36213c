import type { MedusaContainer } from "@medusajs/framework/types"
import { findUseProblem } from "../../domain/payout/destination-lifecycle"
import { OWN_ADDRESS } from "../../domain/payout/destination-problem"
import { findLimitProblem } from "../../domain/payout/payout-limit"
import type { WithdrawalRow } from "../../modules/onchain/payout/withdrawal-row"
import type { NewWithdrawal } from "../../modules/onchain/payout/withdrawal-store"
import { OWN_ADDRESS_WORDS, useProblemInWords } from "./destination-words"
import type { RequestActor } from "./payout-access"
import { assertPayoutAllowed, payoutError } from "./payout-access"
import { limitProblemInWords } from "./payout-words"
import { requestQuote } from "./quote-withdrawal"
import { findDestination, findPayoutAsset, limitsOf, readPayoutAmount } from "./withdrawal-asset"
import type { WithdrawalAnswer } from "./withdrawal-outcome"
import { answerOf } from "./withdrawal-outcome"
import { withdrawalProblemInWords } from "./withdrawal-words"

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

import {
  quoteRequestFromWire,
  quoteRequestSchema,
  type QuoteRequest,
  type Rail,
} from "../../gateway/contract"
import { payoutFee } from "../billing/fees"
import type { CatalogNetwork } from "../catalog/catalog"
import type { CatalogToken } from "../catalog/tokens"
import { positiveAmount } from "../invoices/invoice-creation"
import { checkPayoutPolicy } from "../payouts/payout-request"
import { checkDestination } from "../payouts/recipients"
import { invalid, parseInput, refusal } from "../sandbox-error"
import type { World } from "../world"
import { fundsOutlook } from "./funds"
import type { StoredQuote, WithdrawalTerms } from "./stored-withdrawal"

/** UNDOCUMENTED: life of a quote. */
export const QUOTE_TTL_MS = 5 * 60_000

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

/** @throws SandboxError for more than the balance, claimed or not */
export function checkBalance(world: World, { asset, amountBaseUnits }: WithdrawalTerms): void {
  if (fundsOutlook(world, asset, amountBaseUnits) !== "insufficient") return
  throw refusal(
    "INSUFFICIENT_BALANCE",
    `the balance of ${asset.token} on ${asset.networkId} is less than that`
  )
}

/**
 * Finds the asset of a rail: quotes carry no asset identity, not even on Stellar.
 *
 * @throws SandboxError naming the wrong field
 */
function assetOfRail(
  { catalog }: Pick<World, "catalog">,
  { chain, networkId, token }: Rail
): { rail: Rail; network: CatalogNetwork; asset: CatalogToken } {
  const network = catalog.findNetwork(chain, networkId)
  if (!network) {
    throw invalid({
      field: "networkId",
      message: `no network "${networkId}" of chain "${chain}" is in the catalog`,
    })
  }
  const asset = catalog.findToken(networkId, token)
  if (!asset) throw invalid({ field: "token", message: `is not in the catalog of ${networkId}` })
  return { rail: { chain, networkId, token }, network, asset }
}

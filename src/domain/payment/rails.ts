import { validateAddress } from "../../gateway/address"
import { compareAmounts, formatAmount, multiplyDivide, parseAmount } from "../../gateway/amount"
import { type Environment, isSameRail, isTestNetwork, sharesSymbol } from "../../gateway/asset"
import {
  type Billing,
  findKnownPlan,
  type Intent,
  isDecimalString,
  type Network,
  type PayoutRecipient,
  PLAN_PRICES,
  type ReceiveMode,
  type Token,
} from "../../gateway/contract"
import type { PaymentKind } from "./payment-status"
import { isSameAddress } from "./invoice-reading"

/** `auto` takes intents for signed-in customers and invoices for guests. */
export const COLLECTIONS = ["invoice", "auto_deposit", "auto"] as const

/**
 * `invoice` is also the setting for a business with the assignment mode `ledger_only` in the service's dashboard: it
 * never attaches a deposit to an order, so an intent would never be captured.
 *
 * @see service-interface "Auto Deposit Intent", rule 4
 */
type CollectionSettings = { collection: (typeof COLLECTIONS)[number] }

export function usesIntents({ collection }: CollectionSettings): boolean {
  return collection !== "invoice"
}

export function needsIntent(settings: CollectionSettings): boolean {
  return settings.collection === "auto_deposit"
}

/** @returns null when the shop collects on reusable addresses only, which a guest has not */
export function chooseKind(settings: CollectionSettings, isAccountHolder: boolean): PaymentKind | null {
  if (!usesIntents(settings)) return "invoice"
  if (isAccountHolder) return "auto_deposit"
  return settings.collection === "auto" ? "invoice" : null
}

/** On Stellar, intents use the treasury with a memo instead of the customer's own address. */
export function isReusableAddressChain(chain: string): boolean {
  return chain !== "stellar"
}

export type AskedIntent = {
  chain: string
  networkId: string
  token: string
  externalOrderId: string
  expectedAmount: string
  /** The customer's address, confirmed just now; null where the treasury and a memo take its place. */
  address: string | null
}

export type IntentProblem =
  "other_rail" | "other_order" | "other_amount" | "no_address" | "no_memo" | "unpayable" | "other_address"

/** Why an intent must not be shown to a payer. */
export function findIntentProblem(intent: Intent, asked: AskedIntent): IntentProblem | null {
  if (!isSameRail(intent, asked)) return "other_rail"
  if (intent.externalOrderId !== asked.externalOrderId) return "other_order"
  if (compareAmounts(intent.expectedAmount, asked.expectedAmount) !== 0) return "other_amount"
  if (asked.address === null) return findTreasuryProblem(intent, asked.chain)
  const isOwn =
    intent.depositAddress === undefined || isSameAddress(asked.chain, intent.depositAddress, asked.address)
  return isOwn ? null : "other_address"
}

function findTreasuryProblem({ depositAddress, memo }: Intent, chain: string): IntentProblem | null {
  if (depositAddress === undefined) return "no_address"
  if (memo === undefined) return "no_memo"
  const { kind } = validateAddress({ chain, address: depositAddress, memo: memo.value })
  return kind === "invalid" ? "unpayable" : null
}

/**
 * Below these the service records nothing, or refuses. `intentUsd` is for a deposit without an invoice of its own, null when
 * unknown; `invoiceUsd` is for any invoice, beside the fee.
 */
export type ServiceMinimums = { intentUsd: string | null; invoiceUsd: string }

/** The plan's fee for an invoice: a percentage of it, at least the minimum. */
export type InvoiceFee = { percent: string; minimumUsd: string }

/** What decides whether an amount is too small. */
export type AmountFacts = {
  /** In token units. */
  amount: string
  /** USD for one token; null when unknown. */
  usdPrice: string | null
  minimums: ServiceMinimums
  fee: InvoiceFee
  /** Largest amounts that the service refused lately for being too small, in token units. */
  refused: { invoice?: string | undefined; intent?: string | undefined }
}

/** `minimum_unknown`: there is no price in USD. Public, as `RateProblem`. */
export type MinimumProblem = "below_minimum" | "minimum_unknown"

/** For a service with an unknown minimum. Too high a guess costs a signed-in shopper only the reusable address. */
const ASSUMED_INTENT_MINIMUM_USD = "10"
/** The highest of the documented plans, for a service whose plan cannot be read. */
export const HIGHEST_FEE: InvoiceFee = { percent: "0.95", minimumUsd: "0.10" }
/** Prices move until the money arrives, and money below the minimum leaves no record. */
const INTENT_MARGIN = "1.1"
/** A refusal of more than this is not about a minimum, so it does not hide a rail. */
const MOST_LEARNED_USD = "25"
const USD_DECIMALS = 18

/** What an amount is worth at most in USD, rounded down; null without a price. */
export function worthInUsd({ amount, usdPrice }: Pick<AmountFacts, "amount" | "usdPrice">): string | null {
  if (usdPrice === null) return null
  return formatAmount(multiplyDivide(amount, { times: usdPrice }, USD_DECIMALS, "down"), USD_DECIMALS)
}

/** The service refuses an invoice before it shows an address, so an amount of unknown worth may be tried. */
export function refuseInvoice(facts: AmountFacts): MinimumProblem | null {
  const { amount, minimums, fee, refused } = facts
  if (wasRefused(amount, refused.invoice)) return "below_minimum"
  const worth = worthInUsd(facts)
  if (worth === null) return null
  return compareAmounts(worth, minimums.invoiceUsd) < 0 || !leavesNet(worth, fee) ? "below_minimum" : null
}

/** Money below the minimum leaves no record at the service, so an intent of unknown worth is not tried. */
export function refuseIntent(facts: AmountFacts): MinimumProblem | null {
  const { amount, minimums, refused } = facts
  if (wasRefused(amount, refused.intent)) return "below_minimum"
  if (!hasIntentMinimum(minimums)) return null
  const worth = worthInUsd(facts)
  if (worth === null) return "minimum_unknown"
  return compareAmounts(worth, leastIntentUsd(minimums)) < 0 ? "below_minimum" : null
}

/** Whether an intent needs a price in USD. */
export function hasIntentMinimum(minimums: ServiceMinimums): boolean {
  return compareAmounts(leastIntentUsd(minimums), "0") > 0
}

/** The smallest worth of an intent, with its margin. @example leastIntentUsd({ intentUsd: "5", invoiceUsd: "0" }) // "5.5" */
export function leastIntentUsd({ intentUsd }: ServiceMinimums): string {
  const minimum = intentUsd ?? ASSUMED_INTENT_MINIMUM_USD
  return formatAmount(multiplyDivide(minimum, { times: INTENT_MARGIN }, USD_DECIMALS, "up"), USD_DECIMALS)
}

/** Whether the refusal of an amount is remembered as a minimum. */
export function isLearned(facts: Pick<AmountFacts, "amount" | "usdPrice">): boolean {
  const worth = worthInUsd(facts)
  return worth !== null && compareAmounts(worth, MOST_LEARNED_USD) <= 0
}

/** Figures that cannot be read are those of the plan's price list, and of the highest plan where the plan is unknown. */
export function readFee({
  plan,
  invoiceFeePercent,
  minimumFeeUsd,
}: Pick<Billing, "plan" | "invoiceFeePercent" | "minimumFeeUsd">): InvoiceFee {
  const known = findKnownPlan(plan ?? null)
  const list = known && PLAN_PRICES[known]
  return {
    percent: figureOr(invoiceFeePercent, list?.invoiceFeePercent[1] ?? HIGHEST_FEE.percent),
    minimumUsd: figureOr(minimumFeeUsd, list?.minimumFeeUsd ?? HIGHEST_FEE.minimumUsd),
  }
}

const figureOr = (text: string | undefined, otherwise: string) =>
  text !== undefined && isDecimalString(text) ? text : otherwise

function leavesNet(worth: string, { percent, minimumUsd }: InvoiceFee): boolean {
  const share = multiplyDivide(worth, { times: percent, by: "100" }, USD_DECIMALS, "up")
  return parseAmount(worth, USD_DECIMALS) > share && compareAmounts(worth, minimumUsd) > 0
}

function wasRefused(amount: string, refused: string | undefined): boolean {
  return refused !== undefined && compareAmounts(amount, refused) <= 0
}

/** Where the service pays out what an invoice or intent brings. */
export type Payout = { payoutRouteId: string } | { payoutRecipients: PayoutRecipient[] }

/** An entry of the merchant's allow-list. Omitted fields match anything. */
export type RailRule = {
  chain: string
  networkId?: string | undefined
  token?: string | undefined
  canonicalAssetId?: string | undefined
  receiveMode?: ReceiveMode | undefined
  payoutRouteId?: string | undefined
  payoutRecipients?: PayoutRecipient[] | undefined
}

/** A rail a shopper can pick: a token of the catalog on its network. */
export type RailOption = {
  id: string
  network: Network
  token: Token
  /** From the merchant's rule; undefined leaves it to the service. */
  receiveMode: ReceiveMode | undefined
  /** Undefined keeps everything in the treasury. */
  payout: Payout | undefined
  /** Another token of the network has the same symbol, so the symbol alone is ambiguous. */
  isSymbolShared: boolean
}

/**
 * Name of a rail in the store API: `chain:networkId:token`, and on Stellar the issuer too.
 *
 * @example railId({ chain: "evm", networkId: "base-mainnet", token: "USDC" }) // "evm:base-mainnet:USDC"
 */
export function railId(token: Token): string {
  const parts = [token.chain, token.networkId, token.token]
  if (token.chain === "stellar" && token.issuerAddress) parts.push(token.issuerAddress)
  return parts.join(":")
}

/** Combines catalog and allow-list. The live environment leaves out test networks. */
export function listRailOptions(input: {
  networks: readonly Network[]
  tokens: readonly Token[]
  rules: readonly RailRule[] | undefined
  environment: Environment
}): RailOption[] {
  return input.tokens.flatMap((token) => {
    const network = input.networks.find((n) => n.chain === token.chain && n.networkId === token.networkId)
    if (!network) return []
    if (input.environment === "live" && isTestNetwork(network)) return []
    const rule = input.rules?.find((candidate) => isRuleFor(candidate, token))
    if (input.rules && !rule) return []
    return [
      {
        id: railId(token),
        network,
        token,
        receiveMode: rule?.receiveMode,
        payout: payoutOf(rule),
        isSymbolShared: sharesSymbol(token, input.tokens),
      },
    ]
  })
}

/** Rules that match no token of the catalog, as text for the merchant. */
export function listUnknownRails(rules: readonly RailRule[] | undefined, tokens: readonly Token[]): string[] {
  return (rules ?? []).flatMap((rule, index) =>
    tokens.some((token) => isRuleFor(rule, token))
      ? []
      : [`rails[${index}] (${[rule.chain, rule.networkId, rule.token].filter(Boolean).join("/")})`]
  )
}

function isRuleFor(rule: RailRule, token: Token): boolean {
  return (
    rule.chain === token.chain &&
    (rule.networkId ?? token.networkId) === token.networkId &&
    (rule.token ?? token.token) === token.token &&
    (rule.canonicalAssetId ?? token.canonicalAssetId) === token.canonicalAssetId
  )
}

function payoutOf(rule: RailRule | undefined): Payout | undefined {
  const { payoutRouteId, payoutRecipients } = rule ?? {}
  if (payoutRecipients !== undefined) return { payoutRecipients }
  return payoutRouteId === undefined ? undefined : { payoutRouteId }
}

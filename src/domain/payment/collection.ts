import { validateAddress } from "../../gateway/address"
import { compareAmounts } from "../../gateway/amount"
import { isSameRail } from "../../gateway/asset"
import type { Intent } from "../../gateway/contract"
import type { PaymentKind } from "./payment-lifecycle"
import { isSameAddress } from "./shown-address"

/** How a shop wants to collect; `auto` takes intents for signed-in customers and invoices for guests. */
export const COLLECTIONS = ["invoice", "auto_deposit", "auto"] as const

/**
 * `invoice` is also the setting for a business with the assignment mode `ledger_only` in the service's dashboard: it
 * never attaches a deposit to an order, so an intent would never be captured.
 *
 * @see service-interface "Auto Deposit Intent", rule 4
 */
export type CollectionSettings = { collection: (typeof COLLECTIONS)[number] }

export function usesIntents({ collection }: CollectionSettings): boolean {
  return collection !== "invoice"
}

/** Whether an intent is the only way to pay: there is no invoice instead. */
export function needsIntent(settings: CollectionSettings): boolean {
  return settings.collection === "auto_deposit"
}

/**
 * Chooses how a payment is collected.
 *
 * @returns null when the shop collects on reusable addresses only and the shopper is a guest
 */
export function chooseKind(settings: CollectionSettings, isAccountHolder: boolean): PaymentKind | null {
  if (!usesIntents(settings)) return "invoice"
  if (isAccountHolder) return "auto_deposit"
  return settings.collection === "auto" ? "invoice" : null
}

/**
 * Whether intents on a chain use the customer's own address. On Stellar they use the treasury with a memo.
 */
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

import type { PaymentKind } from "./payment-lifecycle"

/** How a shop wants to collect; `auto` takes intents for signed-in customers and invoices for guests. */
export const COLLECTIONS = ["invoice", "auto_deposit", "auto"] as const

/**
 * What the business does with deposits to reusable addresses; set in the service's dashboard. With `ledger_only`
 * no deposit is ever attached to an order, so an intent would never be captured.
 *
 * @see service-interface "Auto Deposit Intent", rule 4
 */
export const ASSIGNMENT_MODES = ["intent_required", "ledger_only"] as const

export type CollectionSettings = {
  collection: (typeof COLLECTIONS)[number]
  assignmentMode: (typeof ASSIGNMENT_MODES)[number]
}

/** Whether payments of signed-in customers are collected on their reusable addresses. */
export function usesIntents({ collection, assignmentMode }: CollectionSettings): boolean {
  return collection !== "invoice" && assignmentMode === "intent_required"
}

/**
 * Chooses how a payment is collected.
 *
 * @param isAccountHolder whether the shopper is signed in
 * @returns null when the shop takes payments on reusable addresses only and the shopper has none
 */
export function chooseKind(settings: CollectionSettings, isAccountHolder: boolean): PaymentKind | null {
  if (!usesIntents(settings)) return "invoice"
  if (isAccountHolder) return "auto_deposit"
  return settings.collection === "auto" ? "invoice" : null
}

/**
 * Whether intents on a chain use the customer's own address. On Stellar they use the treasury with a memo, and the
 * ensure operation is not needed.
 */
export function isReusableAddressChain(chain: string): boolean {
  return chain !== "stellar"
}

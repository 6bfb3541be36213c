/** What a transaction of the service does to the books. */
export const TRANSACTION_KINDS = ["receipt", "fee", "payout", "refund"] as const
export type TransactionKind = (typeof TRANSACTION_KINDS)[number]

/**
 * What a transaction does to the books, from the service's own words for it. Neither is documented.
 *
 * A word that is not known leaves the direction to decide: what comes in is a receipt, what goes out a payout.
 *
 * @returns null when neither says anything: it is in the list, and in no sum
 * @example transactionKind({ type: "payout", direction: "out" }) // "payout"
 */
export function transactionKind(transaction: {
  type?: string | null | undefined
  direction?: string | null | undefined
}): TransactionKind | null {
  const type = transaction.type?.toLowerCase() ?? ""
  const named = TRANSACTION_KINDS.find((kind) => type === kind)
  if (named !== undefined) return named
  if (transaction.direction === "in") return "receipt"
  if (transaction.direction !== "out") return null
  if (type.includes("fee")) return "fee"
  return type.includes("refund") ? "refund" : "payout"
}

import { fieldOf } from "../contract/fields"
import type { WireRecord } from "../contract/envelope"
import { idIn } from "./find-resources"
import { pathFound } from "./find-fields"
import type { Findings } from "./findings"

/** Words of other services, by our kind of a transaction. */
const KINDS = {
  receipt: ["receipt", "payment", "deposit", "incoming", "received", "collection", "credit", "inbound"],
  payout: ["payout", "withdrawal", "transfer_out", "outgoing", "disbursement", "outbound", "payment_out"],
  refund: ["refund", "reversal", "return", "deposit_refund", "refunded"],
  fee: ["fee", "charge", "service_fee", "commission", "network_fee", "invoice_fee"],
} as const

const DIRECTIONS = {
  in: ["in", "credit", "incoming", "inbound", "received", "cr"],
  out: ["out", "debit", "outgoing", "outbound", "sent", "dr"],
} as const

export function plain(word: string): string {
  return word
    .replace(/([a-z\d])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replace(/[\s-]+/g, "_")
}

export function findTransactionWords(_rows: readonly WireRecord[], _findings: Findings): void {}

/** Identifiers of withdrawals that the transactions name. */
export function payoutReferences(rows: readonly WireRecord[], findings: Findings): string[] {
  const at = (field: string) => pathFound("transaction", field, findings)
  const payouts = rows.filter((row) => {
    const word = fieldOf(row, at("type"))
    return typeof word === "string" && KINDS.payout.some((known) => known === plain(word))
  })
  const ids = payouts.flatMap((row) => idIn(row, at("withdrawalId")) ?? idIn(row, at("reference")) ?? [])
  return [...new Set(ids)]
}
export { KINDS, DIRECTIONS }

import { formatAmount } from "../../gateway/amount"
import type { Transaction } from "../../gateway/contract"
import { fixedBytes } from "../determinism/identifiers"
import type { World } from "../world"
import { describeAsset } from "./asset-description"
import type { LedgerEntry } from "./ledger"

type Kind = { type: string; direction: "in" | "out" }

/** Moves out of the business that give a deposit back to its sender. */
const REFUND_REASONS: readonly string[] = ["refunded"]

/**
 * What a move means to a merchant, or undefined for one within the business, such as a sweep.
 *
 * Only money that is the business's own counts: a payment becomes a receipt when it settles.
 */
export function kindOf({ from, to, reason }: Pick<LedgerEntry, "from" | "to" | "reason">): Kind | undefined {
  if (to === "fees") return { type: "fee", direction: "out" }
  if (to === "outside")
    return { type: REFUND_REASONS.includes(reason) ? "refund" : "payout", direction: "out" }
  const wasHeld = from === "awaiting" || from === "review"
  const isOwn = to === "sweeping" || to === "routing" || to === "treasury"
  return wasHeld && isOwn ? { type: "receipt", direction: "in" } : undefined
}

/** The moves that mean something to a merchant, oldest first. */
export function transactionEntries(entries: readonly LedgerEntry[]): { entry: LedgerEntry; kind: Kind }[] {
  return entries.flatMap((entry) => {
    const kind = kindOf(entry)
    return kind ? [{ entry, kind }] : []
  })
}

/** One row of the list. The identifier follows from the entry's place, so that reading moves no other one. */
export function transactionOf(world: World, entry: LedgerEntry, kind: Kind): Transaction {
  const { chain, networkId, token, canonicalAssetId, decimals } = describeAsset(world, entry.asset)
  return {
    id: `txn_${fixedBytes(world.seed, `transaction ${entry.sequence}`).toString("hex").slice(0, 24)}`,
    ...{ chain, networkId, token, canonicalAssetId },
    ...kind,
    amount: formatAmount(entry.baseUnits, decimals),
    txHash: entry.txHash,
    reference: entry.reference,
    createdAt: new Date(entry.atMs).toISOString(),
  }
}

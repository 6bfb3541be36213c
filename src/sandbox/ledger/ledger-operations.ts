import { formatAmount } from "../../gateway/amount"
import { toRecord, type Balance, type EndpointName, type Transaction } from "../../gateway/contract"
import { fixedBytes } from "../determinism/identifiers"
import { listReply } from "../http/list-reply"
import type { Operation } from "../http/operation"
import type { World } from "../world"
import type { Account, LedgerEntry } from "./ledger"
import { describeAsset } from "./ledger-rows"

export const ledgerOperations = {
  listBalances: (call) =>
    listReply(call, {
      kind: "balance",
      rows: call.world.ledger.assets(),
      keyOf: (asset) => asset,
      toWire: (asset) => balanceOf(call.world, asset),
    }),
  listTransactions: (call) => {
    const { world } = call
    return listReply(call, {
      kind: "transaction",
      rows: transactionEntries(world.ledger.entries()).reverse(),
      keyOf: ({ entry }) => String(entry.sequence),
      toWire: ({ entry, kind }) =>
        toRecord("transaction", transactionOf(world, entry, kind), world.assumptions),
    })
  },
} satisfies Partial<Record<EndpointName, Operation>>

/**
 * The accounts in each documented amount. None counts money reserved for a withdrawal.
 *
 * @see service-interface "Balance"; the exact accounts are the sandbox's own
 */
export const BALANCE_ACCOUNTS = {
  total: ["treasury", "sweeping"],
  totalHeld: ["awaiting", "sweeping", "routing", "review", "unrecorded"],
  requiresRecovery: ["recovery"],
} as const satisfies Record<string, readonly Account[]>

function balanceOf(world: Pick<World, "catalog" | "ledger">, key: string): Balance {
  const { chain, networkId, token, canonicalAssetId, decimals } = describeAsset(world, key)
  const sum = (accounts: readonly Account[]) =>
    formatAmount(
      accounts.reduce((total, account) => total + world.ledger.balance(key, account), 0n),
      decimals
    )
  return {
    ...{ chain, networkId, token, canonicalAssetId },
    amounts: {
      total: sum(BALANCE_ACCOUNTS.total),
      totalHeld: sum(BALANCE_ACCOUNTS.totalHeld),
      requiresRecovery: sum(BALANCE_ACCOUNTS.requiresRecovery),
    },
  }
}

type Kind = { type: string; direction: "in" | "out" }

/** Reasons of moves that return a deposit to its sender. */
const REFUND_REASONS: readonly string[] = ["refunded"]

/**
 * The merchant's kind of a move; undefined for internal ones, such as a sweep. A payment becomes a receipt
 * when it settles.
 */
export function kindOf({ from, to, reason }: Pick<LedgerEntry, "from" | "to" | "reason">): Kind | undefined {
  if (to === "fees") return { type: "fee", direction: "out" }
  if (to === "outside")
    return { type: REFUND_REASONS.includes(reason) ? "refund" : "payout", direction: "out" }
  const wasHeld = from === "awaiting" || from === "review"
  const isOwn = to === "sweeping" || to === "routing" || to === "treasury"
  return wasHeld && isOwn ? { type: "receipt", direction: "in" } : undefined
}

function transactionEntries(entries: readonly LedgerEntry[]): { entry: LedgerEntry; kind: Kind }[] {
  return entries.flatMap((entry) => {
    const kind = kindOf(entry)
    return kind ? [{ entry, kind }] : []
  })
}

/** Its id derives from the entry's position, so reading the list creates none. */
function transactionOf(world: World, entry: LedgerEntry, kind: Kind): Transaction {
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

import { formatAmount } from "../../gateway/amount"
import type { Balance, EndpointName, Rail } from "../../gateway/contract"
import { fixedBytes } from "../determinism/identifiers"
import { listReply, type Operation } from "../http/operation"
import { transactionToContract, type WrittenTransaction } from "../http/wire-writer"
import { sandboxBug } from "../sandbox-error"
import type { World } from "../world"
import { type Account, ACCOUNTS, type LedgerAsset, type LedgerEntry } from "./ledger"

/** One asset's accounts, in token units; `outside` may be negative. */
export type LedgerRow = Rail & { canonicalAssetId?: string; accounts: Record<Account, string> }

/** The accounts of every asset that ever moved. */
export function ledgerRows(world: Pick<World, "catalog" | "ledger">): LedgerRow[] {
  return world.ledger.assets().map((key) => {
    const { chain, networkId, token, canonicalAssetId, decimals } = describeAsset(world, key)
    const held = ACCOUNTS.map((account) => [account, signed(world.ledger.balance(key, account), decimals)])
    return { chain, networkId, token, canonicalAssetId, accounts: Object.fromEntries(held) }
  })
}

function signed(baseUnits: bigint, decimals: number): string {
  return baseUnits < 0n ? `-${formatAmount(-baseUnits, decimals)}` : formatAmount(baseUnits, decimals)
}

/** Describes an asset by the catalog, or by its first transfer when the catalog lacks it. */
export function describeAsset(
  { catalog, ledger }: Pick<World, "catalog" | "ledger">,
  key: string
): LedgerAsset {
  const asset = catalog.findByKey(key) ?? ledger.introduced(key)
  if (!asset) throw sandboxBug(`${key} is in the ledger and was never introduced`)
  return asset
}

export const ledgerOperations = {
  listBalances: (call) =>
    listReply(call, {
      kind: "balance",
      rows: call.world.ledger.assets(),
      keyOf: (asset) => asset,
      toContract: (asset) => balanceOf(call.world, asset),
    }),
  listTransactions: (call) => {
    const { world } = call
    return listReply(call, {
      kind: "transaction",
      rows: transactionEntries(world.ledger.entries()).reverse(),
      keyOf: ({ entry }) => String(entry.sequence),
      toContract: ({ entry, kind }) =>
        transactionToContract(transactionOf(world, entry, kind), world.assumptions),
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

type Kind = Pick<WrittenTransaction, "kind" | "direction" | "status">

/** Reasons of moves that return a deposit to its sender. */
const REFUND_REASONS: readonly string[] = ["refunded"]

/**
 * The merchant's kind of a move; undefined for internal ones, such as a sweep. A payment becomes a receipt
 * when it settles, and needs review where it settles nothing.
 */
function kindOf({ from, to, reason }: Pick<LedgerEntry, "from" | "to" | "reason">): Kind | undefined {
  if (to === "fees") return { kind: "fee", direction: "out", status: "completed" }
  if (to === "outside") {
    const kind = REFUND_REASONS.includes(reason) ? "refund" : "payout"
    return { kind, direction: "out", status: "completed" }
  }
  if (from === "outside" && to === "recovery")
    return { kind: "receipt", direction: "in", status: "review_required" }
  const wasHeld = from === "awaiting" || from === "review"
  const isOwn = to === "sweeping" || to === "routing" || to === "treasury"
  return wasHeld && isOwn ? { kind: "receipt", direction: "in", status: "completed" } : undefined
}

function transactionEntries(entries: readonly LedgerEntry[]): { entry: LedgerEntry; kind: Kind }[] {
  return entries.flatMap((entry) => {
    const kind = kindOf(entry)
    return kind ? [{ entry, kind }] : []
  })
}

/** Its id derives from the entry's position, so reading the list creates none. */
function transactionOf(world: World, entry: LedgerEntry, kind: Kind): WrittenTransaction {
  const { chain, networkId, token, canonicalAssetId, decimals } = describeAsset(world, entry.asset)
  const { txHash, reference, toAddress, memo } = entry
  return {
    id: `txn_${fixedBytes(world.seed, `transaction ${entry.sequence}`).toString("hex").slice(0, 24)}`,
    ...{ chain, networkId, token, canonicalAssetId },
    ...kind,
    amount: formatAmount(entry.baseUnits + feeOf(world, entry, kind), decimals),
    ...{ txHash, reference, ...ownerOf(reference), toAddress, memo: memo ?? undefined },
    createdAt: new Date(entry.atMs).toISOString(),
  }
}

/** A service that lists gross payouts adds the fee, which is a move of its own. */
function feeOf({ assumptions, ledger }: World, { reference, asset }: LedgerEntry, { kind }: Kind): bigint {
  if (kind !== "payout" || assumptions.transactions.payoutAmounts !== "gross") return 0n
  return ledger
    .entries()
    .filter((entry) => entry.reference === reference && entry.asset === asset && entry.to === "fees")
    .reduce((total, { baseUnits }) => total + baseUnits, 0n)
}

const OWNERS = { inv: "invoiceId", dep: "depositId", wd: "withdrawalId" } as const

/** Some services have a field for each kind of owner. */
function ownerOf(reference: string): Partial<Record<(typeof OWNERS)[keyof typeof OWNERS], string>> {
  const owner = Object.entries(OWNERS).find(([prefix]) => reference.startsWith(`${prefix}_`))
  return owner ? { [owner[1]]: reference } : {}
}

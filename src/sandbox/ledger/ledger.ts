import type { Rail } from "../../gateway/contract"
import { assetKey } from "../catalog/tokens"
import { sandboxBug } from "../sandbox-error"

/**
 * Where money of the business can be. Every move has two accounts, so the sum over all is always zero per
 * asset.
 *
 * - `outside`: the chains beyond the business; negative by the money it holds
 * - `awaiting`: received for an open invoice, or not final yet
 * - `sweeping`: settled, on its way to the treasury
 * - `routing`: the same, but promised to payout recipients
 * - `treasury`: settled and free
 * - `reserved`: for withdrawals and refunds on their way
 * - `review`: deposits in review
 * - `recovery`: payments in a wrong asset or network, with a wrong memo, or too late
 * - `unrecorded`: dust, and deposits too small for an invoice
 * - `fees`: kept by the service
 */
export const ACCOUNTS = [
  "outside",
  "awaiting",
  "sweeping",
  "routing",
  "treasury",
  "reserved",
  "review",
  "recovery",
  "unrecorded",
  "fees",
] as const
export type Account = (typeof ACCOUNTS)[number]

/** `reference` is the invoice, deposit, withdrawal or transaction behind the move. */
export type LedgerMove = {
  /** See `assetKey` of the catalog. Introduce other assets first. */
  asset: string
  from: Account
  to: Account
  baseUnits: bigint
  reason: string
  reference: string
  /** Of the transfer on the chain, if any. */
  txHash?: string
  toAddress?: string
  memo?: string | null
}

/** A move with its position from 0 and its instant in epoch milliseconds. */
export type LedgerEntry = Readonly<LedgerMove & { sequence: number; atMs: number }>

export type LedgerAsset = Rail & { decimals: number; canonicalAssetId?: string }

export type Ledger = {
  /** Moves an amount; zero is not recorded. @throws Error when `from` has too little */
  move(entry: LedgerMove): void
  balance(asset: string, account: Account): bigint
  /** Assets in the order of their first move. */
  assets(): string[]
  entries(): readonly LedgerEntry[]
  /** Adds an asset that the catalog lacks, as its transfer describes it. @returns its name in the ledger */
  introduce(asset: LedgerAsset): string
  introduced(asset: string): LedgerAsset | undefined
}

/** Only `outside` may become negative. @param now epoch milliseconds */
export function createLedger(now: () => number): Ledger {
  const balances = new Map<string, Record<Account, bigint>>()
  const introductions = new Map<string, LedgerAsset>()
  const log: LedgerEntry[] = []

  return {
    move(entry) {
      const { asset, from, to, baseUnits } = entry
      if (baseUnits === 0n) return
      const accounts = balances.get(asset) ?? emptyAccounts()
      if (baseUnits < 0n || (from !== "outside" && accounts[from] < baseUnits)) {
        throw sandboxBug(`${entry.reason} of ${entry.reference} takes ${baseUnits} of ${asset} from ${from}`)
      }
      accounts[from] -= baseUnits
      accounts[to] += baseUnits
      balances.set(asset, accounts)
      log.push({ ...entry, sequence: log.length, atMs: now() })
    },
    balance: (asset, account) => balances.get(asset)?.[account] ?? 0n,
    assets: () => [...balances.keys()],
    entries: () => log,
    introduce(asset) {
      const key = assetKey(asset)
      if (!introductions.has(key)) introductions.set(key, asset)
      return key
    },
    introduced: (asset) => introductions.get(asset),
  }
}

function emptyAccounts(): Record<Account, bigint> {
  return {
    outside: 0n,
    awaiting: 0n,
    sweeping: 0n,
    routing: 0n,
    treasury: 0n,
    reserved: 0n,
    review: 0n,
    recovery: 0n,
    unrecorded: 0n,
    fees: 0n,
  }
}

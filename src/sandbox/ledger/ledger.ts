import type { Rail } from "../../gateway/contract"
import { assetKey } from "../catalog/tokens"
import { sandboxBug } from "../sandbox-error"

/**
 * Where money of the business can be. Every amount that is in one account came out of another, so the sum
 * over all of them is zero for each asset, always.
 *
 * - `outside`: the chains beyond the business; below zero by what came in and has not gone out
 * - `awaiting`: received for an open invoice or not final yet
 * - `sweeping`: settled, on its way from the receiving address to the treasury
 * - `routing`: the same, but promised to the recipients of an invoice's payout
 * - `treasury`: settled and free
 * - `reserved`: put aside for withdrawals and refunds that are on their way
 * - `review`: deposits that wait for a person
 * - `recovery`: payments in a wrong asset or network, with a wrong memo, or too late
 * - `unrecorded`: dust, and deposits too small to become an invoice
 * - `fees`: what the service keeps
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

/** What moved, and why. `reference` is the invoice, deposit, withdrawal or transaction behind it. */
export type LedgerMove = {
  /** See `assetKey` of the catalog. An asset the catalog does not have is introduced first. */
  asset: string
  from: Account
  to: Account
  baseUnits: bigint
  reason: string
  reference: string
  /** Of the transfer on the chain, where there is one. */
  txHash?: string
}

/** A move with its place in the order of all of them, from 0, and its instant in epoch milliseconds. */
export type LedgerEntry = Readonly<LedgerMove & { sequence: number; atMs: number }>

/** An asset as far as the ledger needs to know it. */
export type LedgerAsset = Rail & { decimals: number; canonicalAssetId?: string }

export type Ledger = {
  /** Moves an amount; zero moves nothing and is not recorded. @throws Error when `from` has less than that */
  move(entry: LedgerMove): void
  balance(asset: string, account: Account): bigint
  /** Assets that ever moved, in the order in which they first did. */
  assets(): string[]
  /** Oldest first. */
  entries(): readonly LedgerEntry[]
  /**
   * Makes an asset known that the catalog does not have, as the transfer described it. Once is enough.
   *
   * @returns its name in the ledger
   */
  introduce(asset: LedgerAsset): string
  /** An asset that was introduced. */
  introduced(asset: string): LedgerAsset | undefined
}

/**
 * Creates an empty ledger. Only `outside` may go below zero.
 *
 * @param now epoch milliseconds
 */
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

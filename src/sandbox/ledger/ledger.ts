import type { Rail } from "../../gateway/contract"
import { assetKey } from "../catalog/catalog"
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

/** Only `outside` may become negative. @param now epoch milliseconds */
export function createLedger(now: () => number) {
  const balances = new Map<string, Partial<Record<Account, bigint>>>()
  const introductions = new Map<string, LedgerAsset>()
  const log: LedgerEntry[] = []

  return {
    /** Moves an amount; zero is not recorded. @throws Error when `from` has too little */
    move(entry: LedgerMove): void {
      const { asset, from, to, baseUnits } = entry
      if (baseUnits === 0n) return
      const accounts = balances.get(asset) ?? {}
      const held = accounts[from] ?? 0n
      if (baseUnits < 0n || (from !== "outside" && held < baseUnits)) {
        throw sandboxBug(`${entry.reason} of ${entry.reference} takes ${baseUnits} of ${asset} from ${from}`)
      }
      accounts[from] = held - baseUnits
      accounts[to] = (accounts[to] ?? 0n) + baseUnits
      balances.set(asset, accounts)
      log.push({ ...entry, sequence: log.length, atMs: now() })
    },
    balance: (asset: string, account: Account) => balances.get(asset)?.[account] ?? 0n,
    /** Assets in the order of their first move. */
    assets: () => [...balances.keys()],
    entries: (): readonly LedgerEntry[] => log,
    /** Adds an asset that the catalog lacks, as its transfer describes it. @returns its name in the ledger */
    introduce(asset: LedgerAsset): string {
      const key = assetKey(asset)
      if (!introductions.has(key)) introductions.set(key, asset)
      return key
    },
    introduced: (asset: string) => introductions.get(asset),
  }
}

import { formatAmount } from "../../gateway/amount"
import type { Rail } from "../../gateway/contract"
import { sandboxBug } from "../sandbox-error"
import type { World } from "../world"
import { ACCOUNTS, type Account, type LedgerAsset } from "./ledger"

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

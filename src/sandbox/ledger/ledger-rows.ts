import { formatAmount } from "../../gateway/amount"
import type { Rail } from "../../gateway/contract"
import type { World } from "../world"
import { describeAsset } from "./asset-description"
import { ACCOUNTS, type Account } from "./ledger"

/** One asset with what each account holds of it, decimals in token units; `outside` may be below zero. */
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

import { formatAmount } from "../../gateway/amount"
import type { Balance } from "../../gateway/contract"
import type { World } from "../world"
import { describeAsset } from "./asset-description"
import type { Account } from "./ledger"

/**
 * Which accounts each documented amount adds up. Money put aside for a withdrawal is in none of them.
 *
 * @see service-interface "Balance"; what exactly counts is the sandbox's own
 */
export const BALANCE_ACCOUNTS = {
  total: ["treasury", "sweeping"],
  totalHeld: ["awaiting", "sweeping", "routing", "review", "unrecorded"],
  requiresRecovery: ["recovery"],
} as const satisfies Record<string, readonly Account[]>

/** @param key an asset of the ledger */
export function balanceOf(world: Pick<World, "catalog" | "ledger">, key: string): Balance {
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

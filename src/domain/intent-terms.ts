import { validateAddress } from "../gateway/address"
import { compareAmounts } from "../gateway/amount"
import { isSameRail } from "../gateway/asset"
import type { Intent } from "../gateway/contract"

/** What an intent was asked to be. */
export type AskedIntent = {
  chain: string
  networkId: string
  token: string
  sessionId: string
  expectedAmount: string
  /** The customer's address, confirmed just now; null where the treasury and a memo take its place. */
  address: string | null
}

/**
 * Finds out why an intent must not be shown to a payer.
 *
 * @returns words for the merchant without address or amount, or null when all is as asked
 */
export function findIntentProblem(intent: Intent, asked: AskedIntent): string | null {
  if (!isSameRail(intent, asked)) return "it is for another rail"
  if (intent.externalOrderId !== asked.sessionId) return "it is for another order"
  if (compareAmounts(intent.expectedAmount, asked.expectedAmount) !== 0) return "it is over another amount"
  if (asked.address === null) return findTreasuryProblem(intent, asked.chain)
  const isOwn =
    intent.depositAddress === undefined || isSameAddress(asked.chain, intent.depositAddress, asked.address)
  return isOwn ? null : "its address is not the customer's"
}

/** Whether two texts are the same address. On EVM the case of a letter is a checksum and no difference. */
export function isSameAddress(chain: string, one: string, other: string): boolean {
  return chain === "evm" ? one.toLowerCase() === other.toLowerCase() : one === other
}

function findTreasuryProblem({ depositAddress, memo }: Intent, chain: string): string | null {
  if (depositAddress === undefined) return "it names no address"
  if (memo === undefined) return "it names no memo, without which no payment can be told apart"
  const { kind } = validateAddress({ chain, address: depositAddress, memo: memo.value })
  return kind === "invalid" ? "its address and memo cannot be paid" : null
}

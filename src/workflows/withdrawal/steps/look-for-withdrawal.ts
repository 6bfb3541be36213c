import type { MedusaContainer } from "@medusajs/framework/types"
import { differenceFrom } from "../../../domain/withdrawal-truth"
import { compareAmounts } from "../../../gateway/amount"
import { namesAnotherAsset } from "../../../gateway/asset"
import { GatewayError } from "../../../gateway/client/errors"
import type { Transaction, Withdrawal } from "../../../gateway/contract"
import type { WithdrawalRow } from "../../../modules/onchain/withdrawal-row"

/** What a search has brought. `mayBe` are withdrawals that fit and name nobody: a person has to say. */
export type Search = { found: Withdrawal | null; mayBe: string[] }

/** Each costs a call. */
const MOST_CANDIDATES = 40
/** Clocks differ. */
const BEFORE_MS = 60 * 60_000

/**
 * Searches the service's transactions for a withdrawal whose answer was lost: there is no list of withdrawals.
 *
 * Only one that names our reference is ours.
 *
 * @throws GatewayError when the service cannot be asked
 */
export async function lookForWithdrawal(container: MedusaContainer, row: WithdrawalRow): Promise<Search> {
  const { gateway, payouts } = container.resolve("onchain")
  const asked = new Set<string>()
  const mayBe: string[] = []
  let calls = 0
  for await (const transaction of gateway.listTransactions()) {
    const { reference } = transaction
    if (reference === undefined || asked.has(reference) || !canBeOf(transaction, row)) continue
    asked.add(reference)
    if (await payouts.withdrawals.store.findByGatewayId(reference)) continue
    if (++calls > MOST_CANDIDATES) break
    const withdrawal = await read(container, reference)
    if (withdrawal === null) continue
    if (withdrawal.clientReference === row.id) return { found: withdrawal, mayBe: [] }
    if (withdrawal.clientReference === undefined && differenceFrom(row, withdrawal) === null)
      mayBe.push(withdrawal.id)
  }
  return { found: null, mayBe }
}

/** The fee may be a transaction of its own, so that the amount may be any up to ours. */
function canBeOf(transaction: Transaction, row: WithdrawalRow): boolean {
  const { direction, createdAt, amount } = transaction
  const asset = {
    chain: row.chain,
    networkId: row.network_id,
    token: row.token,
    canonicalAssetId: row.canonical_asset_id,
  }
  if (direction === "in" || namesAnotherAsset(transaction, asset)) return false
  if (amount !== undefined && compareAmounts(amount, row.amount) > 0) return false
  const sentAtMs = row.first_sent_at?.getTime()
  return createdAt === undefined || sentAtMs === undefined || Date.parse(createdAt) >= sentAtMs - BEFORE_MS
}

/** @returns null for a reference to something else, such as an invoice */
async function read(container: MedusaContainer, reference: string): Promise<Withdrawal | null> {
  try {
    return await container.resolve("onchain").gateway.getWithdrawal(reference)
  } catch (error) {
    if (error instanceof GatewayError && error.status === 404) return null
    throw error
  }
}

/** What a search without a find says to the operator. */
export function notFoundInWords({ mayBe }: Search): string {
  const hint = mayBe.length === 0 ? "" : ` It may be ${mayBe.join(" or ")}.`
  return `It may have been sent, and the service's transactions do not name it.${hint} Look for it in the service's dashboard.`
}

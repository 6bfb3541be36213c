import type { MedusaContainer } from "@medusajs/framework/types"
import { pauseBeforeSearch } from "../../../domain/withdrawal-check-schedule"
import type { WithdrawalRow } from "../../../modules/onchain/withdrawal-row"
import { recordWithdrawal } from "./follow-withdrawal"
import { lookForWithdrawal, notFoundInWords } from "./look-for-withdrawal"

/**
 * Searches again for a withdrawal that nobody has found: one that is unclear, or that a person has written off.
 *
 * @returns the row as it is then
 * @throws GatewayError when the service cannot be asked
 */
export async function searchWithdrawal(
  container: MedusaContainer,
  row: WithdrawalRow
): Promise<WithdrawalRow> {
  const { answers, store } = container.resolve("onchain").payouts.withdrawals
  const askedAt = await store.now()
  const search = await lookForWithdrawal(container, row)
  if (search.found) return recordWithdrawal(container, row, search.found, askedAt)
  const pauseMs = pauseBeforeSearch(askedAt.getTime() - row.state_at.getTime())
  const words = row.state === "unclear" ? notFoundInWords(search) : (row.last_error ?? "")
  await answers.planSearch(row, pauseMs, words)
  return store.mustFind(row.id)
}

import type { MedusaContainer } from "@medusajs/framework/types"
import { pauseBeforeSearch } from "../../../domain/withdrawal-check-schedule"
import { notFoundInWords } from "../../../domain/withdrawal-search"
import type { WithdrawalRow } from "../../../modules/onchain/withdrawal-row"
import { recordWithdrawal } from "./follow-withdrawal"
import { lookForWithdrawal, type Search, type SearchEffort } from "./look-for-withdrawal"

/** The row as it is after a search, and what the search could see. */
export type Searched = { row: WithdrawalRow } & Omit<Search, "found">

/**
 * Searches again for a withdrawal that nobody has found: one that is unclear, or that a person has written off.
 *
 * @throws GatewayError when the service cannot be asked
 */
export async function searchWithdrawal(
  container: MedusaContainer,
  row: WithdrawalRow,
  effort: SearchEffort = {}
): Promise<Searched> {
  const { answers, store } = container.resolve("onchain").payouts.withdrawals
  const askedAt = await store.now()
  const search = await lookForWithdrawal(container, row, effort)
  const { found, ...seen } = search
  if (found) return { row: await recordWithdrawal(container, row, found, askedAt), ...seen }
  const pauseMs = pauseBeforeSearch(askedAt.getTime() - row.state_at.getTime())
  await answers.planSearch(row, pauseMs, wordsOf(row, search))
  return { row: await store.mustFind(row.id), ...seen }
}

/** Of one that was written off the words of its end stay. */
function wordsOf(row: WithdrawalRow, search: { mayBe: string[]; isComplete: boolean }): string | null {
  if (row.state !== "unclear") return row.last_error
  return notFoundInWords({ ...search, lastAnswerCode: row.last_answer_code })
}

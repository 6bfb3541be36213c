import type { MedusaContainer } from "@medusajs/framework/types"
import { gapInNotPaid } from "../../../domain/withdrawal-search"
import type { WithdrawalRow } from "../../../modules/onchain/withdrawal-row"
import { payoutError } from "../../payout/steps/payout-error"
import { lookForWithdrawal } from "./look-for-withdrawal"
import { explainUnreachable } from "./withdrawal-asset"

/**
 * Searches for a payout that the service has taken and does not tell of any more: a wrong path or business answers as if it had
 * none, and a second payout would leave.
 *
 * @param isReadable the service says that it has none, in place of something that cannot be read
 * @throws MedusaError `not_allowed` when the service does not answer, or the search does not prove that nothing has left
 */
export async function mustBeUnpaid(
  container: MedusaContainer,
  row: WithdrawalRow,
  isReadable: boolean
): Promise<void> {
  const { lists, payouts } = container.resolve("onchain")
  const search = await lookForWithdrawal(container, row, { isThorough: true }).catch(explainUnreachable)
  const isListed = await payouts.withdrawals.evidence.hasTransaction(row)
  const [incomplete] = await lists.findIncomplete(["listTransactions"])
  const shortAfterRows = incomplete?.rowsRead ?? null
  const foundId = search.found?.id ?? null
  const gap = gapInNotPaid({ ...search, foundId, isListed, isReadable, shortAfterRows })
  if (gap !== null) throw payoutError({ code: "absence_unproven", words: gap })
}

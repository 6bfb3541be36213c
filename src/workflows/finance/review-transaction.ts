import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import type { OnchainTransactionResponse } from "../../types/http"
import { viewTransaction } from "./queries/list-transactions"

type Input = { transaction_id: string; note: string; actor_id: string }

/**
 * Records who looked at a transaction in review, and what they found. Moves no funds.
 *
 * @throws MedusaError `not_found`; `not_allowed` when nothing waits for a review
 */
export async function reviewTransaction(
  container: MedusaContainer,
  { transaction_id: id, note, actor_id }: Input
): Promise<OnchainTransactionResponse["transaction"]> {
  const ended = await container.resolve("onchain").finance.review.end(id, actor_id, note)
  if (!ended) throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no transaction ${id}.`)
  if (ended.decision === "nothing_to_review")
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      `Transaction ${id} does not wait for a review: ${ended.transaction.reviewed_at ? "it has been reviewed" : "it could be read, and the provider does not hold it"}.`
    )
  return await viewTransaction(container, id)
}

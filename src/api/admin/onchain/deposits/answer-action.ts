import type { MedusaResponse } from "@medusajs/framework/http"
import type { MedusaContainer } from "@medusajs/framework/types"
import type { OnchainDepositResponse } from "../../../../types/http"
import { type Conflict, isConflict } from "../conflict"
import { viewDepositWorkflow } from "../../../../workflows/deposit/workflows/view-deposit"

/**
 * Runs an action and answers with the deposit as it is then: 200 when it is done, 202 when the service has not
 * answered yet, and 409 with who was faster.
 *
 * Medusa answers a conflict with words of its own, which would not say who it was.
 */
export async function answerAction(
  container: MedusaContainer,
  res: MedusaResponse<OnchainDepositResponse | Conflict>,
  run: () => Promise<{ result: { deposit_id: string; is_pending: boolean } }>
): Promise<void> {
  try {
    const { result } = await run()
    const { result: deposit } = await viewDepositWorkflow(container).run({
      input: { deposit_id: result.deposit_id },
    })
    res.status(result.is_pending ? 202 : 200).json({ deposit })
  } catch (error) {
    if (!isConflict(error)) throw error
    res.status(409).json({ type: error.type, message: error.message })
  }
}

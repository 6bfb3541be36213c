import type { MedusaResponse } from "@medusajs/framework/http"
import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import type { OnchainDepositResponse } from "../../../../types/http"
import { viewDepositWorkflow } from "../../../../workflows/deposit/workflows/view-deposit"

export type Conflict = { type: string; message: string }

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

/** Not `instanceof`: the workflow engine hands errors on as plain objects. */
function isConflict(error: unknown): error is Conflict {
  if (typeof error !== "object" || error === null || !("type" in error) || !("message" in error)) return false
  return error.type === MedusaError.Types.CONFLICT && typeof error.message === "string"
}

import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"
import { z } from "zod"
import { reasonOf } from "../../modules/onchain/work/error-reason"
import type { OnchainBulkDepositAction, OnchainBulkDepositResult } from "../../types/http"
import { acceptDeposit, refundDepositWorkflow } from "./resolve-deposit"

/** Deposits that are resolved at the same time: they share the rate limit with everything else. */
const LANES = 4

export type ManyDeposits = {
  action: OnchainBulkDepositAction
  ids: readonly string[]
  actor_id: string
  actor_type: string
}

/**
 * Accepts or refunds several deposits, each on its own and under its own key, so that a repetition has no
 * further effect. One that fails does not stop the others.
 *
 * @returns one result for each id, in order
 */
export async function resolveManyDeposits(
  container: MedusaContainer,
  { action, ids, ...actor }: ManyDeposits
): Promise<OnchainBulkDepositResult[]> {
  const once = [...new Set(ids)]
  const waiting = [...once]
  const results = new Map<string, OnchainBulkDepositResult>()
  const runLane = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift())
      results.set(id, await resolveOne(container, action, { ...actor, deposit_id: id }))
  }
  await Promise.all(Array.from({ length: LANES }, runLane))
  return once.flatMap((id) => results.get(id) ?? [])
}

type One = { deposit_id: string; actor_id: string; actor_type: string }

const ACTIONS = {
  accept: acceptDeposit,
  refund: async (container: MedusaContainer, input: One) =>
    (await refundDepositWorkflow(container).run({ input })).result,
} as const satisfies Record<OnchainBulkDepositAction, unknown>

async function resolveOne(
  container: MedusaContainer,
  action: OnchainBulkDepositAction,
  input: One
): Promise<OnchainBulkDepositResult> {
  const { deposit_id: id } = input
  try {
    const { is_pending } = await ACTIONS[action](container, input)
    return { id, result: is_pending ? "pending" : "done", message: null }
  } catch (error) {
    const known = refusalSchema.safeParse(error)
    if (known.success) {
      const { type, message } = known.data
      return { id, result: type === MedusaError.Types.CONFLICT ? "conflict" : "refused", message }
    }
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .error(`onchain: ${action} of deposit ${id} among others failed: ${reasonOf(error)}`)
    return { id, result: "pending", message: UNKNOWN }
  }
}

const UNKNOWN = "The server failed, so the outcome is not known yet. Open the deposit before you try again."

const { CONFLICT, FORBIDDEN, INVALID_DATA, NOT_ALLOWED, NOT_FOUND } = MedusaError.Types

/** Not `instanceof`: the workflow engine hands errors on as plain objects. */
const refusalSchema = z.object({
  type: z.enum([CONFLICT, FORBIDDEN, INVALID_DATA, NOT_ALLOWED, NOT_FOUND]),
  message: z.string(),
})

import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { workOff } from "../../worker"
import { executeAction } from "../execute-deposit-action"

/** Calls in one run. */
const BATCH = 50

/** Repeats calls without an answer, and queues accepted money that a process left behind. Any number of processes share the work. */
export async function finishDepositActions(container: MedusaContainer): Promise<void> {
  const { deposits, payments } = container.resolve("onchain")
  await finishActions(container)
  await deposits.links.queueTied(payments)
}

function finishActions(container: MedusaContainer): Promise<number> {
  const { claims } = container.resolve("onchain").deposits
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  return workOff({
    claim: () => claims.takeDue(),
    most: BATCH,
    handle: async (claim) => {
      const { kind, row } = await executeAction(container, claim)
      const what = `onchain: deposit ${row.id}: ${claim.action} repeated (call ${claim.action_attempts})`
      if (kind === "done") logger.info(`${what} and done`)
      else logger.warn(`${what}, now ${row.state}: ${row.last_error ?? "resolved elsewhere"}`)
    },
  })
}

import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { isServiceAway } from "../../../domain/withdrawal-answer"
import { announceWithdrawal } from "./announce-withdrawal"
import { carryOutWithdrawal } from "./carry-out-withdrawal"

/**
 * Sends calls again that got no answer, those that are due longest first.
 *
 * A service that is away is left alone until the next run: each call that it does not answer would keep all else waiting.
 *
 * @param most calls in one run
 */
export async function repeatCalls(container: MedusaContainer, most: number): Promise<void> {
  const { claims } = container.resolve("onchain").payouts.withdrawals
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  for (let count = 0; ; count++) {
    const claim = count < most ? await claims.takeDue() : undefined
    if (!claim) return
    const row = await carryOutWithdrawal(container, claim)
    const what = `onchain: withdrawal ${row.id} asked for again (call ${claim.send_attempts}), now ${row.state}`
    if (row.last_error === null) logger.info(what)
    else logger.warn(`${what}: ${row.last_error}`)
    await announceWithdrawal(container, row)
    if (row.state === "sending" && isServiceAway(row.last_answer_code)) return
  }
}

import type { MedusaContainer } from "@medusajs/framework/types"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import type { Deposit } from "../../../gateway/contract"
import { findInReview } from "../../../modules/onchain/deposit-lookup"
import type { RecordedSighting } from "../../../modules/onchain/deposit-mirror"
import { changeByService } from "../../../modules/onchain/deposit-store"
import { announceDeposit } from "./announce-deposit"

export const recordDepositEventStepId = "record-onchain-deposit-event"

export type DepositEvent = { event: string; deposit: Deposit }

/**
 * Records what an event says about a deposit, in whatever order events come.
 *
 * @throws when it cannot be judged yet; the inbox then tries again
 */
export const recordDepositEventStep = createStep(
  recordDepositEventStepId,
  async ({ event, deposit }: DepositEvent, { container }) => {
    const sighting = { source: "event", event, status: deposit.resolutionStatus ?? null } as const
    const recorded = await container.resolve("onchain").deposits.mirror.record(deposit, sighting)
    const row = await follow(container, recorded)
    await announceDeposit(container, row)
    return new StepResponse({ deposit_id: row.id, state: row.state })
  }
)

async function follow(container: MedusaContainer, recorded: RecordedSighting) {
  const { gateway, deposits } = container.resolve("onchain")
  const { row } = recorded
  if (recorded.kind === "wait")
    throw new Error(`deposit ${row.id} waits for the answer to an action; the event is looked at after that`)
  if (recorded.kind !== "check") return row
  const found = await findInReview(gateway, row.id)
  if (found.kind === "unknown")
    throw new Error(`deposit ${row.id} is not in the list of deposits in review, which is incomplete`)
  if ((found.kind === "found") !== (recorded.to === "in_review")) return row
  const moved = await deposits.store.move(row, recorded.to, changeByService(row, recorded.to))
  if (!moved) throw new Error(`deposit ${row.id} changed while the service was asked about it`)
  return moved
}

import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import type { DepositState } from "../../domain/deposit/deposit-lifecycle"
import type { DepositRow } from "../../modules/onchain/deposit/deposit-row"
import {
  DEPOSIT_ACCEPTED,
  DEPOSIT_ASSIGNED,
  DEPOSIT_REFUND_FAILED,
  DEPOSIT_REFUND_PENDING,
  DEPOSIT_REFUNDED,
  DEPOSIT_REVIEW_REQUIRED,
} from "../../modules/onchain/events"

const EVENTS: Record<Exclude<DepositState, "in_review" | "processing">, string> = {
  assigned: DEPOSIT_ASSIGNED,
  accepted: DEPOSIT_ACCEPTED,
  refund_pending: DEPOSIT_REFUND_PENDING,
  refunded: DEPOSIT_REFUNDED,
}

/** Seconds to wait for another process that reports the same deposit. */
const LOCK_TIMEOUT_S = 40

/**
 * Reports the state of a deposit, once per state.
 *
 * At least once: the note comes after the event. A process that dies in between leaves it to a job; a lock makes one of several
 * report it. Of states that follow each other in that moment only the last is reported.
 */
export async function announceDeposit(container: MedusaContainer, deposit: DepositRow): Promise<void> {
  const { links, store } = container.resolve("onchain").deposits
  if (deposit.payment_id === null) await links.link(deposit.id)
  if (isTold(deposit)) {
    // One that was accepted before it was seen is no news, and its money waits for a person all the same.
    if (deposit.state === "accepted") await queueAccepted(container, await store.mustFind(deposit.id))
    return
  }
  await container
    .resolve(Modules.LOCKING)
    .execute([`onchain:deposit-update:${deposit.id}`], () => tell(container, deposit.id), {
      timeout: LOCK_TIMEOUT_S,
    })
}

async function tell(container: MedusaContainer, depositId: string): Promise<void> {
  const { store } = container.resolve("onchain").deposits
  const deposit = await store.mustFind(depositId)
  const { id, state, announced_state: announced, customer_id } = deposit
  if (state === "processing" || isTold(deposit)) return
  await queueAccepted(container, deposit)
  container.resolve(ContainerRegistrationKeys.LOGGER).info(`onchain: deposit ${id} is ${state}`)
  await container
    .resolve(Modules.EVENT_BUS)
    .emit({ name: eventOf(state, announced), data: { id, customer_id } })
  await store.noteAnnounced(id, state)
}

export async function linkDeposits(container: MedusaContainer): Promise<void> {
  const { links, store } = container.resolve("onchain").deposits
  for (const id of await links.link()) await queueAccepted(container, await store.mustFind(id))
}

/** Accepted money of a payment waits in the queue until an operator applies it to the order. */
async function queueAccepted(container: MedusaContainer, deposit: DepositRow): Promise<void> {
  const { deposits, payments } = container.resolve("onchain")
  if (deposit.state !== "accepted" || deposit.confirmed_at === null) return
  await deposits.links.queueAccepted(deposit, payments)
}

/** What an event alone reported is no news for others. */
function isTold({
  state,
  announced_state,
  confirmed_at,
}: Pick<DepositRow, "state" | "announced_state" | "confirmed_at">): boolean {
  return state === "processing" || state === announced_state || confirmed_at === null
}

function eventOf(state: Exclude<DepositState, "processing">, announced: string | null): string {
  if (state !== "in_review") return EVENTS[state]
  return announced === "refund_pending" || announced === "refunded"
    ? DEPOSIT_REFUND_FAILED
    : DEPOSIT_REVIEW_REQUIRED
}

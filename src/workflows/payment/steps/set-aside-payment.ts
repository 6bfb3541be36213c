import type { MedusaContainer } from "@medusajs/framework/types"
import type { UnallocatedReason } from "../../../domain/settlement"
import type { PaymentRow } from "../../../modules/onchain/payment-row"
import { announceOnce } from "./announce-settlement"

/**
 * Puts money that has nowhere to go aside for a person, and tells who listens.
 *
 * @returns `waiting` when somebody has recorded something newer meanwhile: the next check decides from that
 */
export async function setAside(
  container: MedusaContainer,
  payment: PaymentRow,
  reason: UnallocatedReason
): Promise<"unallocated" | "waiting"> {
  const isDone = await container.resolve("onchain").payments.setAside(payment, reason)
  return isDone ? tellSetAside(container, payment) : "waiting"
}

/** Tells who listens of money that is set aside. */
export async function tellSetAside(container: MedusaContainer, { id }: PaymentRow): Promise<"unallocated"> {
  const now = await container.resolve("onchain").payments.find({ id })
  if (now) await announceOnce(container, now)
  return "unallocated"
}

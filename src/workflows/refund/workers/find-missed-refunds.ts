import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { z } from "zod"
import { findRepeatedRefunds } from "../../../domain/refund/refund-lifecycle"
import { isOwnProvider } from "../../../modules/onchain/payment/medusa-payments"
import { duringRun } from "../../../modules/onchain/work/sync-runs"
import { findOrderAndCart } from "../../payment/order-record"
import { findUnbookedRefunds, oweMedusaRefunds, takeBackInterrupted } from "../medusa-refunds"

/** A refund that has not reached our provider by then was interrupted, or core has taken it back within the call that made it. */
const CUT_OFF_AFTER_MS = 5 * 60_000
const PAUSE_MS = 30_000
const RUN = "refunds"
const PAGE = 200
const MAX_PAGES = 25
/** How far the clock of the process that made a refund may be behind. */
const MOST_BEHIND_MS = 60 * 60_000

const medusaRefund = z.object({
  id: z.string(),
  created_at: z.coerce.date(),
  raw_amount: z.object({ value: z.string() }),
  payment: z
    .object({
      provider_id: z.string(),
      payment_session_id: z.string(),
      payment_collection_id: z.string(),
    })
    .nullish(),
})
type FoundRefund = z.infer<typeof medusaRefund>

/**
 * Core writes its refund before it calls our provider and books it after, and a process may die in between: what is not booked is taken
 * back, the rest is owed. Medusa's ids begin with the time of the process that made them, so those of the last hour are checked again:
 * its clock may be behind.
 */
export async function findMissedRefunds(container: MedusaContainer): Promise<void> {
  await duringRun(container.resolve("onchain").syncRuns, RUN, PAUSE_MS, async () => {
    await recordMissed(container)
    await withdrawRepeated(container)
  })
}

async function recordMissed(container: MedusaContainer): Promise<void> {
  const { clock, syncRuns } = container.resolve("onchain")
  let after = idEarlier((await syncRuns.position(RUN)) ?? "", MOST_BEHIND_MS)
  for (let page = 0; page < MAX_PAGES; page++) {
    const listed = await listAfter(container, after)
    const takenBack = new Set<string>()
    for (const refund of listed) {
      // The next run continues at the first that is too young.
      if (refund.created_at.getTime() > clock() - CUT_OFF_AFTER_MS) return
      await record(container, refund, takenBack)
      await syncRuns.advance(RUN, refund.id)
      after = refund.id
    }
    if (listed.length < PAGE) return
  }
}

/** Crockford's base 32, as in an ULID, whose first ten digits are the time. */
const DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
const STARTS_WITH_TIME = /^(.*_)([0-9A-HJKMNP-TV-Z]{10})/

/** The first id that Medusa could have made so much earlier. @example idEarlier("ref_01K0000000ABCDEF...", 0) // "ref_01K0000000" */
export function idEarlier(id: string, ms: number): string {
  const [, prefix, time] = STARTS_WITH_TIME.exec(id) ?? []
  if (prefix === undefined || time === undefined) return ""
  const madeAtMs = [...time].reduce((sum, digit) => sum * 32 + DIGITS.indexOf(digit), 0)
  let [rest, text] = [Math.max(0, madeAtMs - ms), ""]
  for (; text.length < time.length; rest = Math.floor(rest / 32)) text = (DIGITS[rest % 32] ?? "0") + text
  return prefix + text
}

async function listAfter(container: MedusaContainer, id: string): Promise<readonly FoundRefund[]> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "refund",
    fields: [
      ...["id", "created_at", "raw_amount", "payment.provider_id", "payment.payment_session_id"],
      "payment.payment_collection_id",
    ],
    filters: { id: { $gt: id } },
    pagination: { take: PAGE, order: { id: "ASC" } },
  })
  return z.array(medusaRefund).parse(data)
}

/** @param takenBack ids of this page that an earlier refund of the same order has led to */
async function record(
  container: MedusaContainer,
  refund: FoundRefund,
  takenBack: Set<string>
): Promise<void> {
  const { id, payment } = refund
  if (!payment || !isOwnProvider(payment.provider_id)) return
  const { payment_session_id: sessionId, payment_collection_id } = payment
  const { order } = await findOrderAndCart(container, payment_collection_id)
  if (order && (await findUnbookedRefunds(container, order.id)).some((one) => one.id === id))
    for (const taken of await takeBackInterrupted(container, order.id)) takenBack.add(taken)
  if (takenBack.has(id)) return
  await oweMedusaRefunds(container, sessionId, [refund])
}

/** The failed request was repeated under another id, so the same money is owed twice. One that is being paid out is left alone. */
async function withdrawRepeated(container: MedusaContainer): Promise<void> {
  const { refunds } = container.resolve("onchain")
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  const recorded = await refunds.listSeveral(CUT_OFF_AFTER_MS)
  if (recorded.length === 0) return
  const ids = recorded.map(({ id }) => id)
  // A soft-deleted refund is still a refund.
  const known = await container
    .resolve(Modules.PAYMENT)
    .listRefunds({ id: ids }, { select: ["id"], take: ids.length, withDeleted: true })
  for (const id of findRepeatedRefunds(recorded, new Set(known.map((one) => one.id))))
    if (await refunds.withdraw(id))
      logger.warn(
        `onchain: refund ${id} failed in Medusa after it was recorded, and was made again; it is due once`
      )
}

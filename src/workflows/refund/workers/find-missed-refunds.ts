import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { z } from "zod"
import { findRepeatedRefunds } from "../../../domain/refund/refund-lifecycle"
import { isOwnProvider } from "../../../modules/onchain/payment/medusa-payments"
import type { OrderRefund } from "../../../modules/onchain/refund/refund-ledger"
import { duringRun } from "../../../modules/onchain/work/sync-runs"
import { findOrderAndCart } from "../../payment/order-record"
import { oweMedusaRefund } from "../owe-refund"
import { findUnbookedRefunds, takeBackInterrupted } from "../unbooked-refunds"

/** A refund that has not reached our provider by then was interrupted, or core has taken it back. */
const CUT_OFF_AFTER_MS = 5 * 60_000
const PAUSE_MS = 30_000
const PAGE = 200
const MAX_PAGES = 25

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
 * Compares Medusa's refunds with those recorded here and with the books of their orders: core writes its own before it calls our
 * provider, and books it after, and a process may die in between. One that is not booked is taken back; any other is owed.
 *
 * Medusa's ids begin with the time, so reading continues by the primary key where the last run ended: each
 * refund is checked once.
 */
export async function findMissedRefunds(container: MedusaContainer): Promise<void> {
  const { syncRuns } = container.resolve("onchain")
  await duringRun(syncRuns, "refunds", PAUSE_MS, () => recordMissed(container))
  await duringRun(syncRuns, "undone_refunds", PAUSE_MS, () => withdrawUndone(container))
}

async function recordMissed(container: MedusaContainer): Promise<number> {
  const { syncRuns, clock } = container.resolve("onchain")
  let compared = 0
  for (let page = 0; page < MAX_PAGES; page++) {
    const listed = await listAfter(container, (await syncRuns.position("refunds")) ?? "")
    const old = takeOld(listed, clock() - CUT_OFF_AFTER_MS)
    const takenBack = new Set<string>()
    for (const refund of old) await record(container, refund, takenBack)
    const last = old.at(-1)
    if (last) await syncRuns.advance("refunds", last.id)
    compared += old.length
    if (old.length < PAGE) break
  }
  return compared
}

/** Up to the first that is too young: the next run continues there. */
function takeOld(listed: readonly FoundRefund[], olderThanMs: number): readonly FoundRefund[] {
  const young = listed.findIndex(({ created_at }) => created_at.getTime() > olderThanMs)
  return young < 0 ? listed : listed.slice(0, young)
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
  const { id, raw_amount, payment } = refund
  if (!payment || !isOwnProvider(payment.provider_id)) return
  const { payment_session_id: sessionId, payment_collection_id } = payment
  const { order } = await findOrderAndCart(container, payment_collection_id)
  if (order && (await findUnbookedRefunds(container, order.id)).some((one) => one.id === id))
    for (const taken of await takeBackInterrupted(container, order.id)) takenBack.add(taken)
  if (takenBack.has(id)) return
  await oweMedusaRefund(container, { id, fiatAmount: raw_amount.value, sessionId })
}

/** Core takes a refund back within the call that made it. */
const UNDONE_AFTER_MS = 5 * 60_000

/**
 * Takes back recorded refunds that core deleted, once they were made again: the failed request was repeated
 * under another id, so the same money is owed twice.
 *
 * Reading continues where the last run ended, as Medusa's ids begin with the time. A refund that is being
 * paid out is left alone.
 */
async function withdrawUndone(container: MedusaContainer): Promise<number> {
  const { refunds, syncRuns } = container.resolve("onchain")
  let withdrawn = 0
  for (let page = 0; page < MAX_PAGES; page++) {
    const from = (await syncRuns.position("undone_refunds")) ?? ""
    const recorded = await refunds.listOrderRefunds(from, UNDONE_AFTER_MS, PAGE)
    withdrawn += await withdrawRepeated(container, recorded)
    const last = recorded.at(-1)
    if (last) await syncRuns.advance("undone_refunds", last.id)
    if (recorded.length < PAGE) break
  }
  return withdrawn
}

async function withdrawRepeated(
  container: MedusaContainer,
  recorded: readonly OrderRefund[]
): Promise<number> {
  if (recorded.length === 0) return 0
  const { refunds } = container.resolve("onchain")
  const all = await refunds.listOrderRefundsOf([...new Set(recorded.map(({ payment_id }) => payment_id))])
  const repeated = findRepeatedRefunds(all, await listKnown(container, all))
  let withdrawn = 0
  for (const id of repeated) {
    if (!(await refunds.withdraw(id))) continue
    withdrawn++
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .warn(
        `onchain: refund ${id} failed in Medusa after it was recorded, and was made again; it is due once`
      )
  }
  return withdrawn
}

/** Soft-deleted ones included. */
async function listKnown(container: MedusaContainer, refunds: readonly OrderRefund[]): Promise<Set<string>> {
  const found = await container
    .resolve(Modules.PAYMENT)
    .listRefunds(
      { id: refunds.map(({ id }) => id) },
      { select: ["id"], take: refunds.length, withDeleted: true }
    )
  return new Set(found.map(({ id }) => id))
}

import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { z } from "zod"
import { isOwnProvider } from "../../../modules/onchain/own-provider"
import { duringRun } from "../../../modules/onchain/sync-run"
import { oweMedusaRefund } from "./owe-medusa-refund"

export const findMissedRefundsStepId = "find-missed-onchain-refunds"

/** A refund that our provider was not asked for by then was cut off, or core has taken it back. */
const CUT_OFF_AFTER_MS = 5 * 60_000
const PAUSE_MS = 30_000
const PAGE = 200
const MAX_PAGES = 25

const medusaRefund = z.object({
  id: z.string(),
  created_at: z.coerce.date(),
  raw_amount: z.object({ value: z.string() }),
  payment: z.object({ provider_id: z.string(), payment_session_id: z.string() }).nullish(),
})
type FoundRefund = z.infer<typeof medusaRefund>

/**
 * Compares the refunds of Medusa with what is recorded as due: core writes its own before it asks our provider, and a
 * process may die in between.
 *
 * Ids of Medusa begin with the time, so reading goes on where the last run ended, by the primary key: each refund is
 * looked at once, however many there are.
 */
export const findMissedRefundsStep = createStep(findMissedRefundsStepId, async (_: void, { container }) => {
  const { runs } = container.resolve("onchain")
  const compared = await duringRun(runs, "refunds", PAUSE_MS, () => compare(container))
  return new StepResponse({ compared: compared ?? 0 })
})

async function compare(container: MedusaContainer): Promise<number> {
  const { runs, clock } = container.resolve("onchain")
  let compared = 0
  for (let page = 0; page < MAX_PAGES; page++) {
    const listed = await listAfter(container, (await runs.position("refunds")) ?? "")
    const old = takeOld(listed, clock() - CUT_OFF_AFTER_MS)
    for (const refund of old) await record(container, refund)
    const last = old.at(-1)
    if (last) await runs.advance("refunds", last.id)
    compared += old.length
    if (old.length < PAGE) break
  }
  return compared
}

/** Up to the first that is too young: what comes after it is looked at again. */
function takeOld(listed: readonly FoundRefund[], olderThanMs: number): readonly FoundRefund[] {
  const young = listed.findIndex(({ created_at }) => created_at.getTime() > olderThanMs)
  return young < 0 ? listed : listed.slice(0, young)
}

async function listAfter(container: MedusaContainer, id: string): Promise<readonly FoundRefund[]> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "refund",
    fields: ["id", "created_at", "raw_amount", "payment.provider_id", "payment.payment_session_id"],
    filters: { id: { $gt: id } },
    pagination: { take: PAGE, order: { id: "ASC" } },
  })
  return z.array(medusaRefund).parse(data)
}

async function record(container: MedusaContainer, refund: FoundRefund): Promise<void> {
  const { id, raw_amount, payment } = refund
  if (!payment || !isOwnProvider(payment.provider_id)) return
  const sessionId = payment.payment_session_id
  await oweMedusaRefund(container, { id, fiatAmount: raw_amount.value, sessionId })
}

import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { findRepeatedRefunds } from "../../../domain/repeated-refund"
import type { OrderRefund } from "../../../modules/onchain/refund-ledger"
import { duringRun } from "../../../modules/onchain/sync-run"

export const withdrawUndoneRefundsStepId = "withdraw-undone-onchain-refunds"

/** Core takes a refund back within the call that made it. */
const UNDONE_AFTER_MS = 5 * 60_000
const PAUSE_MS = 30_000
const PAGE = 200
const MAX_PAGES = 25

/**
 * Takes back what is recorded as due for a refund that core has deleted again, once it was made anew: whoever asked for
 * it was told that it failed, and asked again under another id, so the same money is owed twice.
 *
 * Reading goes on where the last run ended, as Medusa's ids begin with the time: each refund is looked at once, with
 * those of its payment that came before. What somebody is paying out already is left alone.
 */
export const withdrawUndoneRefundsStep = createStep(
  withdrawUndoneRefundsStepId,
  async (_: void, { container }) => {
    const { runs } = container.resolve("onchain")
    const withdrawn = await duringRun(runs, "undone_refunds", PAUSE_MS, () => compare(container))
    return new StepResponse({ withdrawn: withdrawn ?? 0 })
  }
)

async function compare(container: MedusaContainer): Promise<number> {
  const { refunds, runs } = container.resolve("onchain")
  let withdrawn = 0
  for (let page = 0; page < MAX_PAGES; page++) {
    const from = (await runs.position("undone_refunds")) ?? ""
    const recorded = await refunds.listOrderRefunds(from, UNDONE_AFTER_MS, PAGE)
    withdrawn += await withdrawRepeated(container, recorded)
    const last = recorded.at(-1)
    if (last) await runs.advance("undone_refunds", last.id)
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

/** Which of them Medusa has, also when it has put them away since. */
async function listKnown(container: MedusaContainer, refunds: readonly OrderRefund[]): Promise<Set<string>> {
  const found = await container
    .resolve(Modules.PAYMENT)
    .listRefunds(
      { id: refunds.map(({ id }) => id) },
      { select: ["id"], take: refunds.length, withDeleted: true }
    )
  return new Set(found.map(({ id }) => id))
}

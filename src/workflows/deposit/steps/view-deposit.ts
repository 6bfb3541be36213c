import { MedusaError } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import type { OnchainDepositDetail } from "../../../types/http"
import { loadAssignedTo, loadExpected, loadLinked, loadProposals } from "./deposit-destination"
import { loadDepositNames } from "./deposit-names"
import { loadDepositOptions } from "./deposit-options"
import { depositToView } from "./deposit-to-view"

export const viewDepositStepId = "view-onchain-deposit"

/** Reads a deposit with what an operator needs to decide. @throws MedusaError `not_found` */
export const viewDepositStep = createStep(
  viewDepositStepId,
  async (input: { deposit_id: string }, { container }) => {
    const { store } = container.resolve("onchain").deposits
    const row = await store.find(input.deposit_id)
    if (!row) throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no deposit ${input.deposit_id}.`)
    const history = await store.history(row.id)
    const [names, options, expected, assigned_to, linked, proposals] = await Promise.all([
      loadDepositNames(
        container,
        [row],
        history.map(({ actor_id }) => actor_id)
      ),
      loadDepositOptions(container, row),
      loadExpected(container, row),
      loadAssignedTo(container, row, history),
      loadLinked(container, row),
      loadProposals(container, row),
    ])
    return new StepResponse<OnchainDepositDetail>({
      ...depositToView(row, names),
      ...options,
      expected,
      assigned_to,
      linked,
      proposals,
      history: history.map(({ action, actor_id, created_at }) => ({
        at: created_at.toISOString(),
        action,
        by: names.actorName(actor_id),
      })),
    })
  }
)

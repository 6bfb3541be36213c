import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { reasonAgainstApproval } from "../../../domain/approval"
import { destinationChoices } from "../../../domain/destination-choices"
import type { OnchainDestinationDetail } from "../../../types/http"
import type { RequestActor } from "../../payout/steps/payout-actor"
import { findPayoutRefusal } from "../../payout/steps/payout-gate"
import { loadDestinationNames } from "./destination-names"
import { destinationToView } from "./destination-to-view"
import { mustFindDestination } from "./must-find-destination"

export const viewDestinationStepId = "view-onchain-destination"

/** Reads a destination with what whoever looks can do with it. @throws MedusaError `not_found` */
export const viewDestinationStep = createStep(
  viewDestinationStepId,
  async (input: { destination_id: string; actor: RequestActor }, { container }) => {
    const { options, payouts } = container.resolve("onchain")
    const row = await mustFindDestination(container, input.destination_id)
    const [history, { refusal, actor }] = await Promise.all([
      payouts.destinations.history(row.id),
      findPayoutRefusal(container, input.actor),
    ])
    const names = await loadDestinationNames(
      container,
      [row],
      history.map(({ actor_id }) => actor_id)
    )
    const approvalRefusal = reasonAgainstApproval({
      approval: options.payouts.approval,
      actor,
      involved: [row.created_by, row.created_by_owner],
    })
    return new StepResponse<OnchainDestinationDetail>({
      ...destinationToView(row, names),
      choices: destinationChoices({
        state: row.state,
        refusal: refusal?.words ?? null,
        approvalRefusal: approvalRefusal?.words ?? null,
      }),
      history: history.map(({ action, actor_id, created_at }) => ({
        at: created_at.toISOString(),
        action,
        by: names.actorName(actor_id),
      })),
    })
  }
)

import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { paymentChoices } from "../../../domain/payment-choices"
import type { PaymentRow } from "../../../modules/onchain/payment-row"
import type { OnchainUnallocatedPaymentDetail } from "../../../types/http"
import { loadApplicationCandidates } from "./application-candidates"
import { fiatValueOfPayment } from "./payment-value"
import { toResolved } from "./resolved-words"
import { loadUnallocatedNames } from "./unallocated-names"
import { unallocatedToView } from "./unallocated-to-view"

export const viewUnallocatedPaymentStepId = "view-onchain-unallocated-payment"

/** Reads money that had no order to go to, with what an operator needs to decide. @throws MedusaError `not_found` */
export const viewUnallocatedPaymentStep = createStep(
  viewUnallocatedPaymentStepId,
  async (input: { payment_id: string }, { container }) => {
    const row = await mustFindUnallocated(container, input.payment_id)
    const history = await container.resolve("onchain").resolutions.history(row.id)
    const fiat_value = fiatValueOfPayment(row)
    const [names, candidates] = await Promise.all([
      loadUnallocatedNames(
        container,
        [row],
        history.map(({ actor_id }) => actor_id)
      ),
      loadApplicationCandidates(container, row, fiat_value),
    ])
    return new StepResponse<OnchainUnallocatedPaymentDetail>({
      ...unallocatedToView(row, names),
      fiat_value,
      candidates,
      choices: paymentChoices(toResolved(row, names), fiat_value),
      history: history.map(({ action, actor_id, created_at }) => ({
        at: created_at.toISOString(),
        action,
        by: names.actorName(actor_id),
      })),
    })
  }
)

/** @throws MedusaError `not_found` for a payment that was never set aside, too */
export async function mustFindUnallocated(container: MedusaContainer, id: string): Promise<PaymentRow> {
  const row = await container.resolve("onchain").unallocated.find(id)
  if (row) return row
  throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no unallocated payment ${id}.`)
}

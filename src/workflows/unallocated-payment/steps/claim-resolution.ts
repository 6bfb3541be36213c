import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { coveredBy } from "../../../domain/arrived-money"
import { resolvedInWords } from "../../../domain/payment-choices"
import { compareAmounts } from "../../../gateway/amount"
import { GatewayError } from "../../../gateway/client/errors"
import type { PaymentRow } from "../../../modules/onchain/payment-row"
import type { ResolutionRequest } from "../../../modules/onchain/payment-resolutions"
import { loadOrder, outstandingOf } from "../../order/steps/order-record"
import { findReasonAgainst } from "./application-target"
import { fiatValueOfPayment } from "./payment-value"
import { toResolved } from "./resolved-words"
import { loadUnallocatedNames } from "./unallocated-names"
import { mustFindUnallocated } from "./view-unallocated-payment"

export const claimResolutionStepId = "claim-onchain-payment-resolution"

/** What an admin asks for. */
export type ResolvePaymentInput = { payment_id: string; actor_id: string } & (
  | { resolution: "apply"; order_id: string }
  | { resolution: "refund_due" }
  | { resolution: "keep"; note: string }
)

/**
 * Chooses what becomes of money that has no order to go to: of all who try, one may go on.
 *
 * The same choice again, while it is not carried out, goes on with it.
 *
 * @throws MedusaError `not_found`; `not_allowed` with the reason; `conflict` with who was faster
 */
export const claimResolutionStep = createStep(
  claimResolutionStepId,
  async (input: ResolvePaymentInput, { container }) => {
    const seen = await mustFindUnallocated(container, input.payment_id)
    const isWaiting = seen.state === "unallocated" && seen.resolution === null
    const request = isWaiting ? await toRequest(container, seen, input) : null
    const claimed = request && (await container.resolve("onchain").resolutions.claim(request))
    if (claimed) return new StepResponse({ payment_id: claimed.id })
    const now = await mustFindUnallocated(container, input.payment_id)
    if (!isSameChoice(now, input)) throw await conflict(container, now)
    return new StepResponse({ payment_id: now.id })
  }
)

async function toRequest(
  container: MedusaContainer,
  seen: PaymentRow,
  input: ResolvePaymentInput
): Promise<ResolutionRequest> {
  const payment = input.resolution === "keep" ? seen : await readAgain(container, seen)
  const tokenAmount = coveredBy(input.resolution, payment)
  const base = { paymentId: seen.id, actorId: input.actor_id, tokenAmount }
  if (input.resolution === "keep") return { ...base, resolution: "keep", note: input.note }
  if (input.resolution === "refund_due") return { ...base, resolution: "refund_due" }
  const order = await loadOrder(container, input.order_id)
  if (!order) throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no order ${input.order_id}.`)
  const amount = fiatValueOfPayment(payment)
  const reason = await findReasonAgainst(container, payment, amount, order)
  if (reason !== null || amount === null)
    throw new MedusaError(MedusaError.Types.NOT_ALLOWED, reason ?? "What arrived is not known.")
  const isInFull = compareAmounts(outstandingOf(order), amount) === 0
  return { ...base, resolution: "apply", orderId: order.id, amount, isInFull }
}

/** More may have arrived since it was set aside. */
async function readAgain(container: MedusaContainer, seen: PaymentRow): Promise<PaymentRow> {
  if (!seen.gateway_invoice_id) return seen
  try {
    return (await container.resolve("onchain").refreshPayment(seen)).payment
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    throw new MedusaError(
      MedusaError.Types.NOT_ALLOWED,
      `The service was asked how much arrived and did not answer (${error.code}). Nothing has changed; try again.`
    )
  }
}

/** A choice that is not carried out yet, asked for again; an application by anybody, because it may need another try. */
function isSameChoice(row: PaymentRow, input: ResolvePaymentInput): boolean {
  return (
    row.resolution === input.resolution &&
    row.resolution_done_at === null &&
    (input.resolution === "apply"
      ? row.applied_order_id === input.order_id
      : row.resolved_by === input.actor_id)
  )
}

async function conflict(container: MedusaContainer, row: PaymentRow): Promise<MedusaError> {
  const names = await loadUnallocatedNames(container, [row])
  return new MedusaError(MedusaError.Types.CONFLICT, resolvedInWords(toResolved(row, names)))
}

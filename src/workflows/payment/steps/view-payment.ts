import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { GatewayError } from "../../../gateway/client/errors"
import type { PaymentRow } from "../../../modules/onchain/payment-row"
import { findOrderOfPayment } from "../../order/steps/find-order-of-payment"
import { isCancelled, loadOrder, outstandingOf } from "../../order/steps/order-record"
import { confirmAddress, hasReusableAddress } from "./confirm-address"
import { isPayable, payerStatus, paymentToView, type AddressSource } from "./payment-to-view"

export const viewPaymentStepId = "view-onchain-payment"

/** A page that waits for its address asks the gateway at most this often. */
const ADDRESS_POLL_MS = 2_000

/**
 * Who is looking. `link` holds the unguessable link of the hosted page, `api` is a caller of the store API with the
 * customer of its request, if any. `isDisplay` is false for a page that only asks whether it is still true.
 */
export type PaymentViewer = {
  session_id: string
  via: { kind: "link" } | { kind: "api"; customer_id: string | null }
  isDisplay: boolean
}

/**
 * Finds the payment of a session for whoever is looking.
 *
 * The payment of a signed-in customer does not exist for another customer, and keeps its address from a caller who
 * is nobody. A customer's own address is confirmed by the service before it is shown; a page that polls shows none
 * and costs the gateway nothing.
 *
 * @throws MedusaError `not_found` for an unknown session, and for the payment of another customer
 */
export const viewPaymentStep = createStep(viewPaymentStepId, async (input: PaymentViewer, { container }) => {
  const onchain = container.resolve("onchain")
  const found = await onchain.payments.find({ session_id: input.session_id })
  if (!found || isOfAnother(found, input)) {
    throw new MedusaError(MedusaError.Types.NOT_FOUND, "There is no such payment.")
  }
  const nowMs = onchain.clock()
  const stored = await onchain.intents.followUp(found)
  const payment = isAddressDue(stored, nowMs) ? await askForAddress(container, stored) : stored
  const orderOutstanding = await findAppliedOrder(container, payment)
  const source = await findSource(container, payment, input, orderOutstanding)
  const { environment } = onchain.options
  return new StepResponse(paymentToView(payment, { environment, nowMs, source, orderOutstanding }))
})

/** What the order of a payment is still owed, where a person has applied money to it; else null. */
async function findAppliedOrder(container: MedusaContainer, payment: PaymentRow): Promise<string | null> {
  if (!(await container.resolve("onchain").resolutions.isOrderPaidByApplied(payment))) return null
  const orderId = await findOrderOfPayment(container, payment)
  const order = orderId === null ? null : await loadOrder(container, orderId)
  return order && !isCancelled(order) ? outstandingOf(order) : null
}

function isOfAnother({ customer_id }: PaymentRow, { via }: PaymentViewer): boolean {
  if (via.kind === "link" || customer_id === null) return false
  return via.customer_id !== null && via.customer_id !== customer_id
}

async function findSource(
  container: MedusaContainer,
  payment: PaymentRow,
  { via, isDisplay }: PaymentViewer,
  orderOutstanding: string | null
): Promise<AddressSource> {
  const isForOneOnly = payment.customer_id !== null
  if (via.kind === "api" && isForOneOnly && via.customer_id === null) return { kind: "withheld" }
  if (!hasReusableAddress(payment)) return { kind: "row" }
  const status = payerStatus(payment, container.resolve("onchain").clock(), orderOutstanding)
  return isDisplay && isPayable(status) ? confirmAddress(container, payment) : { kind: "unasked" }
}

/** An address that was not ready when the invoice was opened, such as a dedicated one on Stellar. */
function isAddressDue(payment: PaymentRow, nowMs: number): boolean {
  if (payment.deposit_address || payment.state !== "awaiting" || !payment.gateway_invoice_id) return false
  return nowMs - (payment.checked_at?.getTime() ?? 0) >= ADDRESS_POLL_MS
}

/** The question is noted before it is asked, so pages that poll together ask once. */
async function askForAddress(container: MedusaContainer, stored: PaymentRow): Promise<PaymentRow> {
  const onchain = container.resolve("onchain")
  await onchain.payments.note(stored.id, { checked_at: new Date(onchain.clock()) })
  try {
    return (await onchain.refreshPayment(stored)).payment
  } catch (error) {
    // The page still shows what is known; the failed attempts are in the log.
    if (error instanceof GatewayError) return stored
    throw error
  }
}

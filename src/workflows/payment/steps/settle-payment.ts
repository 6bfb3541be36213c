import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import { decideSettlement, type SettlementDecision, type UnallocatedReason } from "../../../domain/settlement"
import type { Invoice } from "../../../gateway/contract"
import { paymentToExpected, type PaymentRow } from "../../../modules/onchain/payment-row"
import { announceOnce, recordCaptured } from "./announce-settlement"
import { captureOrderPayment } from "./capture-order-payment"
import { completeOrSetAside } from "./complete-or-set-aside"
import { loadSessionFacts, type LoadedFacts } from "./load-session-facts"
import { withCartLock } from "./with-cart-lock"

export const settlePaymentStepId = "settle-onchain-payment"

/** What became of a payment: the kind of the last decision. */
export type SettlementOutcome = "already_final" | "waiting" | "captured" | "unallocated"

/** Longest wait for somebody else's work on the same payment, in seconds. */
const LOCK_TIMEOUT_S = 40
/** Completing a cart and capturing its order are two rounds; the third sees the result. */
const MAX_ROUNDS = 4

/**
 * Reads the canonical invoice of a payment and acts on it, exactly once.
 *
 * One lock per payment keeps deliveries that come together from doing the same work side by side.
 * Whatever is cut off is finished by the next delivery, since each round starts from the facts.
 *
 * @throws GatewayError when the invoice cannot be read; nothing has changed then
 */
export const settlePaymentStep = createStep(
  settlePaymentStepId,
  async (input: { payment_id: string }, { container }) =>
    new StepResponse({ outcome: await settlePayment(container, input.payment_id) })
)

/**
 * The same for callers that need the error as it was thrown: the workflow engine hands on a copy.
 *
 * @param isCheck nobody has told of a change: it is asked for as cheaply as can be
 */
export async function settlePayment(
  container: MedusaContainer,
  paymentId: string,
  { isCheck = false } = {}
): Promise<SettlementOutcome> {
  let hasFailed = true
  try {
    const outcome = await container
      .resolve(Modules.LOCKING)
      .execute([`onchain:payment:${paymentId}`], () => settle(container, paymentId, isCheck), {
        timeout: LOCK_TIMEOUT_S,
      })
    hasFailed = false
    return outcome
  } finally {
    await container.resolve("onchain").checks.plan(paymentId, { hasFailed })
  }
}

async function settle(
  container: MedusaContainer,
  paymentId: string,
  isCheck: boolean
): Promise<SettlementOutcome> {
  const onchain = container.resolve("onchain")
  const stored = await onchain.payments.find({ id: paymentId })
  if (!stored) throw new Error(`there is no payment ${paymentId}`)
  // The invoice of an intent is made by the service when its deposit is assigned.
  if (!stored.gateway_invoice_id) return "waiting"
  const { payment, invoice } = await onchain.refreshPayment(stored, { isCheck })
  if (payment.state === "unallocated") {
    const isNews = payment.announced_at === null
    await announceOnce(container, payment)
    return isNews ? "unallocated" : "already_final"
  }
  if (payment.state === "captured") return finishCaptured(container, payment)
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const outcome = await act(container, payment, invoice)
    if (outcome !== "again") return outcome
  }
  throw new Error(`payment ${paymentId} is settled, but its order cannot be completed yet`)
}

/** Money that came on top after the capture is owed back too, and what a killed process left untold is told. */
async function finishCaptured(container: MedusaContainer, payment: PaymentRow): Promise<SettlementOutcome> {
  const isTold = payment.announced_at !== null
  const facts = isTold
    ? null
    : await loadSessionFacts(container, payment, container.resolve("onchain").clock())
  await recordCaptured(container, payment, facts?.order?.id ?? null)
  return "already_final"
}

async function act(
  container: MedusaContainer,
  payment: PaymentRow,
  invoice: Invoice
): Promise<SettlementOutcome | "again"> {
  const { decision, facts } = await decide(container, payment, invoice)
  switch (decision.kind) {
    case "wait":
      return "waiting"
    case "retry":
      throw new Error(`payment ${payment.id}: Medusa does not know session ${payment.session_id} yet`)
    case "unallocated":
      return setAside(container, payment, decision.reason)
    case "complete_cart":
      return (await completeOrSetAside(
        container,
        payment,
        { cartId: decision.cartId, collectionId: facts.collectionId ?? "" },
        async () => (await decide(container, payment, invoice)).decision.kind === "complete_cart"
      ))
        ? setAside(container, payment, "completion_failed")
        : "again"
    case "capture_order":
    case "record_captured":
      return capture(container, payment, invoice, facts)
  }
}

async function setAside(
  container: MedusaContainer,
  payment: PaymentRow,
  reason: UnallocatedReason
): Promise<SettlementOutcome> {
  const { payments } = container.resolve("onchain")
  await payments.setAside(payment, reason)
  const now = await payments.find({ id: payment.id })
  if (now) await announceOnce(container, now)
  return "unallocated"
}

/** Takes the cart's lock, as core's own completion does, and decides again with nobody in between. */
async function capture(
  container: MedusaContainer,
  payment: PaymentRow,
  invoice: Invoice,
  seen: LoadedFacts
): Promise<SettlementOutcome | "again"> {
  // Without a cart, the collection is what two sessions for the same order have in common.
  const key = seen.cart?.id ?? seen.collectionId ?? payment.session_id
  return withCartLock(container, key, async () => {
    const { decision, facts } = await decide(container, payment, invoice)
    if (decision.kind !== "capture_order" && decision.kind !== "record_captured") return "again"
    if (facts.order) await captureOrderPayment(container, payment, facts)
    await recordCaptured(container, payment, decision.orderId)
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .info(`onchain: payment ${payment.id} captured for order ${decision.orderId ?? "(none)"}`)
    return "captured"
  })
}

async function decide(
  container: MedusaContainer,
  payment: PaymentRow,
  invoice: Invoice
): Promise<{ decision: SettlementDecision; facts: LoadedFacts }> {
  const facts = await loadSessionFacts(container, payment, container.resolve("onchain").clock())
  const decision = decideSettlement(invoice, paymentToExpected(payment), facts)
  return { decision, facts }
}

import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError, Modules } from "@medusajs/framework/utils"
import { type AttemptRefusal, isPriceFresh, refuseAttempt } from "../../domain/payment/attempt"
import { isInReview, type KnownMoney } from "../../domain/payment/invoice-reading"
import { findMisfit, isPaidOtherwise } from "../../domain/payment/settlement"
import { isPastExpiry } from "../../domain/payment/payment-status"
import { Opening } from "../../modules/onchain/payment/opening"
import {
  IS_OPENED,
  isChosen,
  type AnyPayment,
  type PaymentRow,
} from "../../modules/onchain/payment/payment-row"
import { choosePayoutBy } from "../../modules/onchain/payment/payout-split"
import { exclusivelyBy } from "../../modules/onchain/work/claim"
import { withPaymentLock } from "./capture"
import type { PageOwner } from "./create-page-link"
import { loadDue } from "./order-record"
import { findVisible, type PaymentViewer } from "./queries/view-payment"

/**
 * Opens the payer's choice: a network and a token, or a new quote after the last one expired. Repeating the same choice returns
 * the same attempt while it is payable.
 *
 * @throws MedusaError `not_found` for a payment the caller may not see; `invalid_data` for a rail that is not offered;
 * `not_allowed` with a code when no attempt can be opened
 */
export async function openAttempt(
  container: MedusaContainer,
  { viewer, rail }: { viewer: Omit<PaymentViewer, "isDisplay">; rail: string }
): Promise<void> {
  const onchain = container.resolve("onchain")
  const found = await findVisible(container, { ...viewer, isDisplay: false }, onchain.clock())
  const { id } = found.payment
  const opening = openingOf(container)
  const attempt = await withPaymentLock(container, id, async () => {
    const payment = await onchain.payments.findAny({ id })
    if (!payment) throw new Error(`payment ${id} is gone; payment rows are never deleted`)
    const known = await onchain.payments.knownMoney(id)
    const due = await loadDue(container, payment, found.owner)
    const customerId = customerOf(payment, found.owner)
    const isAsked = due?.isAsked !== false && payment.customer_id === customerId && !isInReview(known)
    if (
      isAsked &&
      isSameChoice(payment, rail, { nowMs: onchain.clock(), ...onchain.options.rates }) &&
      !(await onchain.collectionAmounts.hasOtherItems(payment))
    )
      return opening.reopen(payment)
    const isOrderCancelled = found.owner?.isOrderCancelled ?? false
    await requireOpen(container, { payment, known, isOrderCancelled })
    const fiatAmount = due?.amount ?? payment.session_fiat_amount
    if (fiatAmount === "0") throw refused("nothing_due")
    return opening.openAnother(payment, rail, { fiatAmount, customerId })
  })
  container
    .resolve(ContainerRegistrationKeys.LOGGER)
    .info(
      `onchain: payment ${id} awaits ${attempt.expected_amount} ${attempt.token} on ${attempt.network_id} ` +
        `(attempt ${attempt.attempt_id})`
    )
}

export function openingOf(container: MedusaContainer): Opening {
  const [onchain, locking] = [container.resolve("onchain"), container.resolve(Modules.LOCKING)]
  const engine = container.resolve(Modules.WORKFLOW_ENGINE)
  return new Opening(onchain, exclusivelyBy(locking), choosePayoutBy(engine))
}

/** An order can go to another account, whose addresses are its own. A guest's payment stays one. */
function customerOf(payment: AnyPayment, owner: PageOwner | undefined): string | null {
  return payment.customer_id === null ? null : (owner?.customer_id ?? payment.customer_id)
}

function isSameChoice(
  payment: AnyPayment,
  rail: string,
  { nowMs, maxAgeMs }: { nowMs: number; maxAgeMs: number }
): payment is PaymentRow {
  if (!isChosen(payment) || payment.rail_id !== rail || payment.address_refused_at !== null) return false
  if (payment.abandoned_at !== null || payment.order_closed_at !== null) return false
  if (payment.state === "opening") return isPriceFresh(payment, nowMs, maxAgeMs)
  return payment.state === "awaiting" && !isPastExpiry(payment, nowMs)
}

async function requireOpen(
  container: MedusaContainer,
  asked: { payment: AnyPayment; known: KnownMoney; isOrderCancelled: boolean }
): Promise<void> {
  const { payment, known, isOrderCancelled } = asked
  const { payments, collectionAmounts } = container.resolve("onchain")
  const attemptCount = await payments.countAttempts(payment.id, IS_OPENED)
  const refusal = refuseAttempt(payment, known, { isOrderCancelled, attemptCount })
  if (refusal !== null) throw refused(refusal)
  const cover = await collectionAmounts.ofSession(payment.session_id)
  if (cover === null) throw refused("session_deleted")
  if (findMisfit(cover, "placed")) throw refused("session_deleted")
  if (isPaidOtherwise(cover)) throw refused("paid")
}

const WORDS = {
  paid: "This order is paid. Send nothing more.",
  payment_on_its_way: "Your payment has been detected and is being confirmed. Do not pay again.",
  in_review: "Your payment has arrived and the shop is checking it. Do not pay again.",
  partially_paid:
    "Part of your payment has arrived. Send only the rest, to the address that the payment page shows.",
  session_deleted: "Your cart has changed. Go back to the shop and pay from there.",
  order_cancelled: "This order was cancelled. Do not send anything; place a new order in the shop.",
  nothing_due: "Nothing is due on this order. Do not send anything.",
  too_many_attempts: "Too many payment attempts. Contact the shop for help.",
} as const satisfies Record<AttemptRefusal, string>

function refused(refusal: AttemptRefusal): MedusaError {
  return new MedusaError(MedusaError.Types.NOT_ALLOWED, WORDS[refusal], refusal)
}

import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { MOST_ATTEMPTS } from "../../domain/payment/attempt"
import { GatewayError } from "../../gateway/client/errors"
import type { PaymentRow } from "../../modules/onchain/payment/payment-row"
import { isUnknownInvoice } from "./settle-payment"
import { choiceRefusalInWords } from "./words"
import { checkAttempt } from "./workers/poll-payments"

/** A payment that was read this recently is not read again. */
const PAUSE_MS = 5_000
/** How long an operator waits for a turn within the rate of the background. */
const PATIENCE_MS = 10_000

/** Whether the service may report something new of an attempt. */
export function isCheckable(attempt: PaymentRow): boolean {
  if (attempt.state === "opening" || attempt.gateway_invoice_id !== null) return true
  return attempt.kind === "auto_deposit" && attempt.state !== "superseded"
}

/**
 * Reads the invoices of a payment's attempts now, for an operator who does not want to wait for the schedule. The same path as the
 * scheduled check: it captures, holds or changes nothing by a rule of its own.
 *
 * @throws MedusaError `not_found`; `not_allowed` when nothing is open, or the service does not answer
 */
export async function checkPayment(
  container: MedusaContainer,
  { payment_id }: { payment_id: string }
): Promise<void> {
  const { payments, paymentChecks, clock } = container.resolve("onchain")
  if (!(await payments.findAny({ id: payment_id })))
    throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no payment ${payment_id}.`)
  const attempts = await findCheckable(container, payment_id)
  // The invoice of an intent is made when its deposit comes: the list that reports it is read next.
  await paymentChecks.bringForward(payment_id)
  const newest = Math.max(0, ...attempts.map(({ checked_at }) => checked_at?.getTime() ?? 0))
  if (clock() - newest < PAUSE_MS) return
  for (const attempt of attempts) await check(container, attempt)
}

/** Newest first. */
async function findCheckable(container: MedusaContainer, paymentId: string): Promise<PaymentRow[]> {
  const onchain = container.resolve("onchain")
  const attempts = (await onchain.payments.listAttempts(paymentId)).filter(isCheckable)
  if (attempts.length === 0) throw refused(choiceRefusalInWords("nothing_to_check"))
  const own = attempts.filter((attempt) => onchain.isOfThisAccount(attempt))
  if (own.length === 0) throw refused(choiceRefusalInWords("other_account"))
  return own
    .sort((left, right) => right.attempt_created_at.getTime() - left.attempt_created_at.getTime())
    .slice(0, MOST_ATTEMPTS)
}

async function check(container: MedusaContainer, attempt: PaymentRow): Promise<void> {
  const { budget, pause } = container.resolve("onchain").polling
  if (pause.isOn) throw refused("The provider is unavailable. Try again in a minute.")
  if (budget.affordable(PATIENCE_MS) < 1)
    throw refused("Too many payments are being checked. Try again in a minute.")
  await budget.take()
  try {
    await checkAttempt(container, attempt)
  } catch (error) {
    // An answer: it is recorded, and shown with the attempt.
    if (isUnknownInvoice(error)) return
    if (!(error instanceof GatewayError)) throw error
    throw refused(`The provider is unavailable: ${error.message}`)
  }
}

const refused = (message: string) => new MedusaError(MedusaError.Types.NOT_ALLOWED, message)

import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { keyLifeMs } from "../../../domain/idempotency-age"
import type { PaymentRow } from "../../../modules/onchain/payment-row"
import { loadSessionFacts, type LoadedFacts } from "./load-session-facts"

const LOCK_TIMEOUT_S = 60

const CUT_OFF = "its opening was cut off before anybody was shown an address"

/**
 * Finishes a payment whose opening died half way.
 *
 * While its session is alive the invoice is asked for again under the same key: a storefront that finds the session
 * can then show it. Otherwise it is given up; nobody was shown an address. An intent is never asked for again, since
 * asking could take the place of a newer one; that it may have taken the place of older ones is written down.
 *
 * @throws MedusaError when the service cannot open it now
 */
export async function resumeOpening(
  container: MedusaContainer,
  payment: PaymentRow
): Promise<"opened" | "given_up"> {
  const onchain = container.resolve("onchain")
  if (payment.kind === "auto_deposit") {
    await onchain.intents.reject(payment, CUT_OFF)
    return "given_up"
  }
  const facts = await loadSessionFacts(container, payment, onchain.clock())
  const lifeMs = keyLifeMs(onchain.options.assumptions.idempotency.retentionMs)
  if (!isOfUse(payment, facts, lifeMs, onchain.clock())) {
    await onchain.payments.move(payment, "failed", { last_error: CUT_OFF })
    return "given_up"
  }
  const { session_id, rail_id, fiat_amount, currency_code, customer_id } = payment
  await onchain.openPayment(
    {
      sessionId: session_id,
      railId: rail_id,
      fiatAmount: fiat_amount,
      currencyCode: currency_code,
      customerId: customer_id,
    },
    (key, job) => container.resolve(Modules.LOCKING).execute([key], job, { timeout: LOCK_TIMEOUT_S })
  )
  return "opened"
}

/** The service forgets keys: past that, asking again would open a second invoice. */
function isOfUse(payment: PaymentRow, facts: LoadedFacts, retentionMs: number, nowMs: number): boolean {
  if (nowMs - payment.created_at.getTime() > retentionMs || facts.session !== "alive") return false
  if (facts.order) return !facts.order.isCancelled
  return facts.cart !== null && !facts.cart.isCompleted && facts.missingAmount === "0"
}

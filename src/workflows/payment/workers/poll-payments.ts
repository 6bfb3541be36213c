import type { Logger, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { isPriceFresh } from "../../../domain/payment/attempt"
import { keyLifeMs } from "../../../domain/repeated-call"
import type { BatchReport, CheckResult } from "./payment-poller"
import { reopenAttempt } from "../../../modules/onchain/payment/payment-opening"
import { isCurrent, type PaymentRow } from "../../../modules/onchain/payment/payment-row"
import { isUnavailable } from "../../../modules/onchain/work/circuit-breaker"
import { reasonOf } from "../../../modules/onchain/work/error-reason"
import { exclusivelyBy } from "../../../modules/onchain/work/locks"
import type { LoadedFacts } from "../load-session-facts"
import { loadSessionFacts } from "../load-session-facts"
import { settlePayment } from "../settle-payment"
import { paymentPollerOf } from "./payment-poller"

/** Polls every payment that is due without a webhook. Any number of processes may run it, at any time. */
export async function reconcilePayments(container: MedusaContainer): Promise<void> {
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  const { counters } = container.resolve("onchain")
  await paymentPollerOf(container).run({
    check: (payment) => checkPayment(container, payment),
    onBatch: (report) => {
      counters.add("reconciliation_checks", {}, report.asked)
      logBatch(logger, report)
    },
  })
}

function logBatch(logger: Logger, report: BatchReport): void {
  const { asked, captured, unallocated, failed, unavailable, left } = report
  const counts = { captured, unallocated, failed }
  const ends = Object.entries(counts).filter(([, count]) => count > 0)
  const what = [`${asked} polled`, ...ends.map(([name, count]) => `${count} ${name}`)].join(", ")
  if (unavailable > 0)
    logger.warn(`onchain: reconciliation: ${what}; the gateway is unavailable, ${left} left for later`)
  else logger.info(`onchain: reconciliation: ${what}; ${left === 0 ? "nothing more is due" : `${left} left`}`)
}

/** Polls one payment and acts on the answer. Failures are logged and planned again. */
async function checkPayment(container: MedusaContainer, payment: PaymentRow): Promise<CheckResult> {
  try {
    return await checkAttempt(container, payment)
  } catch (error) {
    const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
    logger.warn(`onchain: payment ${payment.id} (${payment.state}) could not be checked: ${reasonOf(error)}`)
    return isUnavailable(error) ? "unavailable" : "failed"
  }
}

/**
 * Polls an attempt and acts on the answer.
 *
 * @throws GatewayError when its invoice cannot be read; MedusaError when it cannot be opened now
 */
export async function checkAttempt(container: MedusaContainer, payment: PaymentRow): Promise<CheckResult> {
  if (payment.state === "opening") return checkOpening(container, payment)
  const options = { isCheck: true, attemptId: payment.attempt_id }
  const outcome = await settlePayment(container, payment.id, options)
  return outcome === "captured" || outcome === "unallocated" ? outcome : "unchanged"
}

async function checkOpening(container: MedusaContainer, payment: PaymentRow): Promise<CheckResult> {
  const { paymentChecks } = container.resolve("onchain")
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  let hasFailed = true
  try {
    const end = await resumeOpening(container, payment)
    hasFailed = false
    logger.info(`onchain: payment ${payment.id}, whose opening was cut off, is ${end.replace("_", " ")}`)
    return "unchanged"
  } finally {
    await paymentChecks.plan(payment.attempt_id, { hasFailed })
  }
}

const CUT_OFF = "its opening was interrupted before its address was shown"

/**
 * Finishes a payment whose opening died half way.
 *
 * While its session is alive the same invoice is requested again under the same key: a storefront that finds
 * the session can then show it. Otherwise it is abandoned: no shopper saw an address. An intent is never
 * requested again, since that could replace a newer one; older ones that it may have replaced are marked.
 *
 * @throws MedusaError when the service cannot open it now
 */
async function resumeOpening(
  container: MedusaContainer,
  payment: PaymentRow
): Promise<"opened" | "given_up"> {
  const onchain = container.resolve("onchain")
  if (payment.kind === "auto_deposit") {
    await onchain.intents.reject(payment, CUT_OFF)
    return "given_up"
  }
  // The shopper has chosen again since, and this address was never shown.
  if (!isCurrent(payment)) return giveUp(container, payment)
  const facts = await loadSessionFacts(container, payment, onchain.clock())
  const { assumptions, rates } = onchain.options
  const lifeMs = keyLifeMs(assumptions.idempotency.retentionMs)
  if (!isOfUse(payment, facts, lifeMs, onchain.clock())) return giveUp(container, payment)
  if (!isPriceFresh(payment, onchain.clock(), rates.maxAgeMs)) return giveUp(container, payment)
  const context = onchain.openingContext(exclusivelyBy(container.resolve(Modules.LOCKING)))
  await reopenAttempt(payment, context)
  return "opened"
}

async function giveUp(container: MedusaContainer, payment: PaymentRow): Promise<"given_up"> {
  await container.resolve("onchain").payments.move(payment, "failed", { last_error: CUT_OFF })
  return "given_up"
}

/** The service forgets keys: after that, a repetition would open a second invoice. */
function isOfUse(payment: PaymentRow, facts: LoadedFacts, retentionMs: number, nowMs: number): boolean {
  if (nowMs - payment.attempt_created_at.getTime() > retentionMs || facts.session !== "alive") return false
  if (facts.order) return !facts.order.isCancelled
  return facts.cart !== null && !facts.cart.isCompleted && facts.misfit === null
}

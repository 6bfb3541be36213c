import type { RateLimiter } from "../../../gateway/client/call"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"
import { isPriceFresh, MOST_ATTEMPTS } from "../../../domain/payment/attempt"
import { keyLifeMs } from "../../../gateway/assumptions"
import { GatewayError } from "../../../gateway/client/errors"
import type { PaymentChecks } from "../../../modules/onchain/payment/payment-checks"
import { isCurrent, type PaymentRow } from "../../../modules/onchain/payment/payment-row"
import { reasonOf } from "../../../modules/onchain/work/audit-log"
import {
  type CircuitBreaker,
  duringRun,
  isUnavailable,
  type SyncRuns,
} from "../../../modules/onchain/work/sync-runs"
import { openingOf } from "../open-attempt"
import { workOff } from "../../worker"
import { loadSessionFacts, notAllowed } from "../order-record"
import { isUnknownInvoice, type SettlementOutcome, settlePayment } from "../settle-payment"
import { choiceRefused } from "../words"

/** `unavailable` ends the run: the next call would fail as well. */
export type CheckResult = SettlementOutcome | "failed" | "unavailable"
type CheckCount = Record<CheckResult, number> & { asked: number }
export type BatchReport = CheckCount & { left: number }

type Parts = {
  checks: Pick<PaymentChecks, "claim" | "putBack" | "countDue">
  runs: Pick<SyncRuns, "begin" | "progress" | "finish">
  budget: Pick<RateLimiter, "take" | "affordable">
  pause: CircuitBreaker
  clock: () => number
  batchSize: number
  concurrency: number
}

/** A batch is polled well within its lease, and four calls at once leave the connections of the database to shoppers. */
const SIZES = { batchSize: 50, concurrency: 4 }

/** A run ends after this, so that no job of Medusa runs forever. */
const RUN_MS = 25_000
const ALIVE_EVERY_MS = 2_000

/**
 * Polls every payment that is due, batch after batch, in one process at a time, because the rate is shared.
 *
 * @returns null when calls are stopped or another process is running it
 */
export async function pollDuePayments(
  parts: Parts,
  check: (payment: PaymentRow) => Promise<CheckResult>,
  onBatch: (report: BatchReport) => void
): Promise<CheckCount | null> {
  const { checks, runs, budget, pause, clock, batchSize, concurrency } = parts
  if (pause.isOn) return null
  const poll = async () => {
    const total = emptyCount()
    const endsAtMs = clock() + RUN_MS
    let aliveAtMs = -Infinity
    for (let isOver = false; !isOver;) {
      // One goes first while the service may be failing. Nothing is claimed that the rate cannot afford.
      const size = Math.min(pause.isDoubtful ? 1 : batchSize, budget.affordable(endsAtMs - clock()))
      const queue = size > 0 ? await checks.claim(size) : []
      if (queue.length === 0) break
      const batch = emptyCount()
      const handle = async (payment: PaymentRow) => {
        await budget.take()
        const result = await check(payment)
        for (const count of [batch, total]) {
          count.asked++
          count[result]++
        }
        if (result === "unavailable") pause.begin()
        else if (result !== "failed") pause.end()
        if (clock() - aliveAtMs >= ALIVE_EVERY_MS) {
          aliveAtMs = clock()
          await runs.progress("payments", { seen: total.asked, changed: total.captured })
        }
        isOver ||= result === "unavailable" || clock() >= endsAtMs
        return isOver ? ("stop" as const) : undefined
      }
      await workOff({ claim: () => Promise.resolve(queue.shift()), handle, lanes: concurrency })
      await checks.putBack(queue)
      onBatch({ ...batch, left: await checks.countDue() })
    }
    return total
  }
  const problemOf = (total: CheckCount) => (total.unavailable > 0 ? "the gateway cannot be asked" : null)
  return duringRun(runs, "payments", 0, poll, problemOf)
}

function emptyCount(): CheckCount {
  return { captured: 0, unallocated: 0, unchanged: 0, failed: 0, unavailable: 0, asked: 0 }
}

/** Polls every payment that is due without a webhook. Any number of processes may run it, at any time. */
export async function reconcilePayments(container: MedusaContainer): Promise<void> {
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  const { counters, paymentChecks: checks, syncRuns: runs, clock, polling } = container.resolve("onchain")
  const check = async (payment: PaymentRow): Promise<CheckResult> => {
    try {
      return await checkAttempt(container, payment)
    } catch (error) {
      const what = `onchain: payment ${payment.id} (${payment.state}) could not be checked`
      logger.warn(`${what}: ${reasonOf(error)}`)
      return isUnavailable(error) ? "unavailable" : "failed"
    }
  }
  const parts = { checks, runs, clock, ...polling, ...SIZES }
  await pollDuePayments(parts, check, ({ asked, unavailable, left, ...counts }) => {
    counters.add("reconciliation_checks", {}, asked)
    const { captured, unallocated, failed } = counts
    const ends = Object.entries({ captured, unallocated, failed }).filter(([, count]) => count > 0)
    const what = [`${asked} polled`, ...ends.map(([name, count]) => `${count} ${name}`)].join(", ")
    if (unavailable > 0)
      logger.warn(`onchain: reconciliation: ${what}; the gateway is unavailable, ${left} left for later`)
    else
      logger.info(`onchain: reconciliation: ${what}; ${left === 0 ? "nothing more is due" : `${left} left`}`)
  })
}

/** @throws GatewayError when its invoice cannot be read; MedusaError when it cannot be opened now */
async function checkAttempt(container: MedusaContainer, payment: PaymentRow): Promise<SettlementOutcome> {
  if (payment.state !== "opening") return settlePayment(container, payment, { isCheck: true })
  let hasFailed = true
  try {
    await resumeOpening(container, payment)
    hasFailed = false
    return "unchanged"
  } finally {
    await container.resolve("onchain").paymentChecks.plan(payment.attempt_id, { hasFailed })
  }
}

const CUT_OFF = "its opening was interrupted before its address was shown"

/**
 * Finishes a payment whose opening died half way. While its session is alive the same invoice is requested again under the same
 * key. Otherwise it is abandoned: no shopper saw an address. An intent is never requested again, since that could replace a newer
 * one.
 */
async function resumeOpening(container: MedusaContainer, payment: PaymentRow): Promise<void> {
  const onchain = container.resolve("onchain")
  const isIntent = payment.kind === "auto_deposit"
  // A shopper who has chosen again since was never shown this address.
  const isResumed = !isIntent && isCurrent(payment) && (await isOfUse(container, payment))
  if (isIntent) await onchain.intents.conclude(payment, { state: "failed", last_error: CUT_OFF })
  else if (isResumed) await openingOf(container).reopen(payment)
  else await onchain.payments.move(payment, "failed", { last_error: CUT_OFF })
  container
    .resolve(ContainerRegistrationKeys.LOGGER)
    .info(
      `onchain: payment ${payment.id}, whose opening was cut off, is ${isResumed ? "opened" : "given up"}`
    )
}

async function isOfUse(container: MedusaContainer, payment: PaymentRow): Promise<boolean> {
  const { options, clock } = container.resolve("onchain")
  const facts = await loadSessionFacts(container, payment)
  // The service forgets keys: after that, a repetition would open a second invoice.
  const lifeMs = keyLifeMs(options.assumptions.idempotency.retentionMs)
  if (clock() - payment.attempt_created_at.getTime() > lifeMs || facts.session !== "alive") return false
  if (!isPriceFresh(payment, clock(), options.rates.maxAgeMs)) return false
  if (facts.order) return !facts.order.isCancelled
  return facts.cart !== null && !facts.cart.isCompleted && facts.misfit === null
}

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
 * Reads the invoices of a payment's attempts now, on the path of the scheduled check.
 *
 * @throws MedusaError `not_found`; `not_allowed` when nothing is open, or the service does not answer
 */
export async function checkPaymentNow(
  container: MedusaContainer,
  { payment_id }: { payment_id: string }
): Promise<void> {
  const onchain = container.resolve("onchain")
  const { payments, paymentChecks, clock, polling } = onchain
  if (!(await payments.findAny({ id: payment_id })))
    throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no payment ${payment_id}.`)
  const checkable = (await payments.listAttempts([payment_id])).filter(isCheckable)
  if (checkable.length === 0) throw choiceRefused("nothing_to_check")
  const attempts = checkable.filter((attempt) => onchain.isOfThisAccount(attempt))
  if (attempts.length === 0) throw choiceRefused("other_account")
  // The invoice of an intent is made when its deposit comes: the list that reports it is read next.
  await paymentChecks.bringForward(payment_id)
  const newest = Math.max(...attempts.map(({ checked_at }) => checked_at?.getTime() ?? 0))
  if (clock() - newest < PAUSE_MS) return
  for (const attempt of attempts.reverse().slice(0, MOST_ATTEMPTS)) {
    if (polling.pause.isOn) throw notAllowed("The provider is unavailable. Try again in a minute.")
    if (polling.budget.affordable(PATIENCE_MS) < 1)
      throw notAllowed("Too many payments are being checked. Try again in a minute.")
    await polling.budget.take()
    try {
      await checkAttempt(container, attempt)
    } catch (error) {
      // An answer: it is recorded, and shown with the attempt.
      if (isUnknownInvoice(error)) continue
      if (!(error instanceof GatewayError)) throw error
      throw notAllowed(`The provider is unavailable: ${error.message}`)
    }
  }
}

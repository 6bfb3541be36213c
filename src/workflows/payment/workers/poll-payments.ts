import type { Logger, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError, Modules } from "@medusajs/framework/utils"
import { moneyOf } from "../../../domain/money"
import { isPriceFresh, MOST_ATTEMPTS } from "../../../domain/payment/attempt"
import { dueOf, isSameAmount } from "../../../domain/payment/order-cover"
import { canPayAnew } from "../../../domain/payment/payment-status"
import { keyLifeMs } from "../../../domain/repeated-call"
import { GatewayError } from "../../../gateway/client/errors"
import { reopenAttempt } from "../../../modules/onchain/payment/opening"
import type { PaymentChecks } from "../../../modules/onchain/payment/payment-checks"
import { type AnyPayment, isCurrent, type PaymentRow } from "../../../modules/onchain/payment/payment-row"
import { reasonOf } from "../../../modules/onchain/work/audit-log"
import {
  type BackgroundRateLimiter,
  type CircuitBreaker,
  isUnavailable,
} from "../../../modules/onchain/work/gateway-load"
import { exclusivelyBy } from "../../../modules/onchain/work/locks"
import { duringRun, type SyncRuns } from "../../../modules/onchain/work/sync-runs"
import { perStore, workOff } from "../../worker"
import type { PageOwner } from "../create-page-link"
import { type LoadedFacts, loadSessionFacts } from "../load-session-facts"
import { loadDebt } from "../order-record"
import { isUnknownInvoice, settlePayment } from "../settle-payment"
import { choiceRefusalInWords } from "../words"

/** What a payment is to ask for now, in major units, "0" when nothing; `isAsked`: its attempt asks for just that. */
export type Due = { amount: string; isAsked: boolean }

/**
 * Reads what a payment that waits for money is to ask for: an order may owe less than it did, after a credit line, an edit or a
 * payment of another method.
 *
 * @returns null before its order is placed, after that is cancelled, once money decides, and for an order in another currency
 */
export async function loadDue(
  container: MedusaContainer,
  payment: AnyPayment,
  owner: Pick<PageOwner, "orderId" | "isOrderCancelled"> | undefined
): Promise<Due | null> {
  if (!owner?.orderId || owner.isOrderCancelled || !canPayAnew(payment.state)) return null
  const debt = await loadDebt(container, owner.orderId)
  const session = moneyOf(payment.session_fiat_amount, payment.currency_code)
  if (debt?.outstandingMoney.currency !== session.currency) return null
  const due = dueOf(session, debt.outstandingMoney, debt.decimals)
  const asked = { ...session, amount: payment.fiat_amount }
  return { amount: due.amount, isAsked: due.amount !== "0" && isSameAmount(asked, due, debt.decimals) }
}

/** `unavailable` ends the run: the next call would fail as well. */
export type CheckResult = "captured" | "unallocated" | "unchanged" | "failed" | "unavailable"
export type CheckCount = Record<CheckResult, number> & { asked: number }
export type BatchReport = CheckCount & { left: number }

export type ReconciliationSettings = { batchSize: number; concurrency: number }

/** A batch is polled well within its lease, and four calls at once leave the connections of the database to shoppers. */
const SETTINGS: ReconciliationSettings = { batchSize: 50, concurrency: 4 }

type Work = {
  /** Polls one payment and acts on the answer. Reports failures itself. */
  check: (payment: PaymentRow) => Promise<CheckResult>
  onBatch: (report: BatchReport) => void
}

type Parts = {
  checks: Pick<PaymentChecks, "claim" | "putBack" | "countDue" | "includeForgotten">
  runs: Pick<SyncRuns, "begin" | "progress" | "finish">
  budget: Pick<BackgroundRateLimiter, "take" | "affordable">
  pause: CircuitBreaker
  clock: () => number
}

/** A run ends after this, so that no job of Medusa runs forever. */
const RUN_MS = 25_000
const ALIVE_EVERY_MS = 2_000
const INCLUDE_EVERY_MS = 5 * 60_000

/**
 * Polls every payment that is due, batch after batch.
 *
 * One process at a time, because the rate is shared; a dead one is replaced as soon as its run shows no sign
 * of life, and claims prevent double work.
 */
export class PaymentPoller {
  private includedAtMs = -Infinity
  private aliveAtMs = -Infinity

  constructor(
    private readonly parts: Parts,
    private readonly settings: ReconciliationSettings
  ) {}

  /** @returns null when calls are stopped or another process is running it */
  async run(work: Work): Promise<CheckCount | null> {
    const { runs, pause } = this.parts
    if (pause.isOn) return null
    const poll = async () => {
      const total = emptyCount()
      await this.include()
      await this.workThrough(work, total)
      return total
    }
    return duringRun(runs, "payments", 0, poll, ({ unavailable }) =>
      unavailable > 0 ? "the gateway cannot be asked" : null
    )
  }

  private async include(): Promise<void> {
    const nowMs = this.parts.clock()
    if (nowMs - this.includedAtMs < INCLUDE_EVERY_MS) return
    this.includedAtMs = nowMs
    await this.parts.checks.includeForgotten()
  }

  private async workThrough(work: Work, total: CheckCount): Promise<void> {
    const { checks, budget, pause, clock } = this.parts
    const endsAtMs = clock() + RUN_MS
    const batch = emptyCount()
    const report = async () => {
      if (batch.asked === 0) return
      for (const key of Object.keys(batch) as (keyof CheckCount)[]) total[key] += batch[key]
      work.onBatch({ ...batch, left: await checks.countDue() })
      Object.assign(batch, emptyCount())
    }
    const queue: PaymentRow[] = []
    let busyLanes = 0
    // A batch is over before the next is claimed, so that nothing is claimed that the rate cannot afford.
    const claim = async () => {
      if (queue.length === 0 && busyLanes > 0) return undefined
      busyLanes++
      if (queue.length === 0) await refill()
      const payment = queue.shift()
      if (!payment) busyLanes--
      return payment
    }
    const refill = async () => {
      await report()
      // One goes first while the service may be failing.
      const size = pause.isDoubtful ? 1 : this.settings.batchSize
      const affordable = Math.min(size, budget.affordable(endsAtMs - clock()))
      if (affordable > 0) queue.push(...(await checks.claim(affordable)))
    }
    const handle = async (payment: PaymentRow) => {
      await this.checkOne(payment, work, batch)
      await this.showAlive(total.asked + batch.asked, batch)
      busyLanes--
      return batch.unavailable > 0 || clock() >= endsAtMs ? ("stop" as const) : undefined
    }
    await workOff({ claim, handle, lanes: () => (pause.isDoubtful ? 1 : this.settings.concurrency) })
    await checks.putBack(queue)
    await report()
  }

  private async checkOne(payment: PaymentRow, work: Work, count: CheckCount): Promise<void> {
    const { budget, pause } = this.parts
    await budget.take()
    const result = await work.check(payment)
    count.asked++
    count[result]++
    if (result === "unavailable") pause.begin()
    else if (result !== "failed") pause.end()
  }

  private async showAlive(seen: number, { captured }: CheckCount): Promise<void> {
    const nowMs = this.parts.clock()
    if (nowMs - this.aliveAtMs < ALIVE_EVERY_MS) return
    this.aliveAtMs = nowMs
    await this.parts.runs.progress("payments", { seen, changed: captured })
  }
}

function emptyCount(): CheckCount {
  return { captured: 0, unallocated: 0, unchanged: 0, failed: 0, unavailable: 0, asked: 0 }
}

export const paymentPollerOf = perStore(
  ({ paymentChecks: checks, syncRuns: runs, clock, polling }) =>
    new PaymentPoller({ checks, runs, clock, ...polling }, SETTINGS)
)

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
export async function checkPaymentNow(
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

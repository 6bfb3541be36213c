import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { setTimeout as pause } from "node:timers/promises"
import { TEST_EVENT } from "../../../domain/inbox/delivery"
import { GatewayError } from "../../../gateway/client/errors"
import {
  eventResource,
  eventSubject,
  parseDepositRecord,
  parseWithdrawalRecord,
  webhookEnvelopeSchema,
} from "../../../gateway/contract"
import { readPlainJson } from "../../../gateway/contract/wire"
import type { ClaimedDelivery, Inbox } from "../../../modules/onchain/inbox/inbox"
import { reasonOf } from "../../../modules/onchain/work/audit-log"
import { duringRun } from "../../../modules/onchain/work/sync-runs"
import { recordDepositEvent } from "../../deposit/workers/sync-deposits"
import { settlePayment } from "../../payment/settle-payment"
import { adoptDepositInvoice, type Adoption } from "../../payment/workers/deposit-invoices"
import { type Followed, followWithdrawal, recordWithdrawal } from "../../payout/follow-withdrawal"
import { perStore, Worker } from "../../worker"

/** A thrown error puts the delivery back into the inbox. */
export type DeliveryOutcome = { state: "processed" | "ignored"; note?: string }
export type DeliveryHandler = (delivery: ClaimedDelivery) => Promise<DeliveryOutcome>
export type DeliveryFailure = {
  delivery: ClaimedDelivery
  error: unknown
  state: Awaited<ReturnType<Inbox["fail"]>>
}
export type FailureListener = (failure: DeliveryFailure) => Promise<void>

export class InboxWorker {
  private readonly worker: Worker<ClaimedDelivery>

  constructor(
    private readonly inbox: Pick<Inbox, "claim" | "finish" | "fail">,
    concurrency: number,
    /** Waits until the next delivery may be processed. */
    turn: () => Promise<void> = () => Promise.resolve()
  ) {
    const claim = async () => {
      await turn()
      return (await inbox.claim()) ?? undefined
    }
    this.worker = new Worker(claim, () => concurrency)
  }

  /** @returns deliveries processed by this wake */
  wake(handle: DeliveryHandler, onFailure: FailureListener): Promise<number> {
    return this.worker.wake(async (delivery) => {
      try {
        const outcome = await handle(delivery)
        await this.inbox.finish(delivery, outcome.state, outcome.note ?? null)
      } catch (error) {
        const reason = reasonOf(error)
        await onFailure({ delivery, error, state: await this.inbox.fail(delivery, reason) })
      }
    })
  }
}

/** Deliveries processed at once in a process: most of their time is calls of the provider. */
const CONCURRENCY = 8

const inboxWorkerOf = perStore(
  ({ inbox, priority }) => new InboxWorker(inbox, CONCURRENCY, () => priority.deliveries.take())
)

/** Processes the deliveries that are due. Started by the webhook's event and by a job. */
export async function processInbox(container: MedusaContainer): Promise<void> {
  const { inbox, counters } = container.resolve("onchain")
  await inbox.recover()
  await inboxWorkerOf(container).wake(
    async (delivery) => {
      const outcome = await handleDelivery(container, delivery)
      counters.add(`deliveries_${outcome.state}`)
      return outcome
    },
    async (failure) => report(container, failure)
  )
}

function report(container: MedusaContainer, { delivery, error }: DeliveryFailure): void {
  const reason = reasonOf(error)
  container
    .resolve(ContainerRegistrationKeys.LOGGER)
    .warn(
      `onchain: delivery ${delivery.id} (${delivery.event}) failed at attempt ${delivery.attempts}: ${reason}`
    )
  container.resolve("onchain").counters.add("deliveries_failed")
}

export type EventHandler = (container: MedusaContainer, delivery: ClaimedDelivery) => Promise<DeliveryOutcome>

/** By the prefix of event names. Those of withdrawals are not documented. */
function handlersOf(container: MedusaContainer): readonly { prefix: string; handle: EventHandler }[] {
  const { withdrawalPrefixes } = container.resolve("onchain").options.assumptions.events
  return [
    { prefix: "invoice.", handle: handleInvoiceEvent },
    { prefix: "deposit.", handle: handleDepositEvent },
    { prefix: TEST_EVENT, handle: () => Promise.resolve({ state: "ignored", note: "a test event" }) },
    ...withdrawalPrefixes.map((prefix) => ({ prefix, handle: handleWithdrawalEvent })),
  ]
}

/**
 * A delivery is only a hint: its subject is fetched, and its data decides nothing.
 *
 * @throws when the work could not be finished; the inbox then tries again
 */
export async function handleDelivery(
  container: MedusaContainer,
  delivery: ClaimedDelivery
): Promise<DeliveryOutcome> {
  const kind = handlersOf(container).find(({ prefix }) => delivery.event.startsWith(prefix))
  if (kind) return kind.handle(container, delivery)
  await noteUnknownEvent(container, delivery)
  return { state: "ignored", note: `no handler for ${delivery.event}` }
}

/** An event of another name that is about a withdrawal of this store: a setting is wrong. */
async function noteUnknownEvent(
  container: MedusaContainer,
  { event, raw_body }: ClaimedDelivery
): Promise<void> {
  const { options, payouts, onUnreadable } = container.resolve("onchain")
  const { data } = webhookEnvelopeSchema.parse(readPlainJson(raw_body))
  const { id } = eventSubject(data, "withdrawal", options.assumptions)
  if (typeof id !== "string" || !(await payouts.withdrawals.store.findByGatewayId(id))) return
  const setting = "assumptions.events.withdrawalPrefixes"
  onUnreadable({ resource: "event", field: "name", setting, word: event })
}

/** The setting decides where an event has its subject. */
function noteNoSubject(container: MedusaContainer, kind: "invoice" | "withdrawal"): void {
  const setting = `assumptions.events.envelopes.${kind} or assumptions.ids.${kind}`
  container.resolve("onchain").onUnreadable({ resource: "event", field: `${kind} identifier`, setting })
}

/**
 * No call fetches a single deposit, so the event's description is recorded, and what an event cannot prove is
 * looked up in a list.
 *
 * @throws ContractError naming the fields of an unreadable deposit; the inbox keeps it
 */
async function handleDepositEvent(
  container: MedusaContainer,
  delivery: ClaimedDelivery
): Promise<DeliveryOutcome> {
  const { assumptions } = container.resolve("onchain").options
  const envelope = webhookEnvelopeSchema.parse(readPlainJson(delivery.raw_body))
  const deposit = parseDepositRecord(eventResource(envelope, assumptions), assumptions)
  await recordDepositEvent(container, { event: delivery.event, deposit })
  return { state: "processed" }
}

/** Its creation may still be in progress. */
const UNKNOWN_INVOICE_ATTEMPTS = 4

/** @throws when the work could not be finished; the inbox then tries again */
async function handleInvoiceEvent(
  container: MedusaContainer,
  delivery: ClaimedDelivery
): Promise<DeliveryOutcome> {
  const invoiceId = delivery.resource_id
  if (!invoiceId) {
    noteNoSubject(container, "invoice")
    return { state: "ignored", note: "the delivery names no invoice" }
  }
  const found = await findPayment(container, invoiceId)
  if (found.kind === "none") return { state: "ignored", note: found.note }
  if (found.kind === "payment") {
    await settlePayment(container, found.paymentId, { attemptId: found.attemptId })
    return { state: "processed" }
  }
  if (delivery.attempts >= UNKNOWN_INVOICE_ATTEMPTS)
    return { state: "ignored", note: "not an invoice of this store" }
  throw new Error(`no payment of this store has invoice ${invoiceId}`)
}

async function findPayment(container: MedusaContainer, invoiceId: string): Promise<Adoption> {
  const payment = await container.resolve("onchain").payments.find({ gateway_invoice_id: invoiceId })
  return payment
    ? { kind: "payment", paymentId: payment.id, attemptId: payment.attempt_id }
    : adoptDepositInvoice(container, invoiceId)
}

/** The answer to our call may still be on the way. */
const UNKNOWN_WITHDRAWAL_ATTEMPTS = 4

/**
 * Reads the withdrawal of an event from the service, and moves ours accordingly.
 *
 * @throws when the work could not be finished; the inbox then retries
 */
export async function handleWithdrawalEvent(
  container: MedusaContainer,
  delivery: ClaimedDelivery
): Promise<DeliveryOutcome> {
  const gatewayId = delivery.resource_id
  if (!gatewayId) {
    noteNoSubject(container, "withdrawal")
    return { state: "ignored", note: "the delivery names no withdrawal" }
  }
  const followed = await follow(container, gatewayId)
  if (followed.kind === "ours") return { state: "processed" }
  if (followed.kind === "unconfirmed") return applyUnconfirmedEvent(container, delivery, gatewayId)
  if (followed.kind === "foreign") return { state: "ignored", note: "not a withdrawal of this store" }
  return ignoreUnknown(delivery, gatewayId)
}

/** @throws Error until the answer to a call of ours can no longer be on the way */
function ignoreUnknown({ attempts }: ClaimedDelivery, gatewayId: string): DeliveryOutcome {
  if (attempts < UNKNOWN_WITHDRAWAL_ATTEMPTS) throw new Error(`no withdrawal of this store is ${gatewayId}`)
  return { state: "ignored", note: "not a withdrawal of this store, as far as the gateway reports" }
}

/** Reports a withdrawal as nameless when neither the service nor our own rows know its ID. */
async function follow(container: MedusaContainer, gatewayId: string): Promise<Followed> {
  try {
    return await followWithdrawal(container, gatewayId)
  } catch (error) {
    const { store } = container.resolve("onchain").payouts.withdrawals
    const isMissing = error instanceof GatewayError && error.status === 404
    if (isMissing && !(await store.findByGatewayId(gatewayId))) return { kind: "nameless" }
    throw error
  }
}

/** What the service shows does not confirm the event yet: a transaction may be listed a little later. */
const UNCONFIRMED_ATTEMPTS = 4

/** A signed event that nothing confirms counts only where the store's settings say so. */
async function applyUnconfirmedEvent(
  container: MedusaContainer,
  delivery: ClaimedDelivery,
  gatewayId: string
): Promise<DeliveryOutcome> {
  const { options, payouts } = container.resolve("onchain")
  const { assumptions } = options
  const row = await payouts.withdrawals.store.findByGatewayId(gatewayId)
  if (!row) return ignoreUnknown(delivery, gatewayId)
  if (delivery.attempts < UNCONFIRMED_ATTEMPTS)
    throw new Error(`nothing that the provider shows confirms an event of withdrawal ${row.id} yet`)
  if (!assumptions.events.trustWithdrawals)
    return { state: "processed", note: "nothing that the provider shows confirms it; the withdrawal waits" }
  const envelope = webhookEnvelopeSchema.parse(readPlainJson(delivery.raw_body))
  const withdrawal = parseWithdrawalRecord(eventResource(envelope, assumptions), assumptions)
  await recordWithdrawal(container, row, withdrawal, { source: "event" })
  return { state: "processed", note: "by the signed event alone" }
}

const BATCH = 500
/** The next run takes the rest. */
const MAX_BATCHES = 400
/** So that a long run slows nothing else down. */
const PAUSE_MS = 20
const BATCHES_PER_LINE = 20

/** A published event only helps to look into what happened. */
const KEEP_EVENTS_DAYS = 7

/**
 * Deletes old finished and dead deliveries, old published events, and page links that ended long ago. Safe to interrupt,
 * and in several processes at once.
 */
export async function purgeInbox(container: MedusaContainer): Promise<void> {
  const { deliveries, outbox, pageLinks } = container.resolve("onchain")
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  const purged = await purgeAll(
    () => deliveries.purge(BATCH),
    (count) => logger.info(`onchain: ${count} old deliveries deleted, going on`)
  )
  await purgeAll(() => outbox.purge(KEEP_EVENTS_DAYS, BATCH))
  await pageLinks.purge(BATCH)
  if (purged > 0) logger.info(`onchain: ${purged} old deliveries deleted`)
}

/** Deletes in batches until little is left. @returns how many rows */
async function purgeAll(purge: () => Promise<number>, onLine?: (purged: number) => void): Promise<number> {
  let purged = 0
  for (let batch = 1; batch <= MAX_BATCHES; batch++) {
    const count = await purge()
    purged += count
    if (count < BATCH) break
    if (batch % BATCHES_PER_LINE === 0) onLine?.(purged)
    await pause(PAUSE_MS)
  }
  return purged
}

const EVERY_MS = 60 * 60_000

/** Once an hour, in one process. */
export async function purgeWhenDue(container: MedusaContainer): Promise<void> {
  const { syncRuns: runs } = container.resolve("onchain")
  await duringRun(runs, "purge", EVERY_MS, () => purgeInbox(container))
}

import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { TEST_EVENT } from "../../../domain/inbox/delivery"
import { GatewayError } from "../../../gateway/client/errors"
import {
  eventResource,
  eventSubject,
  parseDeposit,
  parseWithdrawal,
  webhookEnvelopeSchema,
} from "../../../gateway/contract"
import { readPlainJson } from "../../../gateway/contract/wire"
import type { ClaimedDelivery } from "../../../modules/onchain/inbox/inbox"
import { reasonOf } from "../../../modules/onchain/work/audit-log"
import { recordDepositEvent } from "../../deposit/workers/sync-deposits"
import { settlePayment } from "../../payment/settle-payment"
import { adoptDepositInvoice } from "../../payment/workers/deposit-invoices"
import { type Followed, followWithdrawal, recordWithdrawal } from "../../payout/follow-withdrawal"
import { recordLeg, recordLegEvent } from "../../payout/workers/follow-legs"
import { perStore, Worker } from "../../worker"

/** Deliveries processed at once in a process: most of their time is calls of the provider. */
const CONCURRENCY = 8

const inboxWorkerOf = perStore(
  ({ inbox, priority }) =>
    new Worker(async () => {
      await priority.deliveries.take()
      return (await inbox.claim()) ?? undefined
    }, CONCURRENCY)
)

/** Processes the deliveries that are due. Started by the webhook's event and by a job. */
export async function processInbox(container: MedusaContainer): Promise<void> {
  await container.resolve("onchain").inbox.recover()
  await inboxWorkerOf(container).wake((delivery) => processDelivery(container, delivery))
}

/** Closes failed deliveries whose payment was captured since. Only a job does so: a webhook does not wait for it. */
export async function closeCapturedDeliveries(container: MedusaContainer): Promise<void> {
  await container.resolve("onchain").inbox.closeCaptured()
}

export async function processDelivery(
  container: MedusaContainer,
  delivery: ClaimedDelivery,
  handle: typeof handleDelivery = handleDelivery
): Promise<void> {
  const { inbox, counters } = container.resolve("onchain")
  try {
    const { state, note = null } = await handle(container, delivery)
    await inbox.finish(delivery, state, note)
    counters.add(`deliveries_${state}`)
  } catch (error) {
    const reason = reasonOf(error)
    await inbox.fail(delivery, reason)
    counters.add("deliveries_failed")
    const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
    const what = `onchain: delivery ${delivery.id} (${delivery.event})`
    if (!(error instanceof Unconfirmed))
      logger.warn(`${what} failed at attempt ${delivery.attempts}: ${reason}`)
    else if (delivery.attempts === 1) logger.debug(`${what} is tried again: ${reason}`)
  }
}

/** Routine: the answer to a call of ours may be on its way, or the subject is another shop's. */
class Unconfirmed extends Error {}

type Outcome = { state: "processed" | "ignored"; note?: string }

const ignored = (note: string): Outcome => ({ state: "ignored", note })

/** After this many the answer to a call of ours is no longer on its way, and a transaction is listed. */
const PATIENT_ATTEMPTS = 4

/** A delivery is only a hint: its subject is fetched, and its data decides nothing. @throws when the inbox has to try again */
export async function handleDelivery(
  container: MedusaContainer,
  delivery: ClaimedDelivery
): Promise<Outcome> {
  const { events } = container.resolve("onchain").options.assumptions
  const isNamed = (prefix: string) => delivery.event.startsWith(prefix)
  if (isNamed(TEST_EVENT)) return ignored("a test event")
  if (isNamed("deposit.")) return handleDepositEvent(container, delivery)
  if (isNamed("invoice.")) return handleInvoiceEvent(container, delivery)
  // The names of events about withdrawals are not documented.
  if (events.withdrawalPrefixes.some(isNamed)) return handleWithdrawalEvent(container, delivery)
  await noteUnknownEvent(container, delivery)
  return ignored(`no handler for ${delivery.event}`)
}

/** An event of another name that is about a withdrawal of this store: a setting is wrong. */
async function noteUnknownEvent(container: MedusaContainer, delivery: ClaimedDelivery): Promise<void> {
  const { options, payouts, onUnreadable } = container.resolve("onchain")
  const { id } = eventSubject(envelopeOf(delivery).data, "withdrawal", options.assumptions)
  if (typeof id !== "string" || !(await payouts.withdrawals.store.findByGatewayId(id))) return
  const setting = "assumptions.events.withdrawalPrefixes"
  onUnreadable({ resource: "event", field: "name", setting, word: delivery.event })
}

/** The settings decide where an event has its subject. */
function ignoreNameless(container: MedusaContainer, kind: "invoice" | "withdrawal"): Outcome {
  const setting = `assumptions.events.envelopes.${kind} or assumptions.ids.${kind}`
  container.resolve("onchain").onUnreadable({ resource: "event", field: `${kind} identifier`, setting })
  return ignored(`the delivery names no ${kind}`)
}

/**
 * No call fetches a single deposit, so the event's description is recorded, and what an event cannot prove is looked up in a
 * list.
 *
 * @throws ContractError naming the fields of an unreadable deposit; the inbox keeps it
 */
async function handleDepositEvent(container: MedusaContainer, delivery: ClaimedDelivery): Promise<Outcome> {
  const { assumptions } = container.resolve("onchain").options
  const deposit = parseDeposit(eventResource(envelopeOf(delivery), assumptions), assumptions)
  await recordDepositEvent(container, { event: delivery.event, deposit })
  return { state: "processed" }
}

function envelopeOf({ raw_body }: ClaimedDelivery) {
  return webhookEnvelopeSchema.parse(readPlainJson(raw_body))
}

async function handleInvoiceEvent(
  container: MedusaContainer,
  { resource_id: id, attempts }: ClaimedDelivery
): Promise<Outcome> {
  if (!id) return ignoreNameless(container, "invoice")
  const known = await container.resolve("onchain").payments.find({ gateway_invoice_id: id })
  const found = known ?? (await adoptDepositInvoice(container, id))
  if (found && "ignored" in found) return ignored(found.ignored)
  if (found && "recorded" in found) return { state: "processed", note: found.recorded }
  if (found) {
    await settlePayment(container, found)
    return { state: "processed" }
  }
  if (attempts < PATIENT_ATTEMPTS) throw new Unconfirmed(`no payment of this store has invoice ${id}`)
  return ignored("not an invoice of this store")
}

/**
 * Reads the withdrawal of an event from the service, and moves ours accordingly. A signed event that nothing confirms counts only
 * where the settings say so.
 */
async function handleWithdrawalEvent(
  container: MedusaContainer,
  delivery: ClaimedDelivery
): Promise<Outcome> {
  const { options, payouts } = container.resolve("onchain")
  const { assumptions } = options
  const { resource_id: id, attempts } = delivery
  if (!id) return ignoreNameless(container, "withdrawal")
  const followed = await follow(container, id)
  const { kind } = followed
  if (kind === "ours") return { state: "processed" }
  if ("withdrawal" in followed && (await recordLeg(container, followed.withdrawal, followed.askedAt)))
    return { state: "processed", note: "a leg of a split" }
  if (kind === "foreign") return ignored("not a withdrawal of this store")
  const row = kind === "unconfirmed" && (await payouts.withdrawals.store.findByGatewayId(id))
  if (!row) {
    if (kind === "unconfirmed" && (await recordLegEvent(container, envelopeOf(delivery))))
      return { state: "processed", note: "a leg of a split, by the signed event alone" }
    if (attempts < PATIENT_ATTEMPTS) throw new Unconfirmed(`no withdrawal of this store is ${id}`)
    return ignored("not a withdrawal of this store, as far as the gateway reports")
  }
  if (attempts < PATIENT_ATTEMPTS)
    throw new Unconfirmed(`nothing that the provider shows confirms an event of withdrawal ${row.id} yet`)
  if (!assumptions.events.trustWithdrawals)
    return { state: "processed", note: "nothing that the provider shows confirms it; the withdrawal waits" }
  const withdrawal = parseWithdrawal(eventResource(envelopeOf(delivery), assumptions), assumptions)
  await recordWithdrawal(container, row, withdrawal, { source: "event" })
  return { state: "processed", note: "by the signed event alone" }
}

/** A withdrawal is missing when neither the service nor our own rows know its ID. */
async function follow(
  container: MedusaContainer,
  gatewayId: string
): Promise<Followed | { kind: "missing" }> {
  try {
    return await followWithdrawal(container, gatewayId)
  } catch (error) {
    const { store } = container.resolve("onchain").payouts.withdrawals
    const isMissing = error instanceof GatewayError && error.status === 404
    if (isMissing && !(await store.findByGatewayId(gatewayId))) return { kind: "missing" }
    throw error
  }
}

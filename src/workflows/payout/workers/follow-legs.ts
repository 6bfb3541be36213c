import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { GatewayError } from "../../../gateway/client/errors"
import { ContractError, eventResource, parseWithdrawal } from "../../../gateway/contract"
import type { WebhookEnvelope, Withdrawal } from "../../../gateway/contract"
import type { PayoutLegRow, UnknownPayout } from "../../../modules/onchain/payout/payout-legs"
import { reasonOf } from "../../../modules/onchain/work/audit-log"
import { duringRun, isUnavailable } from "../../../modules/onchain/work/sync-runs"
import { transactionSyncOf } from "../../finance/workers/sync-transactions"

/**
 * Mirrors a withdrawal of the service that pays a share of an invoice of ours. We never repeat or pay one.
 *
 * @param askedAt when it was requested, by the database's clock; null for a signed event
 * @returns null for what is no leg of ours
 */
export async function recordLeg(
  container: MedusaContainer,
  withdrawal: Withdrawal,
  askedAt: Date | null
): Promise<PayoutLegRow | null> {
  const { invoiceId, clientReference, netAmount } = withdrawal
  if (invoiceId === undefined) return null
  const { payments, payouts } = container.resolve("onchain")
  const { store } = payouts.withdrawals
  const isOurs =
    (await store.findByGatewayId(withdrawal.id)) ??
    (clientReference === undefined ? undefined : await store.find(clientReference))
  if (isOurs) return null
  const attempt = await payments.find({ gateway_invoice_id: invoiceId })
  if (attempt?.network_id !== withdrawal.networkId) return null
  const shown = {
    withdrawalId: withdrawal.id,
    status: withdrawal.status,
    statusWord: withdrawal.statusWord ?? null,
    destinationAddress: withdrawal.destinationAddress ?? null,
    amount: withdrawal.amount ?? netAmount ?? null,
    fee: withdrawal.amount === undefined ? null : (withdrawal.fee ?? null),
    txHash: withdrawal.txHash ?? null,
    failureReason: withdrawal.failureReason ?? null,
  }
  return payouts.legs.record(attempt, shown, askedAt)
}

/** The leg that a signed event describes, where the service has no call that shows it. Nothing moves by it. */
export async function recordLegEvent(
  container: MedusaContainer,
  envelope: WebhookEnvelope
): Promise<PayoutLegRow | null> {
  const { assumptions } = container.resolve("onchain").options
  try {
    return await recordLeg(
      container,
      parseWithdrawal(eventResource(envelope, assumptions), assumptions),
      null
    )
  } catch (error) {
    if (error instanceof ContractError) return null
    throw error
  }
}

/** Per run. */
const MOST_READ = 20
const MOST_PAGES = 10
const MOST_PAYOUTS = 20
/** The legs follow the settlement within minutes; what is missing after an hour needs no haste. */
const SEARCH_EVERY_MS = 60_000
const SEARCH_LATE_EVERY_MS = 15 * 60_000
const LATE_AFTER_MS = 60 * 60_000

/** Polls legs that no webhook reported: those under way, and those of settled invoices that the service has not shown yet. */
export async function followLegs(container: MedusaContainer): Promise<void> {
  const { payouts } = container.resolve("onchain")
  const { pause } = payouts.withdrawals
  if (pause.isOn) return
  try {
    await pollLegs(container)
    await searchLegs(container)
  } catch (error) {
    if (!isUnavailable(error)) throw error
    pause.begin()
  }
}

async function pollLegs(container: MedusaContainer): Promise<void> {
  const { gateway, options, payouts } = container.resolve("onchain")
  if (options.assumptions.paths.getWithdrawal === null) return
  for (const { gateway_withdrawal_id: id } of await payouts.legs.takeDue(MOST_READ)) {
    if (id === null) continue
    const askedAt = await payouts.legs.now()
    const withdrawal = await readable(container, () => gateway.getWithdrawal(id))
    if (withdrawal) await recordLeg(container, withdrawal, askedAt)
  }
}

/** Undefined for what the service refuses to show. @throws GatewayError when it is unavailable */
async function readable<Found>(
  container: MedusaContainer,
  read: () => Promise<Found>
): Promise<Found | undefined> {
  try {
    const found = await read()
    container.resolve("onchain").payouts.withdrawals.pause.end()
    return found
  } catch (error) {
    if (!(error instanceof GatewayError) || isUnavailable(error)) throw error
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .debug(`onchain: a leg of a split cannot be read: ${reasonOf(error)}`)
    return undefined
  }
}

/** In one process at a time, while a settled split has legs that are not known. */
async function searchLegs(container: MedusaContainer): Promise<void> {
  const { clock, gateway, options, payouts, syncRuns } = container.resolve("onchain")
  const { getWithdrawal, listWithdrawals } = options.assumptions.paths
  const isUnread = getWithdrawal === null && (await payouts.legs.takeDue(1)).length > 0
  const since = await payouts.legs.awaitedSince()
  if (!isUnread && since === null) return
  const isLate = !isUnread && since !== null && clock() - since.getTime() > LATE_AFTER_MS
  await duringRun(syncRuns, "payout_legs", isLate ? SEARCH_LATE_EVERY_MS : SEARCH_EVERY_MS, async () => {
    if (listWithdrawals !== null) await readable(container, () => readList(container))
    if (!gateway.hasWithdrawalReads) await transactionSyncOf(container).readQuick()
    for (const payout of await payouts.legs.unknownPayouts(MOST_PAYOUTS)) await identify(container, payout)
  })
}

/** Reads the service's withdrawals until every leg is known, or as far as one run goes. */
async function readList(container: MedusaContainer): Promise<void> {
  const { gateway, payouts, finance } = container.resolve("onchain")
  await finance.limiter.take()
  let askedAt = await payouts.legs.now()
  let pages = 0
  for await (const { rows, end } of gateway.listWithdrawals()) {
    for (const withdrawal of rows) await recordLeg(container, withdrawal, askedAt)
    const isDone = end !== null || ++pages === MOST_PAGES || (await payouts.legs.awaitedSince()) === null
    if (isDone) return
    await finance.limiter.take()
    askedAt = await payouts.legs.now()
  }
}

/** What a transaction of the service's list pays: its withdrawal says so, else the invoice that it names. */
async function identify(container: MedusaContainer, payout: UnknownPayout): Promise<void> {
  const { gateway, payments, payouts } = container.resolve("onchain")
  const { reference, attemptId, amount, txHash, toAddress } = payout
  const askedAt = await payouts.legs.now()
  if (attemptId !== null) {
    const attempt = await payments.find({ attempt_id: attemptId })
    const paid = { withdrawalId: null, status: PAID, statusWord: null, fee: null, failureReason: null }
    if (attempt)
      await payouts.legs.record(attempt, { ...paid, amount, txHash, destinationAddress: toAddress }, askedAt)
    return
  }
  const withdrawal = gateway.hasWithdrawalReads
    ? await readable(container, () => gateway.getWithdrawal(reference))
    : undefined
  if (!withdrawal || !(await recordLeg(container, withdrawal, askedAt))) payouts.legs.noteOther(payout)
}

/** What has left is paid, as for a withdrawal of ours. */
const PAID = "completed"

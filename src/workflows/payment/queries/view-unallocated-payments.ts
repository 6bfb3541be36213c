import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { fiatValueOf } from "../../../domain/payment/received-amount"
import {
  type ApplicationTarget,
  type Applier,
  isOfOtherCustomer,
  refuseApplication,
  resolutionChoices,
  type ResolutionRefusal,
} from "../../../domain/payment/resolution"
import type { HeldPage } from "../../../modules/onchain/payment/payment-list"
import { isChosen, isLeft, type PaymentRow } from "../../../modules/onchain/payment/payment-row"
import { pageToView } from "../../../modules/onchain/work/listed-rows"
import type {
  OnchainApplicationCandidate,
  OnchainUnallocatedPayment,
  OnchainUnallocatedPaymentDetail,
  OnchainUnallocatedPaymentListResponse,
} from "../../../types/http"
import { findPayoutRefusal, type RequestActor } from "../../payout/payout-access"
import { columnsOf, historyToView, loadActorNames } from "../../person-names"
import { findOrderOfPayment, isCancelled, loadOrder, type OrderRecord, orderToKeys } from "../order-record"
import {
  applicationRefusalInWords,
  otherCustomerInWords,
  resolutionRefusalInWords,
  resolvedInWords,
} from "../words"
import { searchPayments } from "./list-payments"
import { loadPaymentNames, type PaymentNames } from "./payment-names"
import { contradictionToView } from "./payment-to-view"
import { toChoice, type Words } from "../../../words/say"

/** Applying money moves nothing out, so it takes no payout key. */
export async function findApplier(container: MedusaContainer, reader: RequestActor): Promise<Applier> {
  const { payouts: access } = container.resolve("onchain").options
  return { ...(await findPayoutRefusal(container, reader, "notes")), access }
}

/** Names of the users who may move money out. */
export async function loadAllowedNames(container: MedusaContainer): Promise<string[]> {
  const { allowedUsers } = container.resolve("onchain").options.payouts
  const nameOf = await loadActorNames(container, allowedUsers)
  return allowedUsers.flatMap((id) => nameOf(id) ?? [])
}

/** Reads what decides whether the money of a payment can pay an order. */
export async function loadApplicationTarget(
  container: MedusaContainer,
  payment: PaymentRow,
  order: OrderRecord
): Promise<ApplicationTarget> {
  const { orderFollowUps, deposits } = container.resolve("onchain")
  const [rows, meantFor, isTiedByPerson] = await Promise.all([
    orderFollowUps.listOfOrder(orderToKeys(order)),
    findOrderOfPayment(container, payment),
    deposits.links.isTiedByPerson(payment),
  ])
  const others = rows.filter(({ id }) => id !== payment.id)
  return {
    id: order.id,
    customer_id: order.customer_id,
    isMeant: meantFor === order.id && !isTiedByPerson,
    isCancelled: isCancelled(order),
    status: order.status,
    outstanding: order.outstanding,
    currency_code: order.currency_code,
    assets: rows.filter(isChosen),
    isBeingCaptured: others.some((row) => row.state === "settled" && !isLeft(row)),
    hasApplication: others.some(({ resolution, state }) => resolution === "apply" && state === "unallocated"),
  }
}

/** More would not help the choice. */
const MAX_PAYMENTS = 20

/**
 * The orders that money is likely meant for, each with what prevents it: the order of its cart, open ones of the same customer in
 * the same token, and the proposed one.
 */
async function loadApplicationCandidates(
  container: MedusaContainer,
  payment: PaymentRow,
  { value, applier, allowed }: { value: string | null; applier: Applier; allowed: readonly string[] }
): Promise<OnchainApplicationCandidate[]> {
  if (payment.state !== "unallocated" || payment.resolution !== null) return []
  const candidates: OnchainApplicationCandidate[] = []
  for (const orderId of await listOrderIds(container, payment)) {
    const order = await loadOrder(container, orderId)
    if (!order) continue
    const target = await loadApplicationTarget(container, payment, order)
    const refusal = refuseApplication({ ...payment, value }, target, applier)
    const { currency_code } = order
    const fiat = await container.resolve("onchain").currencies.shown([currency_code])
    candidates.push({
      order: {
        id: order.id,
        display_id: order.display_id,
        total: fiat(order.raw_total, currency_code),
        outstanding: fiat(target.outstanding, currency_code),
        currency_code,
      },
      is_other_customer: isOfOtherCustomer(payment, target),
      ...toChoice(refusal, (why) => applicationRefusalInWords(why, { fiat, allowed })),
    })
  }
  return candidates
}

async function listOrderIds(container: MedusaContainer, payment: PaymentRow): Promise<Set<string>> {
  const { orderFollowUps } = container.resolve("onchain")
  const ids = new Set(payment.proposed_order_id === null ? [] : [payment.proposed_order_id])
  for (const row of [payment, ...(await orderFollowUps.listOfCustomer(payment, MAX_PAYMENTS))]) {
    const orderId = await findOrderOfPayment(container, row)
    if (orderId !== null) ids.add(orderId)
  }
  return ids
}

export async function listUnallocatedPayments(
  container: MedusaContainer,
  { filter: { q, ...filter }, ...page }: HeldPage & { filter: { q?: string | undefined } }
): Promise<OnchainUnallocatedPaymentListResponse> {
  const { clock, paymentList } = container.resolve("onchain")
  const ids = await searchPayments(container, q)
  const { rows, count } = await paymentList.heldPage({ ...page, filter: { ...filter, ids } })
  const names = await loadPaymentNames(container, rows)
  const payments = rows.map((row) => unallocatedToView(row, names, clock()))
  return { payments, ...pageToView(count, page, rows.length) }
}

/** @throws MedusaError `not_found` */
export async function viewUnallocatedPayment(
  container: MedusaContainer,
  id: string,
  reader: RequestActor
): Promise<OnchainUnallocatedPaymentDetail> {
  const row = await mustFindUnallocated(container, id)
  const { resolutions, clock, currencies } = container.resolve("onchain")
  const [history, applier, allowed, decimals] = await Promise.all([
    resolutions.history(row.id),
    findApplier(container, reader),
    loadAllowedNames(container),
    currencies.decimalsOf(row.currency_code),
  ])
  const value = fiatValueOf(row, decimals)
  const [names, candidates] = await Promise.all([
    loadPaymentNames(
      container,
      [row],
      history.map(({ actor_id }) => actor_id)
    ),
    loadApplicationCandidates(container, row, { value, applier, allowed }),
  ])
  const proposed = names.orderById(row.proposed_order_id)
  return {
    ...unallocatedToView(row, names, clock()),
    fiat_value: value && names.fiat(value, row.currency_code),
    candidates,
    choices: choicesToView(row, { decided: decisionInWords(row, names), allowed, fiat: names.fiat }, value),
    other_customers: {
      ...toChoice(applier.refusal, (why) => otherCustomerInWords(why, allowed)),
      needs_second_user: applier.access.approval === "second_user",
    },
    proposal:
      proposed === null || row.proposed_at === null
        ? null
        : { order: proposed, by: names.actorName(row.proposed_by), at: row.proposed_at.toISOString() },
    history: historyToView(history, names),
  }
}

/** @throws MedusaError `not_found`, also for a payment that was never held for review */
export async function mustFindUnallocated(container: MedusaContainer, id: string): Promise<PaymentRow> {
  const row = await container.resolve("onchain").paymentList.findHeld(id)
  if (row) return row
  throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no unallocated payment ${id}.`)
}

/** Says what was decided about a payment, to an operator who comes second. */
export function decisionInWords(
  row: PaymentRow,
  names: Pick<PaymentNames, "actorName" | "orderById">
): Words {
  const order = names.orderById(row.applied_order_id)
  return resolvedInWords({
    state: row.state,
    resolution: row.resolution,
    by: names.actorName(row.resolved_by),
    at: row.resolved_at,
    order: order === null ? null : order.display_id === null ? order.id : `#${order.display_id}`,
  })
}

function choicesToView(
  row: PaymentRow,
  words: Parameters<typeof resolutionRefusalInWords>[1],
  fiatValue: string | null
): OnchainUnallocatedPaymentDetail["choices"] {
  const refusals = resolutionChoices(row, fiatValue)
  const toView = (refusal: ResolutionRefusal | null) =>
    toChoice(refusal, (why) => resolutionRefusalInWords(why, words))
  const { apply, refund_due, keep } = refusals
  return { apply: toView(apply), refund_due: toView(refund_due), keep: toView(keep) }
}

function unallocatedToView(row: PaymentRow, names: PaymentNames, nowMs: number): OnchainUnallocatedPayment {
  return {
    ...columnsOf(row, "id", "session_id", "chain", "network_id", "token", "expected_amount", "last_error"),
    ...columnsOf(row, "received_amount", "implausible_amount", "currency_code", "tx_hash"),
    reason: row.unallocated_reason ?? "unknown",
    network_name: names.networkName(row.chain, row.network_id),
    contradiction: contradictionToView(row, names),
    fiat_amount: names.fiat(row.fiat_amount, row.currency_code),
    explorer: names.explorer({ networkId: row.network_id, txHash: row.tx_hash }),
    customer: names.payer(row),
    order: names.meantFor(row),
    settled_at: (row.settled_at ?? row.updated_at).toISOString(),
    hold_until: row.part_hold_until?.toISOString() ?? null,
    is_due_back: isDueBack(row, names, nowMs),
    resolution: resolutionToView(row, names),
  }
}

/** Undecided, and no order exists or is held that it could pay. */
function isDueBack(row: PaymentRow, { meantFor }: PaymentNames, nowMs: number): boolean {
  if (row.state !== "unallocated" || row.resolution !== null) return false
  if (row.order_closed_at !== null || meantFor(row) === null) return true
  return row.part_hold_until !== null && row.part_hold_until.getTime() <= nowMs
}

function resolutionToView(row: PaymentRow, names: PaymentNames): OnchainUnallocatedPayment["resolution"] {
  if (row.resolution === null) return null
  return {
    name: row.resolution,
    by: names.actorName(row.resolved_by),
    at: (row.resolved_at ?? row.updated_at).toISOString(),
    note: row.resolution_note,
    is_done: row.resolution !== "apply" || row.state === "captured",
    order: names.orderById(row.applied_order_id),
  }
}

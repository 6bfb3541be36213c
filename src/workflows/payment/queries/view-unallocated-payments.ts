import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"
import { z } from "zod"
import {
  explorerLinks,
  type ExplorerLinks,
  type ExplorerQuestion,
} from "../../../domain/payment/payment-page"
import { fiatValueOf } from "../../../domain/payment/received-amount"
import {
  type ApplicationTarget,
  type Applier,
  isOfOtherCustomer,
  refuseApplication,
  resolutionChoices,
  type ResolutionRefusal,
} from "../../../domain/payment/resolution"
import type { ShownFiat } from "../../../modules/onchain/payment/medusa-payments"
import type { UnallocatedPage } from "../../../modules/onchain/payment/payment-list"
import { isChosen, isLeft, type PaymentRow } from "../../../modules/onchain/payment/payment-row"
import { countToView } from "../../../modules/onchain/work/listed-rows"
import type {
  OnchainApplicationCandidate,
  OnchainUnallocatedPayment,
  OnchainUnallocatedPaymentDetail,
  OnchainUnallocatedPaymentListResponse,
} from "../../../types/http"
import { findPayoutRefusal, type RequestActor } from "../../payout/payout-access"
import { loadActorNames, loadCustomerNames } from "../../person-names"
import { findOrderOfPayment, isCancelled, loadOrder, type OrderRecord, orderToKeys } from "../order-record"
import {
  applicationRefusalInWords,
  otherCustomerInWords,
  resolutionRefusalInWords,
  resolvedInWords,
} from "../words"
import { contradictionToView } from "./payment-to-view"

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
 * The orders that money is likely meant for: the one of its cart, and open ones of the same customer in the
 * same token, and the one that is proposed, each with what prevents it.
 *
 * @param value of the money in major units, null when unknown
 * @param allowed names of the users who may move money out
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
      is_possible: refusal === null,
      reason: refusal && applicationRefusalInWords(refusal, { fiat, allowed }),
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
  page: UnallocatedPage
): Promise<OnchainUnallocatedPaymentListResponse> {
  const { attention, unallocatedPayments } = container.resolve("onchain")
  const [rows, count, waiting] = await Promise.all([
    unallocatedPayments.page(page),
    unallocatedPayments.count(page.filter),
    attention.list.count("unmatched", "part_paid", "application_approval"),
  ])
  const names = await loadUnallocatedNames(container, rows)
  const { limit, offset } = page
  const payments = rows.map((row) => unallocatedToView(row, names))
  return { payments, ...countToView(count, page, rows.length), limit, offset, waiting }
}

/** @throws MedusaError `not_found` */
export async function viewUnallocatedPayment(
  container: MedusaContainer,
  id: string,
  reader: RequestActor
): Promise<OnchainUnallocatedPaymentDetail> {
  const row = await mustFindUnallocated(container, id)
  const { resolutions, currencies } = container.resolve("onchain")
  const [history, applier, allowed, decimals] = await Promise.all([
    resolutions.history(row.id),
    findApplier(container, reader),
    loadAllowedNames(container),
    currencies.decimalsOf(row.currency_code),
  ])
  const value = fiatValueOf(row, decimals)
  const [names, candidates] = await Promise.all([
    loadUnallocatedNames(
      container,
      [row],
      history.map(({ actor_id }) => actor_id)
    ),
    loadApplicationCandidates(container, row, { value, applier, allowed }),
  ])
  return {
    ...unallocatedToView(row, names),
    fiat_value: value && names.fiat(value, row.currency_code),
    candidates,
    choices: choicesToView(row, { decided: decisionInWords(row, names), allowed, fiat: names.fiat }, value),
    other_customers: {
      is_possible: applier.refusal === null,
      reason: applier.refusal && otherCustomerInWords(applier.refusal, allowed),
      needs_second_user: applier.access.approval === "second_user",
    },
    proposal: proposalToView(row, names),
    history: history.map(({ action, actor_id, created_at }) => ({
      at: created_at.toISOString(),
      action,
      by: names.actorName(actor_id),
    })),
  }
}

/** @throws MedusaError `not_found`, also for a payment that was never held for review */
export async function mustFindUnallocated(container: MedusaContainer, id: string): Promise<PaymentRow> {
  const row = await container.resolve("onchain").unallocatedPayments.find(id)
  if (row) return row
  throw new MedusaError(MedusaError.Types.NOT_FOUND, `There is no unallocated payment ${id}.`)
}

/** Says what was decided about a payment, to an operator who comes second. */
export function decisionInWords(
  row: PaymentRow,
  names: Pick<UnallocatedNames, "actorName" | "appliedTo">
): string {
  const order = names.appliedTo(row)
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
  const toView = (refusal: ResolutionRefusal | null) => ({
    is_possible: refusal === null,
    reason: refusal && resolutionRefusalInWords(refusal, words),
  })
  return {
    apply: toView(refusals.apply),
    refund_due: toView(refusals.refund_due),
    keep: toView(refusals.keep),
  }
}

const order = z.object({
  id: z.string(),
  display_id: z.number().nullable(),
  customer_id: z.string().nullish(),
})
const link = z.object({ payment_collection_id: z.string(), order: order.nullish() })
type OrderName = z.infer<typeof order>

/** One read per kind of name. @param otherActors admins to be named beside those of the payments */
export async function loadUnallocatedNames(
  container: MedusaContainer,
  payments: readonly PaymentRow[],
  otherActors: readonly (string | null)[] = []
): Promise<UnallocatedNames> {
  const { clock, currencies, networkNames, options } = container.resolve("onchain")
  const [networkName, fiat, actorName, meantFor, orders] = await Promise.all([
    networkNames.load(),
    currencies.shown(payments.map(({ currency_code }) => currency_code)),
    loadActorNames(container, [
      ...payments.flatMap(({ resolved_by, proposed_by }) => [resolved_by, proposed_by]),
      ...otherActors,
    ]),
    loadOrdersOfCollections(container, present(payments.map(({ collection_id }) => collection_id))),
    loadOrders(container, present(payments.map((row) => row.applied_order_id ?? row.proposed_order_id))),
  ])
  const orderOf = ({ collection_id }: PaymentRow) =>
    collection_id === null ? null : (meantFor.get(collection_id) ?? null)
  // A guest is known by the order: Medusa makes a customer for its email.
  const customerIdOf = (payment: PaymentRow) => payment.customer_id ?? orderOf(payment)?.customer_id ?? null
  const nameOf = await loadCustomerNames(container, payments.map(customerIdOf))
  const chosen = (id: string | null) => (id === null ? null : (orders.get(id) ?? { id, display_id: null }))
  return {
    nowMs: clock(),
    explorer: (asked) => explorerLinks(options, asked),
    networkName,
    fiat,
    actorName,
    customer: (payment) => {
      const customerId = customerIdOf(payment)
      return customerId === null ? null : nameOf(customerId)
    },
    meantFor: (payment) => nameOfOrder(orderOf(payment)),
    appliedTo: ({ applied_order_id }) => chosen(applied_order_id),
    proposedFor: ({ proposed_order_id }) => chosen(proposed_order_id),
  }
}

async function loadOrdersOfCollections(container: MedusaContainer, ids: string[]) {
  if (ids.length === 0) return new Map<string, OrderName>()
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order_payment_collection",
    fields: ["payment_collection_id", "order.id", "order.display_id", "order.customer_id"],
    filters: { payment_collection_id: ids },
  })
  const links = z.array(link).parse(data)
  return new Map(links.flatMap((row) => (row.order ? [[row.payment_collection_id, row.order] as const] : [])))
}

const nameOfOrder = (order: OrderName | null) => order && { id: order.id, display_id: order.display_id }

async function loadOrders(container: MedusaContainer, ids: string[]) {
  if (ids.length === 0) return new Map<string, OrderName>()
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({ entity: "order", fields: ["id", "display_id"], filters: { id: ids } })
  return new Map(
    z
      .array(order)
      .parse(data)
      .map((row) => [row.id, row] as const)
  )
}

function present(ids: readonly (string | null)[]): string[] {
  return [...new Set(ids.flatMap((id) => (id === null ? [] : [id])))]
}

type UnallocatedNames = {
  networkName: (chain: string, networkId: string) => string
  actorName: (actorId: string | null) => string | null
  customer: (payment: PaymentRow) => OnchainUnallocatedPayment["customer"]
  meantFor: (payment: PaymentRow) => OnchainUnallocatedPayment["order"]
  appliedTo: (payment: PaymentRow) => OnchainUnallocatedPayment["order"]
  proposedFor: (payment: PaymentRow) => OnchainUnallocatedPayment["order"]
  nowMs: number
  fiat: ShownFiat
  explorer: (asked: ExplorerQuestion) => ExplorerLinks
}

function unallocatedToView(row: PaymentRow, names: UnallocatedNames): OnchainUnallocatedPayment {
  return {
    id: row.id,
    session_id: row.session_id,
    reason: row.unallocated_reason ?? "unknown",
    chain: row.chain,
    network_id: row.network_id,
    network_name: names.networkName(row.chain, row.network_id),
    token: row.token,
    expected_amount: row.expected_amount,
    received_amount: row.received_amount,
    implausible_amount: row.implausible_amount,
    contradiction: contradictionToView(row, names),
    fiat_amount: names.fiat(row.fiat_amount, row.currency_code),
    currency_code: row.currency_code,
    tx_hash: row.tx_hash,
    explorer: names.explorer({ networkId: row.network_id, txHash: row.tx_hash }),
    customer: names.customer(row),
    order: names.meantFor(row),
    settled_at: (row.settled_at ?? row.updated_at).toISOString(),
    hold_until: row.part_hold_until?.toISOString() ?? null,
    is_due_back: isDueBack(row, names),
    resolution: resolutionToView(row, names),
    last_error: row.last_error,
  }
}

/** Undecided, and no order exists or is held that it could pay. */
function isDueBack(row: PaymentRow, { meantFor, nowMs }: UnallocatedNames): boolean {
  if (row.state !== "unallocated" || row.resolution !== null) return false
  if (row.order_closed_at !== null || meantFor(row) === null) return true
  return row.part_hold_until !== null && row.part_hold_until.getTime() <= nowMs
}

function proposalToView(
  row: PaymentRow,
  names: UnallocatedNames
): OnchainUnallocatedPaymentDetail["proposal"] {
  const order = names.proposedFor(row)
  if (order === null || row.proposed_at === null) return null
  return { order, by: names.actorName(row.proposed_by), at: row.proposed_at.toISOString() }
}

function resolutionToView(row: PaymentRow, names: UnallocatedNames): OnchainUnallocatedPayment["resolution"] {
  if (row.resolution === null) return null
  return {
    name: row.resolution,
    by: names.actorName(row.resolved_by),
    at: (row.resolved_at ?? row.updated_at).toISOString(),
    note: row.resolution_note,
    is_done: row.resolution !== "apply" || row.state === "captured",
    order: names.appliedTo(row),
  }
}

import type { MedusaContainer } from "@medusajs/framework/types"
import type { DepositState } from "../../../domain/deposit/deposit-lifecycle"
import { paymentSentence, type SentenceFacts } from "../../../domain/payment/payment-status"
import { isPaidInPart, remainingOf } from "../../../domain/payment/received-amount"
import { addAmounts } from "../../../gateway/amount"
import type { ListedPayment, PaymentPage, SearchedIds } from "../../../modules/onchain/payment/payment-list"
import { isChosen } from "../../../modules/onchain/payment/payment-row"
import {
  isOwnSurplus,
  refundedFiat,
  type RefundStanding,
  statusFactsOf,
} from "../../../modules/onchain/payment/payment-status"
import { pageToView } from "../../../modules/onchain/work/listed-rows"
import type {
  OnchainListedPayment,
  OnchainPaymentListResponse,
  OnchainPaymentStatus,
} from "../../../types/http"
import { inCollection, readRows, withId } from "../order-record"
import { loadPaymentNames, type PaymentNames } from "./payment-names"

/** Shows the operator's status of a payment, with what its sentence says. */
function paymentStatusToView(
  { payment, refunds, deposit }: ListedPayment,
  { nowMs, networkName, fiat }: Pick<PaymentNames, "networkName" | "fiat"> & { nowMs: number }
): OnchainPaymentStatus {
  const facts = statusFactsOf(payment, refunds, nowMs)
  const code = payment.status
  const attempt = isChosen(payment) ? payment : null
  const due = refunds.filter(({ state }) => state !== "done")
  const owed = sumOf(due)
  const inCurrency = (amount: string) => fiat(amount, payment.currency_code)
  const holdUntil = payment.order_closed_at === null ? payment.part_hold_until : null
  return {
    code,
    sentence: paymentSentence(code, {
      ...facts,
      expectedAmount: attempt?.expected_amount ?? null,
      receivedAmount: attempt?.received_amount ?? null,
      isAddressRefused: attempt !== null && attempt.address_refused_at !== null,
      isOnHold: attempt !== null && isPaidInPart(attempt) && holdUntil !== null,
      isOrderTimedOut: payment.order_timed_out_at !== null,
      isResolutionDone: payment.resolution_done_at !== null,
      isRefundSent: due.length > 0 && due.every(({ state }) => state === "sent"),
      deposit: deposit ? DEPOSIT_MONEY[deposit.state] : null,
    }),
    params: {
      received: attempt?.received_amount ?? null,
      expected: attempt?.expected_amount ?? null,
      remaining: attempt && remainingOf(attempt),
      surplus: sumOf(due.filter(isOwnSurplus)).due_tokens,
      token: attempt?.token ?? null,
      network: attempt && networkName(attempt.chain, attempt.network_id),
      fiat: inCurrency(payment.fiat_amount),
      currency: payment.currency_code.toLowerCase(),
      refunded_fiat: refunds.length === 0 ? null : inCurrency(refundedFiat(refunds)),
      ...owed,
      due_fiat: owed.due_fiat && inCurrency(owed.due_fiat),
      confirmations: attempt?.confirmations ?? null,
      confirmations_required: attempt?.confirmations_required ?? null,
      expires_at: attempt?.expires_at?.toISOString() ?? null,
      hold_until: holdUntil?.toISOString() ?? null,
      reason: payment.unallocated_reason,
      contradiction: payment.contradiction,
      address_refusal: attempt?.address_refusal ?? null,
      deposit_amount: deposit?.amount ?? null,
      deposit_token: deposit?.token ?? null,
    },
  }
}

/** An assigned deposit is the money of its payment. */
const DEPOSIT_MONEY = {
  ...{ in_review: "in_review", processing: "in_review", accepted: "accepted" },
  ...{ refund_pending: "returned", refunded: "returned", assigned: null, income: null },
} as const satisfies Record<DepositState, SentenceFacts["deposit"]>

/** What is due, in fiat or in one token; null when that is not known, or both are owed. */
function sumOf(due: readonly RefundStanding[]): { due_fiat: string | null; due_tokens: string | null } {
  const inFiat = due.every(({ fiat_amount }) => fiat_amount !== null)
  if (due.length === 0) return { due_fiat: null, due_tokens: null }
  if (inFiat) return { due_fiat: total(due.map(({ fiat_amount }) => fiat_amount)), due_tokens: null }
  const isOneToken = due.every(({ token, fiat_amount }) => token === due[0]?.token && fiat_amount === null)
  return {
    due_fiat: null,
    due_tokens: isOneToken ? total(due.map(({ token_amount }) => token_amount)) : null,
  }
}

function total(amounts: readonly (string | null)[]): string | null {
  const known = amounts.filter((amount) => amount !== null)
  return known.length === amounts.length ? addAmounts("0", ...known) : null
}

/** Postgres has no larger `integer`. */
const LARGEST_NUMBER = 2_147_483_647
/** Characters from which the beginning of an email is searched for. */
const SHORTEST_EMAIL = 3
/** Customers whose email begins with the text; more are found by a longer one. */
const MOST_CUSTOMERS = 50
/** The newest orders of those customers: a shop may have thousands of one address. */
const MOST_ORDERS = 1_000
/** Sorts after every character that an email can have. */
const LAST_CHARACTER = "\uffff"

/** Finds payments by an order number, an order id, an email or what names our own rows. @returns undefined without a text */
export async function searchPayments(
  container: MedusaContainer,
  text: string | undefined
): Promise<readonly string[] | undefined> {
  const q = text?.trim()
  if (q === undefined || q === "") return q === undefined ? undefined : []
  return container.resolve("onchain").paymentList.find(q, await searchMedusa(container, q))
}

async function searchMedusa(container: MedusaContainer, q: string): Promise<SearchedIds> {
  const number = orderNumberOf(q)
  const customerIds = number === null ? await findCustomers(container, q) : []
  const [numbered, ofCustomers] = await Promise.all([
    number === null ? [] : findOrders(container, { display_id: number }),
    findOrders(container, { customer_id: customerIds }),
  ])
  const orderIds = [...(q.startsWith("order_") ? [q] : []), ...numbered, ...ofCustomers]
  const links = await readRows(container, "order_payment_collection", inCollection, { order_id: orderIds })
  return { orderIds, customerIds, collectionIds: links.map((link) => link.payment_collection_id) }
}

/** @example orderNumberOf("#1042") // 1042 */
function orderNumberOf(q: string): number | null {
  const digits = /^#?(\d{1,10})$/.exec(q)?.[1]
  if (digits === undefined) return null
  const number = Number(digits)
  return number <= LARGEST_NUMBER ? number : null
}

/** Medusa makes a customer, with the email in lower case, for each guest too, and has an index on it. */
async function findCustomers(container: MedusaContainer, q: string): Promise<string[]> {
  // Nothing that only an id, a hash or an address has.
  if (q.length < SHORTEST_EMAIL || q.length > 254 || /\s/u.test(q) || /^0x/i.test(q)) return []
  const begin = q.toLowerCase()
  const $and = [
    { email: { $gte: begin } },
    { email: { $lt: `${begin}${LAST_CHARACTER}` } },
    { email: { $like: `${begin.replace(/[\\%_]/g, "\\$&")}%` } },
  ]
  const page = { take: MOST_CUSTOMERS, skip: 0, order: { email: "ASC" } }
  return (await readRows(container, "customer", withId, { $and }, page)).map(({ id }) => id)
}

/** The newest first. */
async function findOrders(
  container: MedusaContainer,
  filters: { display_id: number } | { customer_id: string[] }
): Promise<string[]> {
  const page = { take: MOST_ORDERS, skip: 0, order: { created_at: "DESC" } }
  return (await readRows(container, "order", withId, { ...filters }, page)).map(({ id }) => id)
}

/** A page of all payments. @param page.q what {@link searchPayments} finds */
export async function listPayments(
  container: MedusaContainer,
  { q, ...page }: PaymentPage & { q?: string | undefined }
): Promise<OnchainPaymentListResponse> {
  const { paymentList } = container.resolve("onchain")
  const filter = { ...page.filter, ids: await searchPayments(container, q) }
  const [rows, count] = await Promise.all([paymentList.page({ ...page, filter }), paymentList.count(filter)])
  const [{ listed, now }, names] = await Promise.all([
    paymentList.describe(rows),
    loadPaymentNames(container, rows),
  ])
  const payments = listed.map((one) => listedPaymentToView(one, { ...names, nowMs: now.getTime() }))
  return { payments, ...pageToView(count, page, rows.length) }
}

export function listedPaymentToView(
  listed: ListedPayment,
  names: PaymentNames & { nowMs: number }
): OnchainListedPayment {
  const { payment, attemptCount } = listed
  const attempt = isChosen(payment) ? payment : null
  const { network_id = null, tx_hash = null, deposit_address = null } = attempt ?? {}
  return {
    id: payment.id,
    session_id: payment.session_id,
    order: names.order(payment),
    customer: names.customer(payment),
    status: paymentStatusToView(listed, names),
    fiat_amount: names.fiat(payment.fiat_amount, payment.currency_code),
    currency_code: payment.currency_code.toLowerCase(),
    kind: attempt?.kind ?? null,
    chain: attempt?.chain ?? null,
    network_id,
    network_name: attempt && names.networkName(attempt.chain, attempt.network_id),
    token: attempt?.token ?? null,
    expected_amount: attempt?.expected_amount ?? null,
    received_amount: attempt?.received_amount ?? null,
    remaining_amount: attempt && remainingOf(attempt),
    deposit_address,
    memo: attempt?.memo ?? null,
    tx_hash,
    explorer: names.explorer({ networkId: network_id ?? "", txHash: tx_hash, address: deposit_address }),
    attempt_count: attemptCount,
    created_at: payment.created_at.toISOString(),
    captured_at: payment.captured_at?.toISOString() ?? null,
  }
}

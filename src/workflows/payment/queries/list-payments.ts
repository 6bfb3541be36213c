import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { z } from "zod"
import {
  paymentSentence,
  paymentStatus,
  type PaymentStatus,
  type SentenceFacts,
  type StatusFacts,
} from "../../../domain/payment/payment-status"
import { isPaidInPart, remainingOf } from "../../../domain/payment/received-amount"
import { addAmounts } from "../../../gateway/amount"
import type {
  ListedPayment,
  PaymentCursor,
  PaymentFilter,
  PaymentPage,
  SearchedIds,
} from "../../../modules/onchain/payment/payment-list"
import { type AnyPayment, isChosen, type PaymentRow } from "../../../modules/onchain/payment/payment-row"
import {
  isOwnSurplus,
  refundedFiat,
  type RefundStanding,
  statusFactsOf,
} from "../../../modules/onchain/payment/payment-status"
import type { WithdrawalRow } from "../../../modules/onchain/payout/withdrawal-change"
import type { RefundRow } from "../../../modules/onchain/refund/refund-ledger"
import { countToView } from "../../../modules/onchain/work/listed-rows"
import type {
  OnchainListedPayment,
  OnchainPaymentListResponse,
  OnchainPaymentStatus,
} from "../../../types/http"
import { type CsvRow, toCsv, toCsvLines } from "../../csv"
import { loadRefundNames, type RefundNames } from "../../refund/queries/refund-to-view"

/** Rows that are older than the column have no status until a job has stored it. */
function statusOf(
  { payment, refunds }: Pick<ListedPayment, "payment" | "refunds">,
  nowMs: number
): PaymentStatus {
  return payment.status ?? paymentStatus(statusFactsOf(payment, refunds, nowMs))
}

/** Shows the operator's status of a payment, with what its sentence says. */
function paymentStatusToView(
  { payment, refunds }: ListedPayment,
  { nowMs, networkName, fiat }: Pick<RefundNames, "networkName" | "fiat"> & { nowMs: number }
): OnchainPaymentStatus {
  const facts = statusFactsOf(payment, refunds, nowMs)
  const code = statusOf({ payment, refunds }, nowMs)
  const attempt = isChosen(payment) ? payment : null
  const due = refunds.filter(({ state }) => state !== "done")
  const owed = sumOf(due)
  const inCurrency = (amount: string) => fiat(amount, payment.currency_code)
  const holdUntil = payment.order_closed_at === null ? payment.part_hold_until : null
  return {
    code,
    sentence: paymentSentence(code, sentenceFactsOf({ payment, refunds }, facts)),
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
    },
  }
}

function sentenceFactsOf(
  { payment, refunds }: Pick<ListedPayment, "payment" | "refunds">,
  facts: StatusFacts
): SentenceFacts {
  const attempt = isChosen(payment) ? payment : null
  const due = refunds.filter(({ state }) => state !== "done")
  const isEnded = facts.attempt !== "awaiting" && facts.attempt !== "opening"
  return {
    attempt: facts.attempt,
    isSurplusDue: facts.outcome === "captured" && facts.isSurplusDue,
    isAbandoned: facts.isAbandoned,
    expectedAmount: attempt?.expected_amount ?? null,
    receivedAmount: attempt?.received_amount ?? null,
    isAddressRefused: attempt !== null && attempt.address_refused_at !== null,
    isOver: facts.isAbandoned || facts.isOrderClosed || facts.isPastExpiry || isEnded,
    isOnHold: isHeldForPart(attempt),
    isOrderClosed: facts.isOrderClosed,
    isOrderTimedOut: facts.isOrderClosed && payment.order_timed_out_at !== null,
    isResolutionDone: payment.resolution_done_at !== null,
    isRefundSent: due.length > 0 && due.every(({ state }) => state === "sent"),
  }
}

/** The order is out of time, and kept for its part. */
function isHeldForPart(attempt: PaymentRow | null): boolean {
  if (attempt === null || !isPaidInPart(attempt)) return false
  return attempt.part_hold_until !== null && attempt.order_closed_at === null
}

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

/** Finds payments by an order number, an order id, an email, or what our own rows are named by. @returns ids of payments */
async function searchPayments(container: MedusaContainer, text: string): Promise<string[]> {
  const q = text.trim()
  if (q === "") return []
  const { paymentList } = container.resolve("onchain")
  return paymentList.find(q, await searchMedusa(container, q))
}

async function searchMedusa(container: MedusaContainer, q: string): Promise<SearchedIds> {
  const number = orderNumberOf(q)
  const customerIds = number === null ? await findCustomers(container, q) : []
  const [numbered, ofCustomers] = await Promise.all([
    number === null ? [] : findOrders(container, { display_id: number }),
    customerIds.length === 0 ? [] : findOrders(container, { customer_id: customerIds }),
  ])
  const orderIds = [...(q.startsWith("order_") ? [q] : []), ...numbered, ...ofCustomers]
  return { orderIds, customerIds, collectionIds: await findCollections(container, orderIds) }
}

/** @example orderNumberOf("#1042") // 1042 */
function orderNumberOf(q: string): number | null {
  const digits = /^#?(\d{1,10})$/.exec(q)?.[1]
  if (digits === undefined) return null
  const number = Number(digits)
  return number <= LARGEST_NUMBER ? number : null
}

/** Letters, digits and marks of the local part; nothing that only an id, a hash or an address has. */
function isLikeEmail(q: string): boolean {
  return q.length >= SHORTEST_EMAIL && q.length <= 254 && !/\s/u.test(q) && !/^0x/i.test(q)
}

const withId = z.array(z.object({ id: z.string() }))

/** Medusa makes a customer, with the email in lower case, for each guest too, and has an index on it. */
async function findCustomers(container: MedusaContainer, q: string): Promise<string[]> {
  if (!isLikeEmail(q)) return []
  const begin = q.toLowerCase()
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "customer",
    fields: ["id"],
    filters: {
      $and: [
        { email: { $gte: begin } },
        { email: { $lt: `${begin}${LAST_CHARACTER}` } },
        { email: { $like: `${begin.replace(/[\\%_]/g, "\\$&")}%` } },
      ],
    },
    pagination: { take: MOST_CUSTOMERS, skip: 0, order: { email: "ASC" } },
  })
  return withId.parse(data).map(({ id }) => id)
}

/** The newest first. */
async function findOrders(
  container: MedusaContainer,
  filters: { display_id: number } | { customer_id: string[] }
): Promise<string[]> {
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order",
    fields: ["id"],
    filters,
    pagination: { take: MOST_ORDERS, skip: 0, order: { created_at: "DESC" } },
  })
  return withId.parse(data).map(({ id }) => id)
}

const links = z.array(z.object({ payment_collection_id: z.string() }))

async function findCollections(container: MedusaContainer, orderIds: readonly string[]): Promise<string[]> {
  if (orderIds.length === 0) return []
  const { data } = await container.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "order_payment_collection",
    fields: ["payment_collection_id"],
    filters: { order_id: [...orderIds] },
  })
  return links.parse(data).map(({ payment_collection_id }) => payment_collection_id)
}

/** A page of all payments. @param page.q what names them @see searchPayments */
export async function listPayments(
  container: MedusaContainer,
  { q, ...page }: PaymentPage & { q?: string | undefined }
): Promise<OnchainPaymentListResponse> {
  const { paymentList } = container.resolve("onchain")
  const filter = await withSearch(container, page.filter, q)
  const [payments, count] = await Promise.all([
    paymentList.page({ ...page, filter }).then((rows) => listedToView(container, rows)),
    paymentList.count(filter),
  ])
  return {
    payments,
    ...countToView(count, page, payments.length),
    limit: page.limit,
    offset: page.offset,
  }
}

/** Narrows a filter to what a search finds. */
async function withSearch(
  container: MedusaContainer,
  filter: PaymentFilter,
  q: string | undefined
): Promise<PaymentFilter> {
  return q === undefined ? filter : { ...filter, ids: await searchPayments(container, q) }
}

/** One read per kind of fact and of name. */
async function listedToView(
  container: MedusaContainer,
  rows: readonly AnyPayment[]
): Promise<OnchainListedPayment[]> {
  const { listed, now } = await container.resolve("onchain").paymentList.describe(rows)
  const names = await loadRefundNames(container, rows)
  return listed.map((one) => listedPaymentToView(one, { ...names, nowMs: now.getTime() }))
}

export function listedPaymentToView(
  listed: ListedPayment,
  names: RefundNames & { nowMs: number }
): OnchainListedPayment {
  const { payment, attemptCount } = listed
  return {
    id: payment.id,
    session_id: payment.session_id,
    order: names.order(payment),
    customer: names.customer(payment),
    status: paymentStatusToView(listed, names),
    fiat_amount: names.fiat(payment.fiat_amount, payment.currency_code),
    currency_code: payment.currency_code.toLowerCase(),
    ...attemptToView(payment, names),
    attempt_count: attemptCount,
    created_at: payment.created_at.toISOString(),
    captured_at: payment.captured_at?.toISOString() ?? null,
  }
}

const NOTHING_CHOSEN = {
  ...{ kind: null, chain: null, network_id: null, network_name: null, token: null, expected_amount: null },
  ...{ received_amount: null, remaining_amount: null, deposit_address: null, memo: null, tx_hash: null },
  explorer: { tx_url: null, address_url: null },
} as const

type AttemptFields = Pick<OnchainListedPayment, keyof typeof NOTHING_CHOSEN>

function attemptToView(payment: AnyPayment, names: RefundNames): AttemptFields {
  if (!isChosen(payment)) return NOTHING_CHOSEN
  const { chain, network_id, tx_hash, deposit_address } = payment
  return {
    kind: payment.kind,
    chain,
    network_id,
    network_name: names.networkName(chain, network_id),
    token: payment.token,
    expected_amount: payment.expected_amount,
    received_amount: payment.received_amount,
    remaining_amount: remainingOf(payment),
    deposit_address,
    memo: payment.memo,
    tx_hash,
    explorer: names.explorer({ networkId: network_id, txHash: tx_hash, address: deposit_address }),
  }
}

const PAGE = 100

const EXPORT_COLUMNS = [
  ...["order_number", "order_id", "payment_id", "created_at", "captured_at", "status"],
  ...["fiat_amount", "currency_code", "rate", "rate_source", "rate_at"],
  ...["network_id", "network_name", "token", "expected_amount", "received_amount"],
  ...["tx_hash", "deposit_address", "memo"],
  ...["refunded_fiat", "refunded_tokens", "refund_fees", "refund_tx_hashes"],
] as const

/**
 * Writes all payments of a filter as CSV, newest first, page by page.
 *
 * The first page is read before this returns, so that a failure answers an error and not half a file.
 */
export async function exportPayments(
  container: MedusaContainer,
  given: PaymentFilter,
  q: string | undefined
): Promise<{ name: string; pages: AsyncIterable<string> }> {
  const { paymentList, clock } = container.resolve("onchain")
  // A payment that is made meanwhile would not be missed, but the file has an end.
  const before = new Date(clock())
  const created_before = given.created_before && given.created_before < before ? given.created_before : before
  const filter = await withSearch(container, { ...given, created_before }, q)
  const first = await paymentList.after(filter, null, PAGE)
  const head = toCsv([[...EXPORT_COLUMNS], ...(await toRows(container, first))])
  const name = `onchain-payments-${before.toISOString().slice(0, 10)}.csv`
  return { name, pages: pagesAfter(container, filter, head, first) }
}

async function* pagesAfter(
  container: MedusaContainer,
  filter: PaymentFilter,
  head: string,
  first: readonly AnyPayment[]
): AsyncIterable<string> {
  yield head
  const { paymentList } = container.resolve("onchain")
  for (let page = first; page.length === PAGE;) {
    page = await paymentList.after(filter, cursorOf(page), PAGE)
    if (page.length > 0) yield toCsvLines(await toRows(container, page))
  }
}

function cursorOf(page: readonly AnyPayment[]): PaymentCursor | null {
  const last = page.at(-1)
  return last ? { created_at: last.created_at, id: last.id } : null
}

async function toRows(container: MedusaContainer, payments: readonly AnyPayment[]): Promise<CsvRow[]> {
  const { paymentList, payouts } = container.resolve("onchain")
  const { ofOrders } = payouts.refunds
  const [{ listed, now }, names, refunds] = await Promise.all([
    paymentList.describe(payments),
    loadRefundNames(container, payments),
    ofOrders.listRefunds(payments.map(({ id }) => id)),
  ])
  const withdrawals = await ofOrders.listPayouts(refunds.map(({ id }) => id))
  return listed.map((one) => {
    const { payment } = one
    const attempt = isChosen(payment) ? payment : null
    const order = names.order(payment)
    const paid = refunds.filter(({ payment_id, state }) => payment_id === payment.id && state === "done")
    return [
      ...[order?.display_id?.toString() ?? null, order?.id ?? null, payment.id],
      ...[payment.created_at.toISOString(), payment.captured_at?.toISOString() ?? null],
      statusOf(one, now.getTime()),
      ...[names.fiat(payment.fiat_amount, payment.currency_code), payment.currency_code.toLowerCase()],
      ...[attempt?.rate ?? null, attempt?.rate_source ?? null, attempt?.rate_at.toISOString() ?? null],
      attempt?.network_id ?? null,
      attempt && names.networkName(attempt.chain, attempt.network_id),
      ...[attempt?.token ?? null, attempt?.expected_amount ?? null, attempt?.received_amount ?? null],
      ...[attempt?.tx_hash ?? null, attempt?.deposit_address ?? null, attempt?.memo ?? null],
      names.fiat(refundedFiat(one.refunds), payment.currency_code),
      ...payoutCells(paid, withdrawals),
    ]
  })
}

/** Refunded tokens, the fees of their payouts, and their hashes. Sums of several tokens are written one after the other. */
function payoutCells(refunds: readonly RefundRow[], withdrawals: readonly WithdrawalRow[]): CsvRow {
  const paidBy = (refund: RefundRow) => withdrawals.find(({ id }) => id === refund.withdrawal_id)
  const payouts = refunds.map((refund) => ({ refund, payout: paidBy(refund) }))
  const tokens = payouts.map(({ refund, payout }) => ({
    token: refund.token,
    amount: payout?.amount ?? refund.token_amount,
  }))
  const fees = payouts.map(({ refund, payout }) => ({ token: refund.token, amount: payout?.fee ?? null }))
  const hashes = payouts.flatMap(({ refund, payout }) => payout?.tx_hash ?? refund.settled_tx_hash ?? [])
  return [sums(tokens), sums(fees), hashes.join(" ") || null]
}

/** @example sums([{ token: "USDC", amount: "1" }, { token: "USDC", amount: "2" }]) // "3" */
function sums(amounts: readonly { token: string; amount: string | null }[]): string | null {
  const known = amounts.flatMap(({ token, amount }) => (amount === null ? [] : [{ token, amount }]))
  const tokens = [...new Set(known.map(({ token }) => token))]
  const total = (wanted: string) =>
    addAmounts("0", ...known.flatMap(({ token, amount }) => (token === wanted ? [amount] : [])))
  if (tokens.length === 0) return null
  return tokens.length === 1
    ? total(tokens[0] ?? "")
    : tokens.map((token) => `${total(token)} ${token}`).join(" + ")
}

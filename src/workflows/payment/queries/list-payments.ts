import type { MedusaContainer } from "@medusajs/framework/types"
import { remainingOf } from "../../../domain/payment/partial-payment"
import type { ListedPayment, PaymentFilter, PaymentPage } from "../../../modules/onchain/payment/payment-list"
import { isChosen, type AnyPayment } from "../../../modules/onchain/payment/payment-row"
import { countToView } from "../../../modules/onchain/work/listed-rows"
import type { OnchainListedPayment, OnchainPaymentListResponse } from "../../../types/http"
import { loadRefundNames, type RefundNames } from "../../refund/queries/refund-to-view"
import { paymentStatusToView } from "./payment-status-to-view"
import { searchPayments } from "./search-payments"

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
export async function withSearch(
  container: MedusaContainer,
  filter: PaymentFilter,
  q: string | undefined
): Promise<PaymentFilter> {
  return q === undefined ? filter : { ...filter, ids: await searchPayments(container, q) }
}

/** One read per kind of fact and of name. */
export async function listedToView(
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

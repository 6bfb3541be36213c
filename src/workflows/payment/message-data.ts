import { remainingOf } from "../../domain/payment/partial-payment"
import type { ShownFiat } from "../../modules/onchain/payment/medusa-payments"
import type { OnchainMessageData } from "../../types/http"

/** Payment columns that a message may use. */
export type MessagePayment = { id: string; fiat_amount: string; currency_code: string }

/** Columns of the payer's choice. */
export type MessageAttempt = {
  network_id: string
  network_name: string | null
  token: string
  decimals: number
  expected_amount: string
  received_amount: string | null
  expires_at: Date | null
  tx_hash: string | null
}

/** A sent refund. The amount is what left the store, network fee included. */
export type MessageRefund = {
  id: string
  networkId: string
  token: string
  amount: string | null
  txHash: string | null
}

type MessageParts = {
  messageId: string
  order: { id: string; displayId: number | null } | null
  locale: string | null
  payment: MessagePayment
  /** Null until the payer has chosen a network and a token. */
  attempt: MessageAttempt | null
  refund: MessageRefund | null
  link: { url: string; expiresAt: string } | null
  fiat: ShownFiat
  /** Block explorer URL of a transaction; null when unknown. */
  explorerUrl: (networkId: string, txHash: string) => string | null
}

/** Builds the template data. The link is the only secret; there is no deposit address and no email address. */
export function buildMessageData(parts: MessageParts): OnchainMessageData {
  const { payment, attempt, refund, order, link } = parts
  const networkId = refund?.networkId ?? attempt?.network_id ?? null
  const txHash = refund ? refund.txHash : (attempt?.tx_hash ?? null)
  return {
    message_id: parts.messageId,
    order_id: order?.id ?? null,
    order_display_id: order?.displayId ?? null,
    payment_id: payment.id,
    locale: parts.locale,
    fiat_amount: parts.fiat(payment.fiat_amount, payment.currency_code),
    currency_code: payment.currency_code,
    link: link?.url ?? null,
    link_expires_at: link?.expiresAt ?? null,
    network_id: networkId,
    network_name: networkId === attempt?.network_id ? (attempt.network_name ?? networkId) : networkId,
    token: refund?.token ?? attempt?.token ?? null,
    expected_amount: attempt?.expected_amount ?? null,
    received_amount: attempt?.received_amount ?? null,
    remaining_amount: attempt && remainingOf(attempt),
    expires_at: attempt?.expires_at?.toISOString() ?? null,
    refund_id: refund?.id ?? null,
    refund_amount: refund?.amount ?? null,
    tx_hash: txHash,
    explorer_url: txHash === null || networkId === null ? null : parts.explorerUrl(networkId, txHash),
  }
}

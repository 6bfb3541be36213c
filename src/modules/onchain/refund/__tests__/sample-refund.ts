import OnchainRefund from "../../models/refund"
import { emptyRow } from "../../work/__tests__/empty-row"
import type { BookedRefundRow } from "../refund-ledger"

const NOW = new Date("2026-01-02T03:04:05.000Z")

/** A refund of an order over 5.00 that is due, with what differs. */
export function sampleRefund(change: Partial<BookedRefundRow> = {}): BookedRefundRow {
  return {
    ...emptyRow(Object.keys(OnchainRefund.schema)),
    id: "ref_1",
    environment: "sandbox",
    business_id: "biz_1",
    payment_id: "ocpay_1",
    session_id: "payses_1",
    kind: "order",
    state: "due",
    fiat_amount: "5.00",
    currency_code: "usd",
    chain: "evm",
    network_id: "base-mainnet",
    token: "USDC",
    earlier_tokens: "0",
    created_at: NOW,
    updated_at: NOW,
    ...change,
  } as BookedRefundRow
}

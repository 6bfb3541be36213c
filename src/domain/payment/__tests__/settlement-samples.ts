import type { Invoice } from "../../../gateway/contract"
import type { KnownMoney } from "../invoice-reading"
import type { PaymentFacts } from "../payment-status"
import type { SessionFacts } from "../settlement"

/** An invoice that is paid in full, and the row that expects it. */
export const paidInvoice: Invoice = {
  ...{ id: "inv_1", status: "paid", amount: "12.5" },
  ...{ chain: "evm", networkId: "base-mainnet", token: "USDC" },
}
export const expectedPayment: PaymentFacts = {
  ...{ chain: "evm", network_id: "base-mainnet", token: "USDC", canonical_asset_id: null, decimals: 6 },
  ...{ kind: "invoice", state: "settled", external_order_id: "payses_1", gateway_invoice_id: "inv_1" },
  ...{ gateway_status: "pending", expected_amount: "12.5", received_amount: null, implausible_amount: null },
  ...{ largest_part_amount: null, part_seen_at: null, confirming_at: null, expires_at: null },
  ...{ settled_at: null, unallocated_reason: null, resolution: null, resolved_token_amount: null },
  ...{ contradiction: null, contradiction_ended_at: null, abandoned_at: null, order_closed_at: null },
  ...{ fiat_amount: "12.5", currency_code: "usd", customer_id: null, resolved_by: null },
  ...{ resolution_done_at: null, applied_order_id: null, proposed_order_id: null, proposed_by: null },
}

/** No record of the service names money for the payment. */
export const NO_KNOWN_MONEY: KnownMoney = {
  ...{ hasPart: false, hasDeposit: false, hasDepositOfSibling: false, hasAcceptedDeposit: false },
  ...{ hasTransaction: false },
}

export const liveOrder: SessionFacts["order"] = { id: "order_1", isCancelled: false }
export const cancelledOrder: SessionFacts["order"] = { id: "order_1", isCancelled: true }
export const openCart: SessionFacts["cart"] = { id: "cart_1", isCompleted: false }
export const completedCart: SessionFacts["cart"] = { id: "cart_1", isCompleted: true }
export const facts = (change: Partial<SessionFacts> = {}): SessionFacts => ({
  ...{ session: "alive", order: liveOrder, cart: completedCart, misfit: null, isRefundDue: false },
  ...{ paidElsewhere: "no", ...change },
})

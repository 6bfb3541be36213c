import type { Invoice } from "../../../gateway/contract"
import type { ExpectedPayment, SessionFacts } from "../settlement"

/** An invoice that is paid in full, and the row that expects it. */
export const paidInvoice: Invoice = {
  id: "inv_1",
  status: "paid",
  chain: "evm",
  networkId: "base-mainnet",
  token: "USDC",
  amount: "12.5",
}

export const expectedPayment: ExpectedPayment = {
  externalOrderId: "payses_1",
  kind: "invoice",
  gatewayInvoiceId: "inv_1",
  state: "settled",
  chain: "evm",
  networkId: "base-mainnet",
  token: "USDC",
  canonicalAssetId: null,
  expectedAmount: "12.5",
  decimals: 6,
}

export const liveOrder: SessionFacts["order"] = { id: "order_1", isCancelled: false }
export const cancelledOrder: SessionFacts["order"] = { id: "order_1", isCancelled: true }
export const openCart: SessionFacts["cart"] = { id: "cart_1", isCompleted: false }
export const completedCart: SessionFacts["cart"] = { id: "cart_1", isCompleted: true }
export const facts = (change: Partial<SessionFacts> = {}): SessionFacts => ({
  session: "alive",
  order: liveOrder,
  cart: completedCart,
  isPaidOtherwise: false,
  isCapturedOtherwise: false,
  misfit: null,
  isRefundDue: false,
  ...change,
})

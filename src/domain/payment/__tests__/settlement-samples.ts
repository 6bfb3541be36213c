import type { Invoice } from "../../../gateway/contract"
import type { ExpectedPayment, SessionFacts } from "../settlement"

const rail = { chain: "evm", networkId: "base-mainnet", token: "USDC" }

/** An invoice that is paid in full, and the row that expects it. */
export const paidInvoice: Invoice = { ...rail, id: "inv_1", status: "paid", amount: "12.5" }
export const expectedPayment: ExpectedPayment = {
  ...{ ...rail, canonicalAssetId: null, externalOrderId: "payses_1", kind: "invoice" },
  ...{ gatewayInvoiceId: "inv_1", state: "settled", expectedAmount: "12.5", decimals: 6 },
}

export const liveOrder: SessionFacts["order"] = { id: "order_1", isCancelled: false }
export const cancelledOrder: SessionFacts["order"] = { id: "order_1", isCancelled: true }
export const openCart: SessionFacts["cart"] = { id: "cart_1", isCompleted: false }
export const completedCart: SessionFacts["cart"] = { id: "cart_1", isCompleted: true }
export const facts = (change: Partial<SessionFacts> = {}): SessionFacts => ({
  ...{ session: "alive", order: liveOrder, cart: completedCart, misfit: null, isRefundDue: false },
  ...{ isPaidOtherwise: false, isCapturedOtherwise: false, ...change },
})

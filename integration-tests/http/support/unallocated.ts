import type {
  OnchainUnallocatedPaymentDetail,
  OnchainUnallocatedPaymentListResponse,
  OnchainUnallocatedPaymentResponse,
} from "../../../src/types/http"
import type { Merchant } from "./merchant"
import { openPurchase, placePurchase, type Purchase, storedPayment, USDC_ON_BASE } from "./purchase"
import type { StoreUnderTest } from "./store-suite"

const PATH = "/admin/onchain/unallocated-payments"

export class PaymentApi {
  constructor(private readonly merchant: Pick<Merchant, "get" | "post">) {}

  list = (query = "") => this.merchant.get<OnchainUnallocatedPaymentListResponse>(`${PATH}${query}`)
  view = async (id: string) =>
    (await this.merchant.get<OnchainUnallocatedPaymentResponse>(`${PATH}/${id}`)).payment
  apply = (id: string, orderId: string) => this.post(id, "apply", { order_id: orderId })
  refundDue = (id: string) => this.post(id, "refund-due", {})
  keep = (id: string, note = "a gift") => this.post(id, "keep", { note })

  private async post(id: string, action: string, body: object): Promise<OnchainUnallocatedPaymentDetail> {
    return (await this.merchant.post<OnchainUnallocatedPaymentResponse>(`${PATH}/${id}/${action}`, body))
      .payment
  }
}

export async function paymentId(store: StoreUnderTest, sessionId: string): Promise<string> {
  return String((await storedPayment(store, sessionId)).id)
}

/** An unpaid order, and money for a session that its shopper had abandoned. */
export async function paidTooEarly(
  store: StoreUnderTest
): Promise<{ orderId: string; late: Purchase; id: string; sessionId: string }> {
  const late = await openPurchase(store)
  const { sessionId } = await store.shopper.chooseIn(late.collectionId, late.cartId, USDC_ON_BASE)
  const orderId = await store.shopper.placeOrder(late.cartId)
  await store.sandbox.payInFull(late.invoiceId)
  await store.quiet()
  return { orderId, late, id: await paymentId(store, late.sessionId), sessionId }
}

/** Money for an order that was cancelled first. */
export async function paidTooLate(store: StoreUnderTest, transfer: object = {}) {
  const purchase = await placePurchase(store)
  await store.merchant.cancelOrder(purchase.orderId)
  await store.sandbox.payInFull(purchase.invoiceId, transfer)
  await store.quiet()
  return { ...purchase, id: await paymentId(store, purchase.sessionId) }
}

import type { OnchainDeposit } from "./deposit"
import type { OnchainPaymentDetail } from "./payment-list"

/** Answer of `GET /admin/onchain/orders/:id`; `payments` is empty for an order of another method. */
export type OnchainOrderResponse = {
  order: {
    id: string
    /** Each as `GET /admin/onchain/payments/:id` shows it, newest first. */
    payments: OnchainPaymentDetail[]
    /** Deposits meant for its payments that were sent back, or are about to be. */
    deposit_refunds: OnchainDeposit[]
    /** What is still owed although a payment is captured, in major units. */
    outstanding: { amount: string; currency_code: string } | null
  }
}

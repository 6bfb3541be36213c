import type { InferTypeOf } from "@medusajs/framework/types"
import type { PaymentState } from "../../domain/payment-lifecycle"
import type OnchainPayment from "./models/payment"

/** A row of `onchain_payment` as the module returns it. */
export type PaymentRow = Omit<InferTypeOf<typeof OnchainPayment>, "state" | `raw_${string}`> & {
  state: PaymentState
}

import type { InferTypeOf } from "@medusajs/framework/types"
import type { PaymentState } from "../../domain/payment-lifecycle"
import type { ExpectedPayment } from "../../domain/settlement"
import type OnchainPayment from "./models/payment"

/** A row of `onchain_payment` as the module returns it. */
export type PaymentRow = Omit<InferTypeOf<typeof OnchainPayment>, "state" | `raw_${string}`> & {
  state: PaymentState
}

/** What the row says its invoice must be. A row without an invoice yet matches none. */
export function paymentToExpected(payment: PaymentRow): ExpectedPayment {
  return {
    sessionId: payment.session_id,
    kind: payment.kind,
    gatewayInvoiceId: payment.gateway_invoice_id ?? "",
    state: payment.state,
    chain: payment.chain,
    networkId: payment.network_id,
    token: payment.token,
    canonicalAssetId: payment.canonical_asset_id,
    expectedAmount: payment.expected_amount,
    decimals: payment.decimals,
  }
}

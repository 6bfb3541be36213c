import type { PaymentRow } from "../../../modules/onchain/payment-row"
import type { RefundRow } from "../../../modules/onchain/refund-row"
import type { OnchainRefund } from "../../../types/http"

/** Names that the rows themselves do not have. */
export type RefundNames = {
  networkName: (chain: string, networkId: string) => string
  actorName: (actorId: string | null) => string | null
  order: (payment: PaymentRow) => OnchainRefund["order"]
  customer: (payment: PaymentRow) => OnchainRefund["customer"]
}

/** A refund as the admin lists it. A payment that is gone leaves it without an order and a customer. */
export function refundToView(
  row: RefundRow,
  payment: PaymentRow | undefined,
  names: RefundNames
): OnchainRefund {
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    order: payment ? names.order(payment) : null,
    customer: payment ? names.customer(payment) : null,
    payment_id: row.payment_id,
    session_id: row.session_id,
    fiat_amount: row.fiat_amount,
    currency_code: row.currency_code,
    token_amount: row.token_amount,
    token: row.token,
    chain: row.chain,
    network_id: row.network_id,
    network_name: names.networkName(row.chain, row.network_id),
    canonical_asset_id: row.canonical_asset_id,
    created_at: row.created_at.toISOString(),
    done_at: row.done_at?.toISOString() ?? null,
    withdrawal_id: row.withdrawal_id,
    last_error: row.last_error,
  }
}

/** A way to pay that a shopper can pick, with what it costs for this cart. */
export type OnchainPaymentOption = {
  /** Sent back as `data.rail` when the payment session is created. */
  id: string
  chain: string
  network_id: string
  network_name: string
  token: string
  /** Words for a button, such as "USDC on Base". */
  label: string
  /** Decimal in token units. */
  amount: string
  currency_code: string
  /** Issuer-qualified identity of the asset, where the network has one. */
  canonical_asset_id: string | null
}

/** Answer of `GET /store/onchain/payment-options`. */
export type OnchainPaymentOptionsResponse = {
  payment_options: OnchainPaymentOption[]
  /** Rails of the catalog that cannot be offered for this cart, and why. */
  unavailable: { id: string; reason: string }[]
}

/** States as a payer sees them. */
export type OnchainPayerStatus =
  | "preparing"
  | "awaiting_payment"
  | "partially_paid"
  /** Money that the shop applied pays a part of the order: what is left is paid with a new payment. */
  | "order_paid_in_part"
  | "confirming"
  | "paid"
  | "expired"
  | "failed"
  | "cancelled"
  | "superseded"
  /** The customer's address cannot be confirmed right now, so none is shown. */
  | "address_unavailable"
  | "needs_review"

/** What a payer needs to pay and to follow a payment. Holds no personal data. */
export type OnchainPaymentView = {
  session_id: string
  status: OnchainPayerStatus
  /** `auto_deposit` is paid to the customer's own reusable address, or on Stellar with a memo. */
  kind: "invoice" | "auto_deposit"
  chain: string
  network_id: string
  network_name: string
  token: string
  canonical_asset_id: string | null
  contract_address: string | null
  /** Decimals in token units. */
  amount: string
  received_amount: string | null
  /** Still to be paid; equals `amount` while nothing has arrived. */
  remaining_amount: string
  /** Major units of `currency_code`: what the order is still owed where the shop has applied money to it; else null. */
  order_outstanding: string | null
  /** Null until the address is ready, and when there is nothing to be paid. */
  deposit_address: string | null
  /** Numeric text; when present the payment is only found with it. */
  memo: string | null
  confirmations: number | null
  confirmations_required: number | null
  tx_hash: string | null
  /** ISO 8601. */
  expires_at: string | null
  /** Major units, and the ISO 4217 code in lower case. */
  fiat_amount: string
  currency_code: string
  environment: "live" | "sandbox"
}

/** Answer of `GET /store/onchain/payments/:session_id`. */
export type OnchainPaymentResponse = { payment: OnchainPaymentView }

/** A link to the hosted payment page. Whoever holds the token opens the page: keep it in an HttpOnly cookie. */
export type OnchainPageLink = {
  /** Sent as the header `x-onchain-page-token` to read the payment without a login. */
  token: string
  /** Path of the page on the store's server. */
  page_path: string
  /** ISO 8601. */
  expires_at: string
}

/** Answer of `POST /store/onchain/page-links`. */
export type OnchainPageLinkResponse = { page_link: OnchainPageLink }

/** Answer of `POST /store/onchain/payments/:session_id/claims { tx_hash }`: an operator looks at it. */
export type OnchainPaymentClaimResponse = { claim: { tx_hash: string } }

/** Answer of `GET /store/onchain/addresses`, for the signed-in customer. */
export type OnchainAddressResponse = {
  address: {
    rail: string
    chain: string
    network_id: string
    network_name: string
    token: string
    /** Confirmed by the service for this answer. */
    address: string
  }
}

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
  /** Null until the address is ready, and for whom it is not meant. */
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
  /** Path of the hosted payment page on the store's server. */
  page_path: string
}

/** Answer of `GET /store/onchain/payments/:session_id`. */
export type OnchainPaymentResponse = { payment: OnchainPaymentView }

/** One line of the health check, with what to do when it is not `ok`. */
export type OnchainHealthCheck = { id: string; status: "ok" | "warning" | "error"; message: string }

/** Answer of `GET /admin/onchain/health`. */
export type OnchainHealthResponse = {
  status: "ok" | "warning" | "error"
  environment: "live" | "sandbox"
  checks: OnchainHealthCheck[]
  webhooks: {
    /** These three by the process that answers, since it started. */
    accepted: number
    repeated: number
    rejected: Record<string, number>
    /** Of all processes, like what follows. */
    last_accepted_at: string | null
    last_rejected: { reason: string; at: string } | null
    waiting: number
    dead: number
  }
  /** What the process that answers has counted since it started, such as `payments_captured`. */
  counters: Record<string, number>
}

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

/** What an admin can do with a deposit in review. */
export type OnchainDepositAction = "assign" | "accept" | "refund"

/** Ours: `acting` waits for the service's answer to an action. */
export type OnchainDepositState =
  "in_review" | "acting" | "assigned" | "accepted" | "refund_pending" | "refunded"

/** A deposit to a customer's address or to the treasury, as the admin lists it. */
export type OnchainDeposit = {
  id: string
  state: OnchainDepositState
  /** The service's words, verbatim. */
  resolution_status: string | null
  assignment_status: string | null
  customer: { id: string; email: string | null; name: string | null } | null
  chain: string
  network_id: string
  network_name: string
  /** Null for an asset without a name. */
  token: string | null
  canonical_asset_id: string | null
  is_supported: boolean | null
  /** Decimal in token units; null when the number of decimals is not known. */
  amount: string | null
  amount_raw: string
  tx_hash: string | null
  from_address: string | null
  to_address: string | null
  /** ISO 8601. */
  observed_at: string
  resolved_at: string | null
  /** The last action: what, who and when. */
  action: {
    name: OnchainDepositAction
    by: string | null
    at: string
    /** Of an assignment. */
    intent_id: string | null
  } | null
  last_error: string | null
}

/** Whether an action is possible, and if not why, in words for the operator. */
export type OnchainDepositChoice = { is_possible: boolean; reason: string | null }

/** An open intent that a deposit can be assigned to, with its order. */
export type OnchainAssignmentCandidate = {
  intent_id: string
  session_id: string
  payment_id: string
  /** Null when the order is not placed yet: then the cart is completed. */
  order: { id: string; display_id: number | null; total: string; currency_code: string } | null
  expected_amount: string
  token: string
  created_at: string
}

/** A deposit with what an operator needs to decide. */
export type OnchainDepositDetail = OnchainDeposit & {
  /** What the service thinks it was meant for. */
  expected: {
    intent_id: string | null
    session_id: string | null
    /** Decimal in units of `token`, which need not be what arrived. Null for a payment that is not of this store. */
    amount: string | null
    token: string | null
    order: { id: string; display_id: number | null } | null
  } | null
  /** What was chosen for an assignment that is under way or done. */
  assigned_to: {
    intent_id: string
    session_id: string | null
    order: { id: string; display_id: number | null } | null
  } | null
  candidates: OnchainAssignmentCandidate[]
  choices: Record<OnchainDepositAction, OnchainDepositChoice>
  history: { at: string; action: string; by: string | null }[]
}

/** Answer of `GET /admin/onchain/deposits`. */
export type OnchainDepositListResponse = {
  deposits: OnchainDeposit[]
  /** Up to 1,000; there are more when `is_count_exact` is false. */
  count: number
  is_count_exact: boolean
  limit: number
  offset: number
  /** Those in review, whatever the filter; 1,000 stands for that many or more. */
  waiting: number
}

/** Answer of `POST /admin/onchain/deposits/sync`: what was read from the service's lists. */
export type OnchainDepositSyncResponse = {
  syncs: {
    name: "deposits_in_review" | "deposits_all"
    /** False when it was left to a run that is under way. */
    has_run: boolean
    seen: number
    changed: number
  }[]
}

/** Answer of `GET /admin/onchain/deposits/:id` and of the actions. */
export type OnchainDepositResponse = { deposit: OnchainDepositDetail }

/** Answer of `GET /admin/onchain/customers/:id`, by Medusa's customer id. */
export type OnchainCustomerResponse = {
  customer: {
    id: string
    gateway_customer_id: string | null
    addresses: {
      chain: string
      network_id: string
      network_name: string
      address: string
      ensured_at: string
    }[]
    deposits: OnchainDeposit[]
  }
}

/** What an admin can choose for settled money that has no order to go to. */
export type OnchainPaymentResolution = "apply" | "refund_due" | "keep"

/** Settled money that has no order to go to, as the admin lists it. */
export type OnchainUnallocatedPayment = {
  id: string
  session_id: string
  /** Stable: `session_deleted`, `order_cancelled`, `already_paid`, `partial_payment`, ... */
  reason: string
  chain: string
  network_id: string
  network_name: string
  token: string
  /** Decimals in token units. */
  expected_amount: string
  received_amount: string | null
  /** What was asked for, in major units. */
  fiat_amount: string
  currency_code: string
  tx_hash: string | null
  customer: { id: string; email: string | null; name: string | null } | null
  /** The order it was meant for, when that is known. */
  order: { id: string; display_id: number | null } | null
  /** ISO 8601. */
  settled_at: string
  /** Null while it waits for a person. */
  resolution: {
    name: OnchainPaymentResolution
    by: string | null
    at: string
    note: string | null
    /** False while an application to an order is not carried out yet. */
    is_done: boolean
    /** The order an application was chosen for. */
    order: { id: string; display_id: number | null } | null
  } | null
  last_error: string | null
}

/** An order that unallocated money could pay. */
export type OnchainApplicationCandidate = {
  order: { id: string; display_id: number | null; total: string; outstanding: string; currency_code: string }
  is_possible: boolean
  /** Why not, in words for the operator. */
  reason: string | null
}

/** Unallocated money with what an operator needs to decide. */
export type OnchainUnallocatedPaymentDetail = OnchainUnallocatedPayment & {
  /** What arrived, at the rate of the checkout, in major units; null when the amount is not known. */
  fiat_value: string | null
  candidates: OnchainApplicationCandidate[]
  choices: Record<OnchainPaymentResolution, OnchainDepositChoice>
  history: { at: string; action: string; by: string | null }[]
}

/** Answer of `GET /admin/onchain/payments` (unallocated ones). */
export type OnchainUnallocatedPaymentListResponse = {
  payments: OnchainUnallocatedPayment[]
  count: number
  limit: number
  offset: number
  /** Those without a resolution, whatever the filter. */
  waiting: number
}

/** Answer of `GET /admin/onchain/payments/:id`, and of `POST .../apply { order_id }`, `.../refund-due {}`, `.../keep { note }`. */
export type OnchainUnallocatedPaymentResponse = { payment: OnchainUnallocatedPaymentDetail }

/** A webhook as the admin lists it. */
export type OnchainDelivery = {
  id: string
  event: string
  resource_id: string | null
  state: "received" | "processing" | "processed" | "ignored" | "dead"
  attempts: number
  /** ISO 8601. */
  received_at: string
  next_attempt_at: string | null
  processed_at: string | null
  last_error: string | null
}

/** Answer of `GET /admin/onchain/deliveries`. */
export type OnchainDeliveryListResponse = {
  deliveries: OnchainDelivery[]
  /** Up to 1,000; there are more when `is_count_exact` is false. */
  count: number
  is_count_exact: boolean
  limit: number
  offset: number
}

/** A webhook with its body as it came, for a person to read, and what admins did with it. */
export type OnchainDeliveryDetail = OnchainDelivery & {
  body: string
  history: { at: string; action: string; by: string | null }[]
}

/** Answer of `GET /admin/onchain/deliveries/:id` and of `POST .../rerun`. */
export type OnchainDeliveryResponse = { delivery: OnchainDeliveryDetail }

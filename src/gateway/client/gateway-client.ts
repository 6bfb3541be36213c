import { resolveClientOptions, type GatewayClientOptions } from "./client-options"
import { createConnection } from "./connection"
import { billingCalls, type BillingCalls } from "./resources/billing"
import { catalogCalls, type CatalogCalls } from "./resources/catalog"
import { customerCalls, type CustomerCalls } from "./resources/customers"
import { depositCalls, type DepositCalls } from "./resources/deposits"
import { intentCalls, type IntentCalls } from "./resources/intents"
import { invoiceCalls, type InvoiceCalls } from "./resources/invoices"
import { keyCalls, type KeyCalls } from "./resources/keys"
import { reconciliationCalls, type ReconciliationCalls } from "./resources/reconciliation"
import { withdrawalCalls, type WithdrawalCalls } from "./resources/withdrawals"

/**
 * The service, one method per endpoint. Every method throws {@link GatewayError} and nothing else; a list
 * throws while it is walked.
 */
export type GatewayClient = CustomerCalls &
  InvoiceCalls &
  IntentCalls &
  WithdrawalCalls &
  ReconciliationCalls &
  CatalogCalls &
  BillingCalls &
  DepositCalls &
  KeyCalls

/**
 * Makes a client of the payment service.
 *
 * Calls are repeated as the service allows, always under the caller's own idempotency key; calls of one client
 * share its rate limit.
 *
 * @throws GatewayError INVALID_REQUEST for an option that cannot work, naming it
 * @see service-interface "Endpoints", "Retry rules"
 * @example
 * const gateway = createGatewayClient({ baseUrl, businessId, apiKey })
 * const invoice = await gateway.getInvoice("inv_1")
 */
export function createGatewayClient(options: GatewayClientOptions): GatewayClient {
  const connection = createConnection(resolveClientOptions(options))
  return {
    ...customerCalls(connection),
    ...invoiceCalls(connection),
    ...intentCalls(connection),
    ...withdrawalCalls(connection),
    ...reconciliationCalls(connection),
    ...catalogCalls(connection),
    ...billingCalls(connection),
    ...depositCalls(connection),
    ...keyCalls(connection),
  }
}

import { resolveClientOptions, type GatewayClientOptions } from "./client-options"
import { createConnection } from "./connection"
import {
  billingCalls,
  type BillingCalls,
  reconciliationCalls,
  type ReconciliationCalls,
} from "./resources/finance"
import { catalogCalls, type CatalogCalls } from "./catalog"
import { customerCalls, type CustomerCalls, intentCalls, type IntentCalls } from "./resources/customers"
import { depositCalls, type DepositCalls } from "./resources/deposits"
import { invoiceCalls, type InvoiceCalls } from "./resources/invoices"
import { keyCalls, type KeyCalls, withdrawalCalls, type WithdrawalCalls } from "./resources/withdrawals"

/**
 * One method per endpoint. Each throws {@link GatewayError} and nothing else; a list throws while it is
 * walked.
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
 * Creates a client of the payment service.
 *
 * It retries calls as the service allows, always under the caller's idempotency key. Its calls share one rate
 * limit.
 *
 * @throws GatewayError INVALID_REQUEST naming the option that cannot work
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

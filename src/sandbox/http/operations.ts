import type { EndpointName } from "../../gateway/contract"
import { billingOperations } from "../billing/billing-operations"
import { catalogOperations } from "../catalog/catalog-operations"
import { customerOperations } from "../customers/customer-operations"
import { depositOperations } from "../deposits/deposit-operations"
import { intentOperations } from "../intents/intent-operations"
import { invoiceOperations } from "../invoices/invoice-operations"
import { ledgerOperations } from "../ledger/ledger-operations"
import { withdrawalOperations } from "../withdrawals/withdrawal-operations"
import type { Operation } from "./operation"

/** What each endpoint does. Operations are synchronous, so an effect happens whole or not at all. */
export const operations: Record<EndpointName, Operation> = {
  ...customerOperations,
  ...invoiceOperations,
  ...intentOperations,
  ...withdrawalOperations,
  ...ledgerOperations,
  ...catalogOperations,
  ...billingOperations,
  ...depositOperations,
}

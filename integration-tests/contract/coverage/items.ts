import { authenticationItems, endpointItems } from "./endpoint-items"
import { balanceItems, payoutItems, withdrawalStateItems } from "./money-items"
import { billingItems } from "./billing-items"
import { customerItems } from "./customer-items"
import { depositItems, intentItems } from "./deposit-items"
import { errorItems } from "./error-items"
import { eventItems } from "./event-items"
import { invoiceAnswerItems, invoiceRequestItems, invoiceStateItems } from "./invoice-items"
import { gapItems, limitItems } from "./limit-items"
import { railItems, serviceItems } from "./service-items"

const all = {
  ...serviceItems,
  ...railItems,
  ...customerItems,
  ...invoiceRequestItems,
  ...invoiceAnswerItems,
  ...intentItems,
  ...payoutItems,
  ...balanceItems,
  ...depositItems,
  ...billingItems,
  ...invoiceStateItems,
  ...withdrawalStateItems,
  ...endpointItems,
  ...authenticationItems,
  ...eventItems,
  ...errorItems,
  ...limitItems,
  ...gapItems,
}

/** Identifier of something the service document says, or leaves open. */
export type ItemId = keyof typeof all

/** The document's headings, each with what it says in our words. */
export const sections: readonly { heading: string; items: Readonly<Record<string, string>> }[] = [
  { heading: "What the service does", items: serviceItems },
  { heading: "Rail identification", items: railItems },
  { heading: "Customer and customer address", items: customerItems },
  { heading: "Invoice: request", items: invoiceRequestItems },
  { heading: "Invoice: response", items: invoiceAnswerItems },
  { heading: "Auto deposit intent", items: intentItems },
  { heading: "Payout route, quote and withdrawal", items: payoutItems },
  { heading: "Balance and transaction", items: balanceItems },
  { heading: "Deposit, and deposit review", items: depositItems },
  { heading: "Billing and gas", items: billingItems },
  { heading: "States of an invoice", items: invoiceStateItems },
  { heading: "States of a withdrawal", items: withdrawalStateItems },
  { heading: "Endpoints", items: endpointItems },
  { heading: "Authentication", items: authenticationItems },
  { heading: "Events", items: eventItems },
  { heading: "Errors", items: errorItems },
  { heading: "Limits and versioning", items: limitItems },
  { heading: "What is not shown", items: gapItems },
]

/** Every identifier, in the order of the document. */
export const itemIds: readonly string[] = sections.flatMap(({ items }) => Object.keys(items))

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

/** Identifier of something the service document states or leaves open. */
export type ItemId =
  | keyof typeof serviceItems
  | keyof typeof railItems
  | keyof typeof customerItems
  | keyof typeof invoiceRequestItems
  | keyof typeof invoiceAnswerItems
  | keyof typeof intentItems
  | keyof typeof payoutItems
  | keyof typeof balanceItems
  | keyof typeof depositItems
  | keyof typeof billingItems
  | keyof typeof invoiceStateItems
  | keyof typeof withdrawalStateItems
  | keyof typeof endpointItems
  | keyof typeof authenticationItems
  | keyof typeof eventItems
  | keyof typeof errorItems
  | keyof typeof limitItems
  | keyof typeof gapItems

/** The document's headings, each with its statements in our words. */
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

import type { OnchainDeposit } from "../../types/http"
import type { Translate } from "../i18n/translate"

/** What a customer is called: the email is what people look for. */
export function customerName(customer: OnchainDeposit["customer"], t: Translate): string {
  return customer ? (customer.email ?? customer.name ?? customer.id) : t("deposits.unknownCustomer")
}

import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { isReturnAllowed } from "../../../domain/payment/return-url"
import type { OnchainCheckout, OnchainPaymentOptionsResponse } from "../../../types/http"
import { listOptionsOf } from "./list-checkout-options"
import { viewCheckout } from "./view-checkout"
import { findVisible, type PaymentViewer } from "./view-payment"

/**
 * What the hosted page shows, with the options where the payer chooses.
 *
 * @param asked.returnUrl of the page's link; it counts only on a configured storefront
 * @throws MedusaError `not_found`, as `viewPayment` does
 */
export async function viewPaymentPage(
  container: MedusaContainer,
  viewer: PaymentViewer,
  asked: { isChoosing: boolean; returnUrl: string | undefined }
): Promise<{
  checkout: OnchainCheckout
  options: OnchainPaymentOptionsResponse | null
  returnUrl: string | null
}> {
  const { origins } = container.resolve("onchain").options.storefront
  const checkout = await viewCheckout(container, viewer)
  const returnUrl = isReturnAllowed(asked.returnUrl, origins) ? asked.returnUrl : null
  const { payment } = checkout
  const isChoosing = payment.status === "choose" || (asked.isChoosing && payment.can_choose)
  const options = isChoosing ? await optionsIfReachable(container, checkout) : null
  return { checkout, options, returnUrl }
}

/** A page without options still shows the payment, and says that nothing can be chosen now. */
async function optionsIfReachable(
  container: MedusaContainer,
  { payment }: OnchainCheckout
): Promise<OnchainPaymentOptionsResponse> {
  try {
    return await listOptionsOf(container, payment)
  } catch (error) {
    if (MedusaError.isMedusaError(error) && error.type === MedusaError.Types.NOT_ALLOWED)
      return { payment_options: [], unavailable: [] }
    throw error
  }
}

/** The payment that a page's link leads to now. @throws MedusaError `not_found` for a link that opens nothing */
export async function findSessionOfPage(container: MedusaContainer, viewer: PaymentViewer): Promise<string> {
  return (await findVisible(container, viewer, container.resolve("onchain").clock())).payment.session_id
}

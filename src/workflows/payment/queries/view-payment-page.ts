import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { isReturnAllowed } from "../../../domain/payment/return-url"
import type { OnchainCheckout, OnchainPaymentOptionsResponse } from "../../../types/http"
import { listCheckoutOptions } from "./list-checkout-options"
import { viewCheckout } from "./view-checkout"
import { findVisible, type PaymentViewer } from "./view-payment"

/**
 * Reads the hosted page's content, with the payment options while the payer chooses.
 *
 * @param asked.returnUrl from the page's link; used only if it is on a configured storefront
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
  const options = isChoosing ? await optionsIfReachable(container, viewer) : null
  return { checkout, options, returnUrl }
}

/** Without options the page still shows the payment, and says that none are available. */
async function optionsIfReachable(
  container: MedusaContainer,
  viewer: PaymentViewer
): Promise<OnchainPaymentOptionsResponse> {
  try {
    return await listCheckoutOptions(container, viewer)
  } catch (error) {
    if (MedusaError.isMedusaError(error) && error.type === MedusaError.Types.NOT_ALLOWED)
      return { payment_options: [], unavailable: [] }
    throw error
  }
}

/** The payment behind a page link. @throws MedusaError `not_found` for a link that does not work */
export async function findSessionOfPage(container: MedusaContainer, viewer: PaymentViewer): Promise<string> {
  return (await findVisible(container, viewer, container.resolve("onchain").clock())).payment.session_id
}

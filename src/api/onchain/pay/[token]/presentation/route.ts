import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { pageWords } from "../../../../../checkout/payment-page/page-words"
import type { Presentation } from "../../../../../checkout/view/presentation"
import { checkoutStyle } from "../../../../../checkout/view/style"
import { findSessionOfPage } from "../../../../../workflows/payment/queries/view-checkout"
import { pageViewer, sendCompressed } from "../../page-request"
import type { PresentationParams } from "../../validators"

/** The shop's texts and style, for an element that the server did not render. */
export async function GET(
  req: MedusaRequest<unknown, PresentationParams>,
  res: MedusaResponse
): Promise<void> {
  const { locale } = req.validatedQuery as PresentationParams
  await findSessionOfPage(req.scope, pageViewer(req, false))
  const { checkout: shop } = req.scope.resolve("onchain").options
  // The browser uses its own time zone.
  const { timeZone: _, ...words } = pageWords(shop, {
    locale,
    acceptLanguage: req.headers["accept-language"],
  })
  const answer: Presentation = { words, style: checkoutStyle(shop.accentColor) }
  res.type("json")
  await sendCompressed(req, res, JSON.stringify(answer))
}

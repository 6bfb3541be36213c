import { randomBytes } from "node:crypto"
import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { loadElementScript } from "../../../../checkout/payment-page/element-script"
import { NOT_FOUND_PAGE, NOT_FOUND_POLICY } from "../../../../checkout/payment-page/not-found-page"
import { pagePolicy } from "../../../../checkout/payment-page/page-policy"
import { pageWords } from "../../../../checkout/payment-page/page-words"
import { renderPaymentPage } from "../../../../checkout/payment-page/payment-page"
import { pagePath } from "../../../../domain/payment/payment-page"
import { viewPaymentPage } from "../../../../workflows/payment/queries/view-checkout"
import { isNotFound } from "../../../request-guards"
import { keptQuery, noticeOf, pageViewer, sendCompressed } from "../page-request"
import { pageParams } from "../validators"

/** The hosted payment page: a server-rendered `<onchain-checkout>`. */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const { checkout: shop, storefront } = req.scope.resolve("onchain").options
  const asked = pageParams.parse(req.query)
  res.set("content-type", "text/html; charset=utf-8")
  const page = await viewPaymentPage(req.scope, pageViewer(req, true), {
    isChoosing: asked.choose !== undefined,
    returnUrl: asked.return,
  }).catch((error: unknown) => {
    if (isNotFound(error)) return null
    throw error
  })
  if (!page) {
    res.status(404).set("content-security-policy", NOT_FOUND_POLICY).send(NOT_FOUND_PAGE)
    return
  }
  const words = pageWords(shop, {
    locale: asked.locale,
    acceptLanguage: req.headers["accept-language"],
  })
  const nonce = randomBytes(16).toString("base64")
  const { framedBy, logoUrl } = shop
  res.set("content-security-policy", pagePolicy({ nonce, logoUrl, framedBy }))
  // X-Frame-Options cannot list origins.
  if (framedBy.length > 0) res.removeHeader("x-frame-options")
  const script = loadElementScript()
  const html = renderPaymentPage({
    ...page,
    words,
    nonce,
    src: pagePath(req.params.token ?? ""),
    query: keptQuery(req.query),
    notice: noticeOf(asked.problem, words, page.checkout.payment.network_name),
    scriptPath: script && `/onchain/checkout/${script.fileName}`,
    isRedirectedAfterPaid: storefront.redirectAfterPaid,
  })
  await sendCompressed(req, res, html)
}

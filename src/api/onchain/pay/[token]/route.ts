import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import {
  loadElementScript,
  pageWords,
  renderPaymentPage,
} from "../../../../checkout/payment-page/payment-page"
import { pagePath } from "../../../../domain/payment/payment-page"
import { viewPaymentPage } from "../../../../workflows/payment/queries/view-checkout"
import { answerAgent, isAgent } from "../agent"
import { keptQuery, noticeOf, orNull, pageParams, pageViewer, sendPage } from "../page-request"

/** The hosted payment page: a server-rendered `<onchain-checkout>`, or for software the x402 protocol. */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  if (isAgent(req)) return answerAgent(req, res)
  const { checkout: shop, storefront } = req.scope.resolve("onchain").options
  const { choose, locale, problem, return: returnUrl } = pageParams.parse(req.query)
  const how = { isChoosing: choose !== undefined, returnUrl }
  const found = await orNull(viewPaymentPage(req.scope, pageViewer(req, true), how))
  // X-Frame-Options cannot list origins.
  if (found && shop.framedBy.length > 0) res.removeHeader("x-frame-options")
  const words = pageWords(shop, { locale, acceptLanguage: req.headers["accept-language"] })
  const script = loadElementScript()
  await sendPage(req, res, found, (page, nonce) =>
    renderPaymentPage({
      ...{ ...page, words, nonce },
      src: pagePath(req.params.token ?? ""),
      query: keptQuery(req.query),
      notice: noticeOf(problem, words, page.checkout.payment.network_name),
      scriptPath: script && `/onchain/checkout/${script.fileName}`,
      isRedirectedAfterPaid: storefront.redirectAfterPaid,
    })
  )
}

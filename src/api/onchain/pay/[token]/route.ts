import { randomBytes } from "node:crypto"
import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { NOT_FOUND_PAGE, NOT_FOUND_POLICY } from "../../../../checkout/payment-page/not-found-page"
import { renderPaymentPage } from "../../../../checkout/payment-page/payment-page"
import { hashPageToken, pagePath } from "../../../../domain/payment/page-link"
import type { OnchainPaymentView } from "../../../../types/http"
import { viewPayment } from "../../../../workflows/payment/queries/view-payment"
import { isNotFound } from "../../../request-guards"

/** The hosted payment page. No other site may frame it. */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const token = req.params.token ?? ""
  const view = await findView(req, token)
  res.set("content-type", "text/html; charset=utf-8")
  if (!view) {
    res.status(404).set("content-security-policy", NOT_FOUND_POLICY).send(NOT_FOUND_PAGE)
    return
  }
  const nonce = randomBytes(16).toString("base64")
  res.set(
    "content-security-policy",
    `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; connect-src 'self'; ` +
      `base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
  )
  res.send(renderPaymentPage({ view, nonce, statusPath: `${pagePath(token)}/status` }))
}

async function findView(req: MedusaRequest, token: string): Promise<OnchainPaymentView | null> {
  const token_hash = hashPageToken(token)
  if (token_hash === null) return null
  try {
    const input = { customer_id: null, token_hash, isDisplay: true }
    return await viewPayment(req.scope, input)
  } catch (error) {
    if (isNotFound(error)) return null
    throw error
  }
}

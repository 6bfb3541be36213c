import { randomBytes } from "node:crypto"
import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { renderPaymentPage } from "../../../../checkout/payment-page/payment-page"
import { viewPaymentWorkflow } from "../../../../workflows/payment/workflows/view-payment"

/** The hosted payment page. Works in any browser, framed by nobody. */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const session_id = req.params.session_id ?? ""
  const { result: view } = await viewPaymentWorkflow(req.scope).run({
    input: { session_id, via: { kind: "link" }, isDisplay: true },
  })
  const nonce = randomBytes(16).toString("base64")
  const statusPath = `${view.page_path}/status`
  res.set({
    "cache-control": "no-store",
    "content-type": "text/html; charset=utf-8",
    "content-security-policy":
      `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; connect-src 'self'; ` +
      `base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
  })
  res.send(renderPaymentPage({ view, nonce, statusPath }))
}

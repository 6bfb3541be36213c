import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { loadElementScript } from "../../../../checkout/payment-page/payment-page"
import { encodingFor } from "../../pay/page-request"

const STABLE_NAME = "onchain-checkout.js"
const A_YEAR = "public, max-age=31536000, immutable"
const AN_HOUR = "public, max-age=3600"

/** The script of `<onchain-checkout>`. It contains no payment data, so any site may load it. */
export function GET(req: MedusaRequest, res: MedusaResponse): void {
  const script = loadElementScript()
  const { file } = req.params
  if (!script || (file !== script.fileName && file !== STABLE_NAME)) {
    res.status(404).json({ type: "not_found", message: "Script not found." })
    return
  }
  const encoding = encodingFor(req.headers["accept-encoding"])
  res.set({
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": file === STABLE_NAME ? AN_HOUR : A_YEAR,
    "access-control-allow-origin": "*",
    "cross-origin-resource-policy": "cross-origin",
    "x-content-type-options": "nosniff",
  })
  res.vary("accept-encoding")
  if (encoding !== null) res.set("content-encoding", encoding)
  res.send(script.content[encoding ?? "identity"])
}

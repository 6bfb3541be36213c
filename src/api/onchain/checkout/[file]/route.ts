import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { BUNDLES, loadElementScript } from "../../../../checkout/payment-page/payment-page"
import { encodingFor } from "../../pay/page-request"

const A_YEAR = "public, max-age=31536000, immutable"
const AN_HOUR = "public, max-age=3600"

/** The scripts of `<onchain-checkout>` and `<onchain-addresses>`. They contain no data of a payer, so any site may load them. */
export function GET(req: MedusaRequest, res: MedusaResponse): void {
  const { file } = req.params
  // An element names a part of itself as the package does, by `.mjs`.
  const bundle = BUNDLES.find((name) => file === `${name}.js` || file === `${name}.mjs`)
  const script = loadElementScript(bundle)
  if (!script || (file !== script.fileName && bundle === undefined)) {
    res.status(404).json({ type: "not_found", message: "Script not found." })
    return
  }
  const encoding = encodingFor(req.headers["accept-encoding"])
  res.set({
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": bundle === undefined ? A_YEAR : AN_HOUR,
    "access-control-allow-origin": "*",
    "cross-origin-resource-policy": "cross-origin",
    "x-content-type-options": "nosniff",
  })
  res.vary("accept-encoding")
  if (encoding !== null) res.set("content-encoding", encoding)
  res.send(script.content[encoding ?? "identity"])
}

import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { sendCompressed } from "../../pay/page-request"
import { guides } from "../guide-files"

/** A guide of the dashboard, in the version that is installed. It holds nothing of the store. An unknown name shows the list. */
export async function GET(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  const known = guides()
  const found = known.get(req.params.page ?? "")
  const guide = found ?? known.get("index")
  if (!guide) {
    res.status(404).json({ type: "not_found", message: "Guide not found." })
    return
  }
  res.status(found ? 200 : 404).set({
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": guide.policy,
    "cache-control": found ? "public, max-age=3600" : "no-store",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
  })
  await sendCompressed(req, res, guide.html)
}

import { pipeline } from "node:stream/promises"
import { Readable } from "node:stream"
import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { exportPayments } from "../../../../../workflows/payment/queries/list-payments"
import { paramsToFilter, type PaymentListParams } from "../validators"

/** Streams page by page, so that memory stays bounded. The first page is read before anything is sent. */
export async function GET(
  req: AuthenticatedMedusaRequest<unknown, PaymentListParams>,
  res: MedusaResponse
): Promise<void> {
  const params = req.validatedQuery as PaymentListParams
  const { name, pages } = await exportPayments(req.scope, paramsToFilter(params), params.q)
  res.set("content-type", "text/csv; charset=utf-8")
  res.set("content-disposition", `attachment; filename="${name}"`)
  res.set("cache-control", "no-store")
  // A failure half way breaks the download off, so that a part is never taken for the whole.
  await pipeline(Readable.from(pages), res).catch((error: unknown) => {
    if (!res.headersSent) throw error
    res.destroy()
  })
}

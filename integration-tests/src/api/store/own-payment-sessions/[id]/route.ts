import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { createPaymentSessionsWorkflow } from "@medusajs/medusa/core-flows"

type Body = { provider_id: string; data?: Record<string, unknown> }

/** A route that a store could write itself: it opens sessions through Medusa's workflow, and checks nothing. */
export async function POST(req: MedusaRequest<Body>, res: MedusaResponse): Promise<void> {
  const { provider_id, data } = req.body
  const input = { payment_collection_id: req.params.id ?? "", provider_id, ...(data ? { data } : {}) }
  const { result } = await createPaymentSessionsWorkflow(req.scope).run({ input })
  res.json({ payment_session: result })
}

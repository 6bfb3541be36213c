import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainCheckout } from "../../../../../types/http"
import { openAttempt } from "../../../../../workflows/payment/open-attempt"
import { viewCheckout } from "../../../../../workflows/payment/queries/view-checkout"
import { isForm, pageViewer, problemOf, returnToPage } from "../../page-request"
import type { AttemptBody } from "../../validators"

/** Opens an attempt on a network and a token at the current price. */
export async function POST(req: MedusaRequest<AttemptBody>, res: MedusaResponse): Promise<void> {
  const viewer = pageViewer(req, true)
  try {
    await openAttempt(req.scope, { viewer, rail: req.validatedBody.rail })
    if (isForm(req)) return returnToPage(req, res)
    const checkout: OnchainCheckout = await viewCheckout(req.scope, viewer)
    res.json(checkout)
  } catch (error) {
    if (!isForm(req)) throw error
    returnToPage(req, res, problemOf(error, "problem_choice"))
  }
}

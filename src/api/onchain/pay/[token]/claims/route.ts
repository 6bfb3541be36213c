import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import type { OnchainPaymentClaimResponse } from "../../../../../types/http"
import { findSessionOfPage } from "../../../../../workflows/payment/queries/view-checkout"
import { claimTransaction } from "../../../../../workflows/deposit/link-deposit"
import { isForm, pageViewer, problemOf, returnToPage } from "../../page-request"
import type { PageClaimBody } from "../../validators"

/** Stores the transaction hash from the payer's wallet or from the form. */
export async function POST(req: MedusaRequest<PageClaimBody>, res: MedusaResponse): Promise<void> {
  try {
    const { isDisplay: _, ...viewer } = pageViewer(req, false)
    const session_id = await findSessionOfPage(req.scope, pageViewer(req, false))
    const input = { ...viewer, session_id, tx_hash: req.validatedBody.tx_hash }
    const claim = await claimTransaction(req.scope, input)
    if (isForm(req)) return returnToPage(req, res)
    const answer: OnchainPaymentClaimResponse = { claim }
    res.json(answer)
  } catch (error) {
    if (!isForm(req)) throw error
    returnToPage(req, res, problemOf(error, "sent_invalid"))
  }
}

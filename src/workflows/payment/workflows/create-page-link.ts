import { createWorkflow, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { createPageLinkStep, type PageLinkRequest } from "../steps/create-page-link"

export const createPageLinkWorkflowId = "create-onchain-page-link"

/**
 * Makes a link to a payment page. For the mail of an order, run it in the store's own subscriber.
 *
 * @example
 * const { result } = await createPageLinkWorkflow(container).run({
 *   input: { subject: { order_id }, purpose: "mail", asker: { kind: "store" } },
 * })
 * const url = storeServerUrl + result.page_path
 */
export const createPageLinkWorkflow = createWorkflow(createPageLinkWorkflowId, (input: PageLinkRequest) => {
  return new WorkflowResponse(createPageLinkStep(input))
})

// Workflows of our actions, so that a store can run them, and compose them with its own steps. Routes call the actions themselves.
import type { MedusaContainer } from "@medusajs/framework/types"
import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { eraseCustomerData } from "./customer/erase-customer-data"
import { assignDeposit } from "./deposit/resolve-deposit"
import { createPageLink } from "./payment/create-page-link"
import { createPayLink } from "./payment/pay-link"
import { resolveUnallocatedPayment } from "./payment/resolve-payment"
import { requestWithdrawal } from "./payout/request-withdrawal"
import { quoteRefund } from "./refund/quote-refund"
import { refundOrder } from "./refund/refund-order"

type Action<Input, Result> = (container: MedusaContainer, input: Input) => Promise<Result>
type InputOf<Of> = Of extends Action<infer Input, unknown> ? Input : never

/** Nothing is compensated: an action is safe to repeat, and none can be undone. */
function toStep<Input, Result>(action: Action<Input, Result>) {
  return async (input: Input, { container }: { container: MedusaContainer }) =>
    new StepResponse<Result>(await action(container, input))
}

const createPageLinkStep = createStep("create-onchain-page-link-step", toStep(createPageLink))

/**
 * For the mail of an order, run it in the store's own subscriber.
 *
 * @example const { result } = await createPageLinkWorkflow(container).run({ input: { subject: { order_id },
 * purpose: "mail", asker: { kind: "store" } } })
 */
export const createPageLinkWorkflow = createWorkflow(
  "create-onchain-page-link",
  (input: InputOf<typeof createPageLink>) => new WorkflowResponse(createPageLinkStep(input))
)

type OrderToPay = { order_id: string }
const createPayLinkStep = createStep(
  "create-onchain-pay-link",
  async ({ order_id }: OrderToPay, { container }) =>
    new StepResponse((await createPayLink(container, order_id)).page_link)
)

/**
 * To email the link after an order edit, run it in the store's own subscriber.
 *
 * @example const { result } = await createPayLinkWorkflow(container).run({ input: { order_id } })
 */
export const createPayLinkWorkflow = createWorkflow(
  "create-onchain-pay-link-workflow",
  (input: OrderToPay) => new WorkflowResponse(createPayLinkStep(input))
)

const assignDepositStep = createStep("assign-onchain-deposit-step", toStep(assignDeposit))

/** Assigns a deposit to an open payment. The following `invoice.paid` captures the order on the normal path. */
export const assignDepositWorkflow = createWorkflow(
  "assign-onchain-deposit",
  (input: InputOf<typeof assignDeposit>) => new WorkflowResponse(assignDepositStep(input))
)

const resolveUnallocatedPaymentStep = createStep(
  "resolve-onchain-unallocated-payment-step",
  toStep(resolveUnallocatedPayment)
)

/** Settled money without an order pays one, is owed back, or is kept. Moves no funds. */
export const resolveUnallocatedPaymentWorkflow = createWorkflow(
  "resolve-onchain-unallocated-payment",
  (input: InputOf<typeof resolveUnallocatedPayment>) =>
    new WorkflowResponse(resolveUnallocatedPaymentStep(input))
)

const refundOrderStep = createStep("refund-onchain-order-workflow-step", toStep(refundOrder))

/** Refunds an order in Medusa. Moves nothing: the refund becomes due. */
export const refundOrderWorkflow = createWorkflow(
  "refund-onchain-order-workflow",
  (input: InputOf<typeof refundOrder>) => new WorkflowResponse(refundOrderStep(input))
)

const quoteRefundStep = createStep("quote-onchain-refund-step", toStep(quoteRefund))

/** Quotes the payout of a refund. Nothing moves until an operator confirms the quote. */
export const quoteRefundWorkflow = createWorkflow(
  "quote-onchain-refund",
  (input: InputOf<typeof quoteRefund>) => new WorkflowResponse(quoteRefundStep(input))
)

const requestWithdrawalStep = createStep("request-onchain-withdrawal-step", toStep(requestWithdrawal))

/** Stores a payout of the treasury and requests its quote. Nothing moves until it is confirmed. */
export const requestWithdrawalWorkflow = createWorkflow(
  "request-onchain-withdrawal",
  (input: InputOf<typeof requestWithdrawal>) => new WorkflowResponse(requestWithdrawalStep(input))
)

const eraseCustomerDataStep = createStep("erase-onchain-customer-data-step", toStep(eraseCustomerData))

/** Removes what says who a customer is from the plugin's rows. @see docs/operations/privacy.md */
export const eraseCustomerDataWorkflow = createWorkflow(
  "erase-onchain-customer-data",
  (input: InputOf<typeof eraseCustomerData>) => new WorkflowResponse(eraseCustomerDataStep(input))
)

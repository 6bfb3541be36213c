import { MedusaError } from "@medusajs/framework/utils"
import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { parseTxHash } from "../../domain/deposit/deposit-link"
import { MAX_CLAIMS } from "../../modules/onchain/deposit/deposit-links"
import type { PaymentViewer } from "../payment/queries/view-payment"
import { findVisible } from "../payment/queries/view-payment"

export const claimTransactionStepId = "claim-onchain-transaction-step"

/** A transaction that a shopper says is for a payment that the shopper may see. */
type TransactionClaim = Pick<PaymentViewer, "customer_id" | "token_hash"> & {
  session_id: string
  tx_hash: string
}

/**
 * Keeps the hash of a transaction that a shopper names for a payment. Transactions are public: whoever names one has not
 * sent it, so a claim ties nothing, pays nothing and keeps no order.
 *
 * @throws MedusaError `not_found` for a payment that the caller may not see; `invalid_data` for what is no
 *   hash of the payment's chain; `not_allowed` when the payment has too many claims
 */
const claimTransactionStep = createStep(
  claimTransactionStepId,
  async ({ tx_hash, ...viewer }: TransactionClaim, { container }) => {
    const { deposits, clock } = container.resolve("onchain")
    const { payment } = await findVisible(container, { ...viewer, isDisplay: false }, clock())
    const hash = parseTxHash(payment.chain, tx_hash)
    if (hash === null)
      throw new MedusaError(
        MedusaError.Types.INVALID_DATA,
        `tx_hash: expected the hash of a transaction on ${payment.network_name ?? payment.network_id}`
      )
    if (!(await deposits.links.claim(payment, hash)))
      throw new MedusaError(
        MedusaError.Types.NOT_ALLOWED,
        `This payment names ${MAX_CLAIMS} transactions already. Ask the shop about the others.`
      )
    return new StepResponse({ tx_hash: hash })
  }
)

export const claimTransactionWorkflowId = "claim-onchain-transaction"

/** Keeps what a shopper says about a transaction, for an operator to look at. */
export const claimTransactionWorkflow = createWorkflow(
  claimTransactionWorkflowId,
  (input: TransactionClaim) => new WorkflowResponse(claimTransactionStep(input))
)

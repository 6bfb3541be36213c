import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import type { AddressResult, RefundAddressRow } from "../../modules/onchain/refund/refund-address-row"
import { assertPayoutAllowed, type RequestActor } from "../payout/payout-access"
import { type AddressToScreen, screenAddress } from "../payout/screen-address"
import { addressError } from "./address-words"
import { findRefundOwner, mustFindRefund } from "./find-refund"
import type { RefundAnswer } from "./quote-refund"

type Decision = { refund_id: string; request_id: string; actor: RequestActor }
type ApproveAddressInput = Decision & { address: string; memo?: string | null | undefined }
type DeclineAddressInput = Decision & { note: string }

/** The address that the approver has read: another one is a conflict later. @throws MedusaError `forbidden`; `not_found` */
const findRefundAddressStep = createStep(
  "find-onchain-refund-address",
  async (input: ApproveAddressInput, { container }) => {
    const { id: actor_id } = await assertPayoutAllowed(container, input.actor)
    const { payment, refund } = await mustFindRefund(container, input.refund_id)
    await mustFindRequest(container, input)
    const { orderId, customerId } = await findRefundOwner(container, payment)
    const toScreen: AddressToScreen = {
      ...{ address: input.address, memo: input.memo || null, purpose: "refund", actor_id },
      ...{ chain: payment.chain, network_id: refund.network_id, customer_id: customerId, order_id: orderId },
    }
    return new StepResponse(toScreen)
  }
)

/**
 * Makes a destination of what a shopper proposed, for this refund only.
 *
 * @throws MedusaError `forbidden`; `not_found`; `conflict` when the proposal is another one than was read
 */
const approveRefundAddressStep = createStep(
  "approve-onchain-refund-address",
  async (input: ApproveAddressInput, { container }) => {
    const actor = await assertPayoutAllowed(container, input.actor)
    const { payment } = await mustFindRefund(container, input.refund_id)
    const request = await mustFindRequest(container, input)
    const { orderId, customerId } = await findRefundOwner(container, payment)
    const owner = {
      label: `Customer's address for ${input.refund_id}`,
      customer_id: customerId,
      order_id: orderId,
      chain: payment.chain,
    }
    const read = { address: input.address, memo: input.memo ?? "" }
    const { addresses } = container.resolve("onchain").payouts.refunds
    return new StepResponse(mustBeDone(input, await addresses.approve(request.id, read, { actor, owner })))
  }
)

async function mustFindRequest(
  container: MedusaContainer,
  { refund_id, request_id }: Decision
): Promise<RefundAddressRow> {
  const row = await container.resolve("onchain").payouts.refunds.addresses.find(request_id)
  if (row?.refund_id === refund_id) return row
  throw new MedusaError(
    MedusaError.Types.NOT_FOUND,
    `There is no address request ${request_id} of refund ${refund_id}.`
  )
}

function mustBeDone({ refund_id }: Decision, result: AddressResult): RefundAnswer {
  if (result.kind === "refused") throw addressError(result.refusal)
  return { refund_id, is_pending: false }
}

/** Moves nothing. Hook `screenAddress`: a handler can refuse the address before it is approved. */
export const approveRefundAddressWorkflow = createWorkflow(
  "approve-onchain-refund-address-workflow",
  (input: ApproveAddressInput) => {
    const screening = screenAddress(findRefundAddressStep(input))
    return new WorkflowResponse(approveRefundAddressStep(input), { hooks: [screening] })
  }
)

/**
 * Declines the address that a shopper proposed for a refund.
 *
 * @throws MedusaError `not_found`; `conflict`
 */
export async function declineRefundAddress(
  container: MedusaContainer,
  input: DeclineAddressInput
): Promise<RefundAnswer> {
  await mustFindRefund(container, input.refund_id)
  const request = await mustFindRequest(container, input)
  const { addresses } = container.resolve("onchain").payouts.refunds
  return mustBeDone(input, await addresses.decline(request.id, input.actor.id, input.note))
}

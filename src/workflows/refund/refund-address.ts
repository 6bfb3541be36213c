import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"
import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { refundPagePath } from "../../domain/payment/payment-page"
import { findAgainProblem, hasMemos } from "../../domain/payout/destination"
import { type AddressRefusal, isSameEmail, isSigned } from "../../domain/refund/refund-address"
import { pageUrlOf } from "../../modules/onchain/options/option-groups"
import type { PaymentRow } from "../../modules/onchain/payment/payment-row"
import type { LinkedRefund } from "../../modules/onchain/refund/refund-addresses"
import type { RefundRow } from "../../modules/onchain/refund/refund-ledger"
import { reasonOf } from "../../modules/onchain/work/audit-log"
import type { OnchainCreatedAddressRequest } from "../../types/http"
import { buildMessageData, findShopper, sendMessage } from "../payment/shopper-message"
import {
  type AddressToScreen,
  type CheckedAddress,
  checkEnteredAddress,
  screenAddress,
} from "../payout/destination"
import { assertPayoutAllowed, findPayoutActor, payoutError, type RequestActor } from "../payout/payout-access"
import { destinationProblemInWords, fieldOf } from "../payout/payout-words"
import { refused } from "../refusal-code"
import { addressError } from "./refund-words"
import { mustFindRefund, paymentOfRefund } from "./queries/refund-to-view"
import { findPaymentOwner } from "../payment/order-record"
import type { RefundAnswer } from "./quote-refund"
import { say } from "../../words/say"

type RequestAddressInput = { refund_id: string; send?: boolean | undefined; actor: RequestActor }

/** An earlier link ends, and what was approved by it is no destination any more. */
export async function requestRefundAddress(
  container: MedusaContainer,
  input: RequestAddressInput
): Promise<OnchainCreatedAddressRequest> {
  const { options, refunds } = container.resolve("onchain")
  const { refund, payment } = await mustFindRefund(container, input.refund_id)
  const shopper = await findShopper(container, payment)
  const { email } = shopper
  if (email === null) throw payoutError("no_email", say("refund.no_email"))
  const made = await refunds.addresses.create(refund.id, await findPayoutActor(container, input.actor))
  if ("refusal" in made) throw addressError(made.refusal)
  const { token } = made
  const { link_id: id, address_state: state, link_expires_at } = made.refund
  const { pageUrl } = options.refundLinks
  const url = pageUrl === undefined ? null : pageUrlOf(pageUrl, token)
  const expires_at = link_expires_at.toISOString()
  const link = url === null ? null : { url, expiresAt: expires_at }
  const sent =
    input.send === true ? await send(container, id, { email, link, refund, payment, shopper }) : null
  return { id, state, token, page_path: refundPagePath(token), url, expires_at, sent }
}

type LinkMessage = {
  email: string
  link: { url: string; expiresAt: string } | null
  refund: RefundRow
  payment: PaymentRow
  shopper: Awaited<ReturnType<typeof findShopper>>
}

/** Only now the token is known, so a message that fails is not tried again: the operator copies the link. */
async function send(
  container: MedusaContainer,
  id: string,
  { email, link, refund, payment, shopper }: LinkMessage
): Promise<NonNullable<OnchainCreatedAddressRequest["sent"]>> {
  const onchain = container.resolve("onchain")
  const { channel } = onchain.options.notifications
  const { template } = onchain.options.refundLinks
  if (channel === null || template === null || link === null) return "off"
  if (!(await onchain.shopperMessages.hasProvider(channel))) return "off"
  const messageId = `onchain:refundAddress:${id}`
  const { network_id: networkId, token, token_amount: amount } = refund
  const data = await buildMessageData(onchain, {
    ...{ messageId, payment, shopper, link },
    refund: { id: refund.id, networkId, token, amount, txHash: null },
  })
  const message = {
    ...{ to: email, channel, template, data, idempotency_key: messageId },
    ...{ resource_id: payment.id, receiver_id: shopper.customerId, trigger_type: null },
  }
  try {
    await sendMessage(container, message, { forgetsLink: true })
    return "sent"
  } catch (error) {
    const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
    logger.warn(`onchain: the link of address request ${id} was not sent: ${reasonOf(error)}`)
    return "failed"
  }
}

type ProposeAddressInput = {
  email: string
  network_id: string
  address: string
  memo: string
  has_no_memo: boolean
  /** Empty for none. */
  signature: string
  /** Of the page, and of the network: what the wallet has signed. */
  host: string
  chain_id: number | null
}

/** What is wrong with a field of the shopper's form, or with all of it. The page has words for each code. */
type ProposalProblem = {
  field: "email" | "network_id" | "address" | "memo" | "form"
  code:
    | "email_wrong"
    | "paused"
    | "link_ended"
    | "payout_confirmed"
    | "refund_done"
    | "unavailable"
    | "network_not_payable"
    | Extract<CheckedAddress, { kind: "invalid" }>["code"]
}

/** Nothing is stored of what is refused. The email comes first: without it nothing is learned about addresses. */
export async function proposeRefundAddress(
  container: MedusaContainer,
  refund: LinkedRefund,
  input: ProposeAddressInput
): Promise<ProposalProblem | null> {
  const { addresses } = container.resolve("onchain").refunds
  const payment = await paymentOfRefund(container, refund)
  const { email } = await findShopper(container, payment)
  const isRight = isSameEmail(input.email, email ?? "") && email !== null
  const link = { refund_id: refund.id, link_id: refund.link_id }
  const answer = await addresses.tryEmail(link, isRight)
  if (answer === "ended") return { field: "form", code: "link_ended" }
  if (answer !== "right") return { field: "email", code: answer === "paused" ? "paused" : "email_wrong" }
  if (input.network_id !== refund.network_id) return { field: "network_id", code: "network_not_payable" }
  const checked = await checkAddress(container, input)
  if ("code" in checked) return checked
  const { address, checksum, chain } = checked
  const decision = await addresses.propose(link, {
    ...{ address, address_memo: input.memo, has_no_memo: input.has_no_memo && hasMemos(chain) },
    ...{ address_checksum: checksum, link_nonce: refund.link_nonce },
    is_address_signed: isSignedClaim(refund, { ...input, address }),
  })
  if (decision.kind !== "refused") return null
  const { code } = decision.refusal
  return { field: "form", code: code === "payout_confirmed" || code === "refund_done" ? code : "link_ended" }
}

const FIELDS: Partial<Record<ProposalProblem["code"], ProposalProblem["field"]>> = {
  unknown_network: "network_id",
  test_network: "network_id",
  memo_missing: "memo",
  memo_unsupported: "memo",
  memo_conflict: "memo",
  memo_invalid: "memo",
}

async function checkAddress(
  container: MedusaContainer,
  { network_id: networkId, address, memo, has_no_memo: hasNoMemo }: ProposeAddressInput
): Promise<ProposalProblem | Extract<CheckedAddress, { kind: "valid" }>> {
  try {
    const checked = await checkEnteredAddress(container, { networkId, address, memo, hasNoMemo, again: null })
    if (checked.kind === "valid") return checked
    return { field: FIELDS[checked.code] ?? "address", code: checked.code }
  } catch (error) {
    if (!MedusaError.isMedusaError(error) || error.type !== MedusaError.Types.NOT_ALLOWED) throw error
    return { field: "form", code: "unavailable" }
  }
}

/** A signature counts for the nonce that is stored now, until the link expires. */
function isSignedClaim(
  { id: refundId, link_nonce: nonce, link_expires_at }: LinkedRefund,
  { address, signature, host, chain_id: chainId }: ProposeAddressInput
): boolean {
  if (chainId === null) return false
  const expiry = Math.floor(link_expires_at.getTime() / 1_000)
  return isSigned({ host, refundId, address, chainId, nonce, expiry }, signature)
}

type Decision = { refund_id: string; request_id: string; actor: RequestActor }
type ApproveAddressInput = Decision & {
  address: string
  memo?: string | null | undefined
  /** Required where nothing can check an address: the shopper has entered it only once. */
  address_again?: string | undefined
  memo_again?: string | null | undefined
}
type DeclineAddressInput = Decision & { note: string }

async function loadApproval(container: MedusaContainer, input: ApproveAddressInput) {
  const actor = await assertPayoutAllowed(container, input.actor)
  const { refund, payment } = await mustFindRefund(container, input.refund_id)
  assertEnteredAgain(payment, input)
  const { customerId: customer_id, orderId: order_id } = await findPaymentOwner(container, payment)
  return {
    actor,
    payment,
    owner: { customer_id, order_id, chain: payment.chain },
    network_id: refund.network_id,
  }
}

/** @throws MedusaError `invalid_data` when the approver has not entered address and memo as they read them */
function assertEnteredAgain(
  { chain, network_id }: Pick<PaymentRow, "chain" | "network_id">,
  { address, memo, address_again, memo_again }: ApproveAddressInput
): void {
  const problem = findAgainProblem(
    { chain, networkName: network_id },
    { address, memo: memo ?? "" },
    { address: address_again, memo: memo_again ?? undefined }
  )
  if (problem)
    throw refused(
      MedusaError.Types.INVALID_DATA,
      destinationProblemInWords(problem),
      problem.code,
      fieldOf(problem)
    )
}

/** The address that the approver has read: another one is a conflict later. */
const findRefundAddressStep = createStep(
  "find-onchain-refund-address",
  async (input: ApproveAddressInput, { container }) => {
    const { actor, owner, network_id } = await loadApproval(container, input)
    const { address, memo } = input
    const toScreen: AddressToScreen = {
      ...{ address, memo: memo || null, purpose: "refund", actor_id: actor.id, network_id, ...owner },
    }
    return new StepResponse(toScreen)
  }
)

const approveRefundAddressStep = createStep(
  "approve-onchain-refund-address",
  async (input: ApproveAddressInput, { container }) => {
    const { actor, payment, owner } = await loadApproval(container, input)
    const { addresses, senders } = container.resolve("onchain").refunds
    const label = `Customer's address for ${input.refund_id}`
    const is_observed_sender = (await senders.find(payment)) === input.address
    const read = { address: input.address, memo: input.memo ?? "" }
    const made = { actor, owner: { label, is_observed_sender, ...owner } }
    return new StepResponse(answerOf(input, await addresses.approve(linkOf(input), read, made)))
  }
)

const linkOf = ({ refund_id, request_id }: Decision) => ({ refund_id, link_id: request_id })

function answerOf({ refund_id }: Decision, refusal: AddressRefusal | null): RefundAnswer {
  if (refusal) throw addressError(refusal)
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

export async function declineRefundAddress(
  container: MedusaContainer,
  input: DeclineAddressInput
): Promise<RefundAnswer> {
  await mustFindRefund(container, input.refund_id)
  const { addresses } = container.resolve("onchain").refunds
  return answerOf(input, await addresses.decline(linkOf(input), input.actor.id, input.note))
}

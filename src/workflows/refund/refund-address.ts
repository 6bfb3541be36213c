import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, MedusaError } from "@medusajs/framework/utils"
import { createStep, createWorkflow, StepResponse, WorkflowResponse } from "@medusajs/framework/workflows-sdk"
import { refundPagePath } from "../../domain/payment/payment-page"
import { hasMemos } from "../../domain/payout/address-problem"
import { checkProof, isSameEmail } from "../../domain/refund/refund-address"
import { pageUrlOf } from "../../modules/onchain/options/option-groups"
import { isChosen, type PaymentRow } from "../../modules/onchain/payment/payment-row"
import type { AddressResult, RefundAddressRow } from "../../modules/onchain/refund/refund-addresses"
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
import { addressError } from "./refund-words"
import { findRefundOwner, mustFindRefund } from "./find-refund"
import type { RefundAnswer } from "./quote-refund"

type RequestAddressInput = { refund_id: string; send?: boolean | undefined; actor: RequestActor }

/**
 * Makes the link by which the shopper proposes where a refund goes. An earlier one ends, and what was
 * approved by it is no destination any more.
 *
 * @throws MedusaError `not_found`; `invalid_data` where no email is known, which the page asks for; `conflict`
 * once a payout is confirmed
 */
export async function requestRefundAddress(
  container: MedusaContainer,
  input: RequestAddressInput
): Promise<OnchainCreatedAddressRequest> {
  const { options, payouts } = container.resolve("onchain")
  const { refund, payment } = await mustFindRefund(container, input.refund_id)
  const shopper = await findShopper(container, payment)
  if (shopper.recipient.email === null)
    throw payoutError(
      "no_email",
      "The order has no email, which the page asks for. Ask the customer yourself and add the address."
    )
  const actor = await findPayoutActor(container, input.actor)
  const { pageUrl } = options.refundLinks
  const made = await payouts.refunds.addresses.create(refund, actor)
  if (made.kind === "refused") throw addressError(made.refusal)
  const { token, row } = made
  const url = pageUrl === undefined ? null : pageUrlOf(pageUrl, token)
  const link = { url, expiresAt: row.expires_at.toISOString() }
  return {
    id: row.id,
    state: row.state,
    token,
    page_path: refundPagePath(token),
    url,
    expires_at: link.expiresAt,
    sent: input.send === true ? await send(container, { id: row.id, link, refund, payment }, shopper) : null,
  }
}

type Message = {
  id: string
  link: { url: string | null; expiresAt: string }
  refund: RefundRow
  payment: PaymentRow
}

/**
 * Only now the token is known, so a message that fails is not tried again: the operator copies the link. Medusa's
 * row of the message does not keep it.
 */
async function send(
  container: MedusaContainer,
  { id, link, refund, payment }: Message,
  { order, recipient }: Awaited<ReturnType<typeof findShopper>>
): Promise<"sent" | "off" | "no_email" | "failed"> {
  const { currencies, options, shopperMessages } = container.resolve("onchain")
  const { channel } = options.notifications
  const { template } = options.refundLinks
  if (channel === null || template === null || link.url === null) return "off"
  if (recipient.email === null) return "no_email"
  if (!(await shopperMessages.hasProvider(channel))) return "off"
  const messageId = `onchain:refundAddress:${id}`
  const data = buildMessageData({
    fiat: await currencies.shown([payment.currency_code]),
    ...{ messageId, order, locale: recipient.locale, payment },
    attempt: isChosen(payment) ? payment : null,
    refund: {
      ...{ id: refund.id, networkId: refund.network_id, token: refund.token },
      ...{ amount: refund.token_amount, txHash: null },
    },
    link: { url: link.url, expiresAt: link.expiresAt },
    explorerUrl: () => null,
  })
  try {
    const message = {
      ...{ to: recipient.email, channel, template, data, idempotency_key: messageId },
      ...{ resource_id: payment.id, resource_type: "onchain_payment" },
      ...{ receiver_id: recipient.customerId, trigger_type: null, original_notification_id: null },
    }
    await sendMessage(container, message, { forgetsLink: true })
    return "sent"
  } catch (error) {
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .warn(`onchain: the link of address request ${id} was not sent: ${reasonOf(error)}`)
    return "failed"
  }
}

/** A form of the shopper's page. The request was found by the token of the link. */
type ProposeAddressInput = {
  request_id: string
  email: string
  network_id: string
  address: string
  memo: string
  has_no_memo: boolean
  signature: string | null
  /** Of the page, and of the network: what the wallet has signed. */
  host: string
  chain_id: number | null
}

/** A field of the shopper's form; `form` for the whole of it. */
type ProposalField = "email" | "network_id" | "address" | "memo" | "form"

/** Codes of what is wrong with a field; the page has words for each. */
type ProposalProblem = {
  field: ProposalField
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

/** The outcome of a proposal. A refusal stores nothing. */
type ProposalAnswer = { kind: "stored" } | { kind: "refused"; problem: ProposalProblem }

/**
 * Stores the address that a shopper proposes. Moves nothing: an allowed user has to approve it.
 *
 * Nothing is stored of what is refused. The email comes first: without it nothing is learned about addresses.
 */
export async function proposeRefundAddress(
  container: MedusaContainer,
  input: ProposeAddressInput
): Promise<ProposalAnswer> {
  const problem = await propose(container, input)
  return problem ? { kind: "refused", problem } : { kind: "stored" }
}

async function propose(
  container: MedusaContainer,
  input: ProposeAddressInput
): Promise<ProposalProblem | null> {
  const { payouts } = container.resolve("onchain")
  const { addresses, senders } = payouts.refunds
  const request = await addresses.find(input.request_id)
  if (!request) throw new MedusaError(MedusaError.Types.NOT_FOUND, "This link does not work.")
  const { refund, payment } = await mustFindRefund(container, request.refund_id)
  const wrongEmail = await checkEmail(container, { request, payment }, input.email)
  if (wrongEmail) return wrongEmail
  if (input.network_id !== refund.network_id) return { field: "network_id", code: "network_not_payable" }
  const checked = await checkAddress(container, input)
  if ("code" in checked) return checked
  const { address, checksum } = checked
  const decision = await addresses.propose(request.id, {
    ...{ network_id: input.network_id, address, memo: input.memo },
    has_no_memo: input.has_no_memo && hasMemos(checked.chain),
    ...{ checksum, is_observed_sender: (await senders.find(payment)) === address },
    ...proofOf(request, { ...input, address }),
  })
  if (decision.kind !== "refused") return null
  const { code } = decision.refusal
  return { field: "form", code: code === "payout_confirmed" || code === "refund_done" ? code : "link_ended" }
}

async function checkEmail(
  container: MedusaContainer,
  { request, payment }: { request: RefundAddressRow; payment: PaymentRow },
  email: string
): Promise<ProposalProblem | null> {
  const { recipient } = await findShopper(container, payment)
  const isRight = isSameEmail(email, recipient.email ?? "") && recipient.email !== null
  const decision = await container.resolve("onchain").payouts.refunds.addresses.tryEmail(request.id, isRight)
  if (decision.kind === "right") return null
  const isPaused = decision.kind === "paused" || decision.isPaused
  return { field: "email", code: isPaused ? "paused" : "email_wrong" }
}

const FIELDS: Partial<Record<ProposalProblem["code"], ProposalField>> = {
  unknown_network: "network_id",
  test_network: "network_id",
  unknown_chain: "network_id",
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
    const checked = await checkEnteredAddress(container, { networkId, address, memo, hasNoMemo })
    if (checked.kind === "valid") return checked
    return { field: FIELDS[checked.code] ?? "address", code: checked.code }
  } catch (error) {
    if (!MedusaError.isMedusaError(error) || error.type !== MedusaError.Types.NOT_ALLOWED) throw error
    return { field: "form", code: "unavailable" }
  }
}

/** A signature counts for the nonce that is stored now, until the link expires. */
function proofOf(
  { nonce, expires_at, refund_id: refundId }: RefundAddressRow,
  { address, signature, host, chain_id: chainId }: ProposeAddressInput
) {
  if (chainId === null || signature === null)
    return { signature: null, signature_state: "not_signed" as const, nonce }
  const claim = { host, refundId, address, chainId, nonce, expiry: Math.floor(expires_at.getTime() / 1_000) }
  return { signature, signature_state: checkProof(claim, signature), nonce }
}

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

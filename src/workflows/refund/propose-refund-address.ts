import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import { hasMemos } from "../../domain/payout/address-problem"
import { isSameEmail } from "../../domain/refund/refund-address"
import { checkProof } from "../../domain/refund/wallet-proof"
import type { PaymentRow } from "../../modules/onchain/payment/payment-row"
import type { RefundAddressRow } from "../../modules/onchain/refund/refund-address-row"
import { findShopper } from "../payment/message-facts"
import { checkEnteredAddress, type CheckedAddress } from "../payout/entered-address"
import { mustFindRefund } from "./find-refund"

/** A form of the shopper's page. The request was found by the token of the link. */
export type ProposeAddressInput = {
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
export type ProposalField = "email" | "network_id" | "address" | "memo" | "form"

/** Codes of what is wrong with a field; the page has words for each. */
export type ProposalProblem = {
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
export type ProposalAnswer = { kind: "stored" } | { kind: "refused"; problem: ProposalProblem }

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

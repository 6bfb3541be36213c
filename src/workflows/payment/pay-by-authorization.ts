import type { MedusaContainer } from "@medusajs/framework/types"
import { MedusaError, Modules } from "@medusajs/framework/utils"
import { randomBytes } from "node:crypto"
import { parseTxHash } from "../../domain/deposit/deposit-link"
import {
  findTransferProblem,
  isSignableRail,
  isToBeSent,
  type SignedTransfer,
  type TransferAuthorization,
  transferKindOn,
  type TransferProblem,
  type TransferRequirement,
  requirementOf,
  transferTypedData,
  validityOf,
} from "../../domain/payment/transfer-authorization"
import { signatureForContract } from "../../domain/typed-data"
import { authorizationOf } from "../../modules/onchain/payment/authorizations"
import type { Settlement } from "../../modules/onchain/payment/facilitator"
import { isChosen, type PaymentRow } from "../../modules/onchain/payment/payment-row"
import { exclusivelyBy } from "../../modules/onchain/work/claim"
import type { OnchainTransferAuthorization } from "../../types/http"
import type { PageOwner } from "./create-page-link"
import { openAttempt } from "./open-attempt"
import { listCheckoutOptions } from "./queries/view-checkout"
import { findVisible, isOfAnother, type PaymentViewer, viewPayment } from "./queries/view-payment"

type Viewer = Omit<PaymentViewer, "isDisplay">

type Asked = {
  payment: PaymentRow
  requirement: TransferRequirement
  until: Date
  /** For the payer to sign in; null when too few are left. */
  seconds: number | null
  claimed_tx_hash: string | null
}

/** Reason of an outcome: what was signed is not to be paid now, so it was not sent. */
export const NOT_DUE = "not_due"

/** What became of a signed transfer. Its payment is paid once the gateway says so, whatever the facilitator says. */
export type SignedOutcome = {
  kind: "settled" | "declined" | "unknown"
  requirement: TransferRequirement
  payer: string
  transaction: string
  reason: string
}

export type TransferOffer = {
  kind: "offer"
  requirement: TransferRequirement
  seconds: number
  problem: TransferProblem | null
}

export type SentTransfer = {
  accepted: Record<"scheme" | "network" | "asset" | "amount" | "payTo", string>
  transfer: SignedTransfer
  signature: string
}

/**
 * Offers a payment to software that signs transfers, on one rail: `rail`, else the current one, else the first of the store's order
 * that a facilitator serves. The address has to be there before it is signed, so this opens the attempt. A transfer that was signed
 * and may still move money is settled again in place of an offer.
 *
 * @returns null when nothing can be signed now
 * @throws MedusaError as {@link openAttempt}
 */
export async function offerTransfer(
  container: MedusaContainer,
  viewer: Viewer,
  rail: string | undefined
): Promise<TransferOffer | SignedOutcome | null> {
  const live = await resumeLive(container, viewer)
  if (live) return live
  const current = await findAsked(container, viewer)
  const isWanted = current && (rail === undefined || current.payment.rail_id === rail)
  if (!isWanted) {
    const chosen = await chooseRail(container, viewer, rail)
    if (chosen === null) return null
    await openAttempt(container, { viewer, rail: chosen })
  }
  const asked = isWanted ? current : await findAsked(container, viewer)
  if (!asked || !(await container.resolve("onchain").facilitator.supports(asked.requirement))) return null
  return offerOf(asked, null)
}

function offerOf({ requirement, seconds }: Asked, problem: TransferProblem | null): TransferOffer | null {
  return seconds === null ? null : { kind: "offer", requirement, seconds, problem }
}

/** The typed data for a payer's wallet, whose nonce is stored before it is shown; or what became of a transfer signed before. */
export async function prepareTransfer(
  container: MedusaContainer,
  viewer: Viewer,
  from: string
): Promise<OnchainTransferAuthorization> {
  const live = await resumeLive(container, viewer)
  if (live) return shown(live)
  const { authorizations, facilitator, clock } = container.resolve("onchain")
  const asked = await findAsked(container, viewer)
  const isOffered = asked?.seconds != null && (await facilitator.supports(asked.requirement))
  if (!asked || !isOffered) throw notOffered()
  const authorization: TransferAuthorization = {
    ...{ state: "prepared", nonce: `0x${randomBytes(32).toString("hex")}`, payer: null, valid_after: "0" },
    valid_before: String(Math.floor(asked.until.getTime() / 1_000)),
    ...{ signature: null, tx_hash: null, reason: null },
  }
  const stored = await authorizations.put(asked.payment, authorization, clock())
  if (!stored) throw notOffered()
  const transfer = transferOf(stored, asked.requirement, from)
  return { state: "prepared", reason: null, typed_data: transferTypedData(transfer, asked.requirement) }
}

/** Takes the signature of what {@link prepareTransfer} showed. */
export async function payPrepared(
  container: MedusaContainer,
  viewer: Viewer,
  { from, signature }: { from: string; signature: string }
): Promise<OnchainTransferAuthorization> {
  const asked = await findAsked(container, viewer)
  if (!asked || authorizationOf(asked.payment) === null) {
    const live = await resumeLive(container, viewer)
    if (live) return shown(live)
    throw notOffered()
  }
  const { payment, requirement } = asked
  const transfer = transferOf(payment, requirement, from)
  const outcome = await payTransfer(container, viewer, { accepted: requirement, transfer, signature })
  if (outcome === null) throw notOffered()
  if (outcome.kind !== "offer") return shown(outcome)
  return { state: "declined", reason: outcome.problem, typed_data: null }
}

/**
 * Checks a signed transfer against the payment, stores it, and has it settled. The same one again is the same payment, and any other
 * is dropped while one may still move money.
 *
 * @returns the offer with the problem when the transfer is not what was asked for; null when nothing can be signed now
 */
export async function payTransfer(
  container: MedusaContainer,
  viewer: Viewer,
  sent: SentTransfer
): Promise<TransferOffer | SignedOutcome | null> {
  const { authorizations, clock } = container.resolve("onchain")
  const { payment, owner } = await findVisible(container, { ...viewer, isDisplay: false }, clock())
  const nonce = sent.transfer.nonce.toLowerCase()
  const known =
    (await authorizations.findSigned(payment.id, nonce)) ??
    (await authorizations.findLive(payment.id, clock()))
  if (known) return settle(container, viewer, known, { owner, isFirst: false })
  const asked = await findAsked(container, viewer)
  if (!asked) return null
  const { requirement, until } = asked
  const problem = findTransferProblem(sent, requirement, { nowMs: clock(), until })
  if (problem !== null) return offerOf(asked, problem)
  const { from, validAfter, validBefore } = sent.transfer
  const authorization: TransferAuthorization = {
    ...{ state: "signed", nonce, payer: from, valid_after: validAfter, valid_before: validBefore },
    ...{ signature: signatureForContract(sent.signature), tx_hash: null, reason: null },
  }
  const stored = await authorizations.put(asked.payment, authorization, clock())
  const isFirst = stored?.transfer_authorization === authorization
  return stored ? settle(container, viewer, stored, { owner, isFirst }) : null
}

async function resumeLive(container: MedusaContainer, viewer: Viewer): Promise<SignedOutcome | null> {
  const { authorizations, clock } = container.resolve("onchain")
  const { payment, owner } = await findVisible(container, { ...viewer, isDisplay: false }, clock())
  const live = await authorizations.findLive(payment.id, clock())
  return live ? settle(container, viewer, live, { owner, isFirst: false }) : null
}

/** What can be signed now: the current attempt, whose address is confirmed as before every display. */
async function findAsked(container: MedusaContainer, viewer: Viewer): Promise<Asked | null> {
  const { payments, clock } = container.resolve("onchain")
  const view = await viewPayment(container, { ...viewer, isDisplay: true })
  if (!view.can_sign || view.deposit_address === null) return null
  const payment = await payments.findAny({ session_id: view.session_id })
  if (!payment || !isChosen(payment) || payment.rail_id !== view.rail) return null
  const requirement = requirementOf({ ...payment, deposit_address: view.deposit_address })
  const { claimed_tx_hash } = view
  return requirement && { payment, requirement, claimed_tx_hash, ...validityOf(payment, clock()) }
}

async function chooseRail(
  container: MedusaContainer,
  viewer: Viewer,
  rail: string | undefined
): Promise<string | null> {
  const { options, facilitator } = container.resolve("onchain")
  const { environment, x402 } = options
  const { payment_options } = await listCheckoutOptions(container, { ...viewer, isDisplay: false })
  const signable = payment_options.filter((option) =>
    isSignableRail(option, { environment, networks: x402?.networks })
  )
  for (const { id, network_id } of signable) {
    const kind = rail === undefined || id === rail ? transferKindOn(network_id) : null
    if (kind && (await facilitator.supports(kind))) return id
  }
  return null
}

function transferOf(row: PaymentRow, { payTo, amount }: TransferRequirement, from: string): SignedTransfer {
  const stored = authorizationOf(row)
  if (stored === null) throw new Error(`attempt ${row.attempt_id} has no authorization`)
  const { nonce, valid_after, valid_before } = stored
  return { from, to: payTo, value: amount, validAfter: valid_after, validBefore: valid_before, nonce }
}

/**
 * Has a stored transfer settled, at most once at a time. `unknown` is stored before the call, and stays until a clear answer: only the
 * same signature is sent again, which the token takes once. No database connection is held meanwhile.
 */
async function settle(
  container: MedusaContainer,
  viewer: Viewer,
  { attempt_id }: PaymentRow,
  { owner, isFirst }: { owner: PageOwner | undefined; isFirst: boolean }
): Promise<SignedOutcome> {
  const { authorizations, facilitator, payments, deposits, paymentChecks } = container.resolve("onchain")
  const exclusively = exclusivelyBy(container.resolve(Modules.LOCKING))
  return exclusively(`onchain:authorization:${attempt_id}`, async () => {
    const row = await payments.find({ attempt_id })
    const authorization = row && authorizationOf(row)
    const requirement = row && requirementOf(row)
    if (!row || !authorization || !requirement) throw new Error(`attempt ${attempt_id} has no authorization`)
    const { state, signature, payer, tx_hash } = authorization
    // As on the page, the order's new owner sees nothing of the account that signed.
    if (isOfAnother(row, owner))
      return { kind: "unknown", requirement, payer: "", transaction: "", reason: NOT_DUE }
    const known = { requirement, payer: payer ?? "", transaction: "", reason: "" }
    if (state === "settled") return { ...known, kind: "settled", transaction: tx_hash ?? "" }
    if (signature === null) throw new Error(`attempt ${attempt_id} has no signature`)
    const asked = await findAsked(container, viewer)
    const { claimed_tx_hash = null } = asked ?? {}
    const current = asked && { attempt_id: asked.payment.attempt_id, claimed_tx_hash }
    // Nothing is sent that would not be requested now: other money may pay the order, or nothing is owed.
    if (!isToBeSent({ state, attempt_id }, current, { isFirst }))
      return { ...known, kind: state === "declined" ? "declined" : "unknown", reason: NOT_DUE }
    const signed = { transfer: transferOf(row, requirement, known.payer), signature, requirement }
    let answer: Settlement | null = await facilitator.verify(signed)
    if (answer === null) {
      await authorizations.move(attempt_id, ["signed", "declined", "unknown"], { state: "unknown" })
      answer = await facilitator.settle(signed)
    }
    if (answer.kind === "settled") {
      const hash = parseTxHash(row.chain, answer.transaction)
      if (hash === null) return { ...known, kind: "unknown", reason: "no_transaction" }
      // As a hash that the payer names: it proves nothing. First, so that a page that shows ways to pay warns.
      if (await deposits.links.claim(row, hash)) await paymentChecks.bringForward(row.id)
      const settled = { state: "settled", tx_hash: hash, signature: null, reason: null } as const
      await authorizations.move(attempt_id, ["unknown"], settled)
      return { ...known, kind: "settled", transaction: hash }
    }
    const { reason } = answer
    // After a lost answer, "used already" may be about the first call.
    const kind = state === "unknown" ? "unknown" : answer.kind
    const change = kind === "declined" ? { state: kind, reason } : { reason }
    await authorizations.move(attempt_id, ["signed", "declined", "unknown"], change)
    return { ...known, kind, reason }
  })
}

function shown({ kind, reason }: SignedOutcome): OnchainTransferAuthorization {
  return { state: kind, reason: reason || null, typed_data: null }
}

function notOffered(): MedusaError {
  return new MedusaError(
    MedusaError.Types.NOT_ALLOWED,
    "This payment cannot be signed now. Pay it by a transaction.",
    "not_offered"
  )
}

import { AmountError, isWithinBps, parseAmount } from "../../gateway/amount"
import { findToken } from "../../gateway/asset"
import type { DepositState } from "./deposit-lifecycle"

/**
 * What ties a deposit to a payment. An operator (`person`) may too; an amount or a hash named by a shopper
 * never does.
 */
export const DEPOSIT_LINKS = ["address", "memo", "intent", "person"] as const
export type DepositLink = (typeof DEPOSIT_LINKS)[number]

/** A payment that shows the address a deposit went to, with the same memo where it has one. */
export type AddressedPayment = {
  id: string
  session_id: string
  memo: string | null
  /** Neither captured nor abandoned. */
  isOpen: boolean
}

/**
 * Finds the payment that a deposit belongs to, by where the money went.
 *
 * An invoice has its own address or memo. A reusable address is shared by the customer's payments: there the
 * provider's own expectation decides, or the only open payment, and otherwise an operator.
 *
 * @param payments all that show the address of the deposit, and its memo where they have one
 * @returns null when none or several could be meant
 * @example linkedPayment({ expected_session_id: null }, [invoicePayment]) // { paymentId: "ocpay_1", by:
 * "address" }
 */
export function linkedPayment(
  deposit: { expected_session_id: string | null },
  payments: readonly AddressedPayment[]
): { paymentId: string; by: DepositLink } | null {
  const expected = payments.find(({ session_id }) => session_id === deposit.expected_session_id)
  if (expected) return { paymentId: expected.id, by: "intent" }
  const [only, ...others] = payments.length > 1 ? payments.filter(({ isOpen }) => isOpen) : payments
  if (!only || others.length > 0) return null
  return { paymentId: only.id, by: only.memo === null ? "address" : "memo" }
}

export type LinkRefusal =
  { code: "not_in_review"; state: DepositState } | { code: "unconfirmed" } | { code: "already_linked" }

/** Whether an operator may tie a deposit to a payment. A tie stays, so an event alone is not enough. @returns null if so */
export function findLinkRefusal(deposit: {
  state: DepositState
  payment_id: string | null
  confirmed_at: Date | null
}): LinkRefusal | null {
  if (deposit.state !== "in_review") return { code: "not_in_review", state: deposit.state }
  if (deposit.payment_id !== null) return { code: "already_linked" }
  return deposit.confirmed_at === null ? { code: "unconfirmed" } : null
}

/** What a shopper, or an equal amount, says about a deposit. It proposes a payment to the operator and does nothing else. */
export type DepositProposal = { paymentId: string; by: "amount" | "claim" }

/**
 * Marks proposals that contradict each other: two payments whose shoppers name the same transaction, or one
 * that names a transaction of another payment.
 */
export function judgeProposals(
  proposals: readonly DepositProposal[],
  linkedPaymentId: string | null
): (DepositProposal & { isContested: boolean })[] {
  const claimed = new Set(proposals.filter(({ by }) => by === "claim").map(({ paymentId }) => paymentId))
  if (linkedPaymentId !== null) claimed.add(linkedPaymentId)
  return proposals.map((one) => ({ ...one, isContested: one.by === "claim" && claimed.size > 1 }))
}

const HASHES: Readonly<Record<string, RegExp>> = {
  evm: /^0x[0-9a-f]{64}$/i,
  sol: /^[1-9A-HJ-NP-Za-km-z]{80,90}$/,
  stellar: /^[0-9a-f]{64}$/i,
}
const OTHER_HASH = /^[0-9A-Za-z]{32,128}$/

/**
 * Reads the hash of a transaction as its chain writes it, hex in lower case. @returns null when it is none
 */
export function parseTxHash(chain: string, text: string): string | null {
  const hash = text.trim()
  if (!(HASHES[chain] ?? OTHER_HASH).test(hash)) return null
  return chain === "sol" ? hash : hash.toLowerCase()
}

/** A deposit's asset and amount. A token without a name matches nothing but by its id. */
export type DepositedAmount = {
  chain: string
  network_id: string
  token: string | null
  token_mint: string | null
  canonical_asset_id: string | null
  amount_raw: string
  decimals: number | null
}

export type AwaitedAmount = {
  chain: string
  network_id: string
  token: string
  canonical_asset_id: string | null
  expected_amount: string
  decimals: number
}

/** A deposit is offered for payments that differ by at most this: fees of exchanges are smaller, other orders seldom that close. */
export const DEPOSIT_TOLERANCE_BPS = 100

/**
 * Whether a deposit can be meant for a payment: same network, same asset, and an amount near enough. The
 * provider does not document its tolerance, so it may still refuse.
 *
 * @param toleranceBps how far the amounts may differ, either way, in basis points of the expected one
 */
export function canBeMeantFor(
  deposit: DepositedAmount,
  payment: AwaitedAmount,
  toleranceBps: number
): boolean {
  return isOfSameAsset(deposit, payment) && isNear(deposit, payment, toleranceBps)
}

/** Whether a deposit is in the asset that a payment expects, so that both have the same base units. */
export function isOfSameAsset(deposit: DepositedAmount, payment: AwaitedAmount): boolean {
  if (deposit.decimals !== null && deposit.decimals !== payment.decimals) return false
  return isSameAsset(deposit, payment)
}

function isSameAsset(deposit: DepositedAmount, payment: AwaitedAmount): boolean {
  const received = {
    chain: deposit.chain,
    networkId: deposit.network_id,
    token: deposit.token ?? "",
    canonicalAssetId: deposit.canonical_asset_id,
    tokenMint: deposit.token_mint,
  }
  const awaited = {
    chain: payment.chain,
    networkId: payment.network_id,
    token: payment.token,
    canonicalAssetId: payment.canonical_asset_id,
  }
  return findToken([received], awaited) !== undefined
}

function isNear(deposit: DepositedAmount, payment: AwaitedAmount, toleranceBps: number): boolean {
  const expected = parseAmount(payment.expected_amount, payment.decimals)
  if (!/^\d+$/.test(deposit.amount_raw))
    throw new AmountError("a deposit's amount is a whole number of base units")
  return isWithinBps(BigInt(deposit.amount_raw), expected, toleranceBps)
}

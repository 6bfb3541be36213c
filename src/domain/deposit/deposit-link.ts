import { isWithinBps, parseAmount } from "../../gateway/amount"
import { findToken } from "../../gateway/asset"
import { isEnded, type PaymentFacts } from "../payment/payment-status"
import type { DepositState } from "./deposit-lifecycle"

/** An amount or a hash named by a shopper never ties a deposit to a payment. */
export const DEPOSIT_LINKS = ["address", "memo", "intent", "person"] as const
export type DepositLink = (typeof DEPOSIT_LINKS)[number]

export type AddressedPayment = {
  id: string
  session_id: string
  memo: string | null
  /** Neither captured nor abandoned. */
  isOpen: boolean
}

/**
 * A reusable address is shared by the customer's payments: the provider's expectation decides, or the only open payment, or an operator.
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

/** Whether two payments claim the transaction, or one claims that of another payment. */
export function areContested(claimingIds: readonly string[], linkedPaymentId: string | null): boolean {
  return new Set([...claimingIds, linkedPaymentId ?? []].flat()).size > 1
}

const HASHES: Readonly<Record<string, RegExp>> = {
  evm: /^0x[0-9a-f]{64}$/i,
  sol: /^[1-9A-HJ-NP-Za-km-z]{80,90}$/,
  stellar: /^[0-9a-f]{64}$/i,
}
const OTHER_HASH = /^[0-9A-Za-z]{32,128}$/

/** As its chain writes it, hex in lower case; null for no hash. */
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

export type AwaitedAmount = Pick<
  PaymentFacts,
  "chain" | "network_id" | "token" | "canonical_asset_id" | "expected_amount" | "decimals"
>

/** A deposit is offered for payments that differ by at most this: fees of exchanges are smaller, other orders seldom that close. */
export const DEPOSIT_TOLERANCE_BPS = 100

/** The provider does not document its tolerance, so it may still refuse. */
export function canBeMeantFor(deposit: DepositedAmount, payment: AwaitedAmount): boolean {
  if (!isOfSameAsset(deposit, payment)) return false
  const units = parseAmount(deposit.amount_raw, 0)
  return isWithinBps(units, parseAmount(payment.expected_amount, payment.decimals), DEPOSIT_TOLERANCE_BPS)
}

/** Whether a deposit is in the asset that a payment expects, so that both have the same base units. */
export function isOfSameAsset(deposit: DepositedAmount, payment: AwaitedAmount): boolean {
  if (deposit.decimals !== null && deposit.decimals !== payment.decimals) return false
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

/** How a deposit differs from the payment that it was sent for. */
export const DEPOSIT_MISMATCHES = [
  ...(["other_network", "other_asset", "paid_before"] as const),
  ...(["late", "too_little", "too_much"] as const),
] as const
export type DepositMismatch = (typeof DEPOSIT_MISMATCHES)[number]

type MeantDeposit = DepositedAmount & { state: DepositState; observed_at: Date }
type MeantPayment = AwaitedAmount & Pick<PaymentFacts, "state" | "expires_at"> & { captured_at: Date | null }

/**
 * The provider compares a deposit with open intents alone, so it calls late money for an order a deposit without an order.
 *
 * @returns null where nothing but the provider's reason is known
 */
export function depositMismatch(deposit: MeantDeposit, payment: MeantPayment): DepositMismatch | null {
  const { state, chain, network_id, observed_at } = deposit
  const { captured_at, expires_at } = payment
  if (state === "assigned" || state === "income") return null
  if (chain !== payment.chain || network_id !== payment.network_id) return "other_network"
  if (!isOfSameAsset(deposit, payment)) return "other_asset"
  if (captured_at !== null) return "paid_before"
  const isLate = expires_at === null ? isEnded(payment.state) : observed_at > expires_at
  if (isLate) return "late"
  const received = parseAmount(deposit.amount_raw, 0)
  const expected = parseAmount(payment.expected_amount, payment.decimals)
  if (received === expected) return null
  return received < expected ? "too_little" : "too_much"
}

/** What ties a deposit to a payment. A person may tie them too; an amount or a hash that a shopper names never does. */
export const DEPOSIT_LINKS = ["address", "memo", "intent", "person"] as const
export type DepositLink = (typeof DEPOSIT_LINKS)[number]

/** A payment that shows the address a deposit went to, with the same memo where it has one. */
export type AddressedPayment = {
  id: string
  session_id: string
  memo: string | null
  /** It waits for money: neither captured nor given up. */
  isOpen: boolean
}

/**
 * The payment that a deposit belongs to, by where the money went.
 *
 * An invoice has an address or a memo of its own. A customer's reusable address is shared by the customer's payments: there
 * the service's own expectation decides, or the only payment that is open, and otherwise a person.
 *
 * @param payments all that show the address of the deposit, and its memo where they have one
 * @returns null when none or several could be meant
 * @example linkedPayment({ expected_session_id: null }, [invoicePayment]) // { paymentId: "ocpay_1", by: "address" }
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

/** What a shopper, or an equal amount, says about a deposit. It proposes a payment to the operator and does nothing else. */
export type DepositProposal = { paymentId: string; by: "amount" | "claim" }

/**
 * Marks proposals that contradict each other: two payments whose shoppers name the same transaction, or one that names a
 * transaction which belongs to another payment by its address.
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
 * Reads the hash of a transaction as its chain writes it.
 *
 * @returns null when it is none; hex in lower case, so that the same hash is the same text
 */
export function parseTxHash(chain: string, text: string): string | null {
  const hash = text.trim()
  if (!(HASHES[chain] ?? OTHER_HASH).test(hash)) return null
  return chain === "sol" ? hash : hash.toLowerCase()
}

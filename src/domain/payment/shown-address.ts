import { validateAddress } from "../../gateway/address"
import type { Invoice } from "../../gateway/contract"

export type ShownAddress = { chain: string; deposit_address: string | null; memo: string | null }

/**
 * Why the address of an invoice is not shown. Stable and append-only: it is stored and shown to the merchant.
 */
export const ADDRESS_REFUSALS = [
  "unusable",
  /** A Stellar invoice that needs a memo names none, or two that differ. */
  "memo_unclear",
  /** The address or memo differs from what the payer was shown before. */
  "changed",
] as const
export type AddressRefusalReason = (typeof ADDRESS_REFUSALS)[number]

type Receiver = Pick<Invoice, "depositAddress" | "memoId" | "memo" | "receiveMode">

/**
 * Decides whether the address of an invoice may be shown to its payer.
 *
 * An address that changes after a payer saw it is a fault or an attack, and nothing here can tell which one
 * is good: neither is shown from then on.
 *
 * @param shown what the row has; a null address was never shown
 * @returns why not, or null; an invoice without an address changes nothing
 * @see service-interface "Stellar mainnet invoice rules"
 */
export function findAddressRefusal(invoice: Receiver, shown: ShownAddress): AddressRefusalReason | null {
  const { depositAddress, receiveMode } = invoice
  const memo = memoOf(invoice)
  if (depositAddress === undefined) return null
  if (shown.deposit_address !== null) {
    const isSame = isSameAddress(shown.chain, depositAddress, shown.deposit_address)
    return isSame && (memo === null || memo === shown.memo) ? null : "changed"
  }
  if (invoice.memoId !== undefined && invoice.memo !== undefined && invoice.memoId !== invoice.memo.value)
    return "memo_unclear"
  if (receiveMode === "memo_required" && memo === null) return "memo_unclear"
  const address = { chain: shown.chain, address: depositAddress, memo: memo ?? undefined }
  return validateAddress(address).kind === "invalid" ? "unusable" : null
}

/** Whether two texts are the same address. On EVM the case of a letter is only a checksum. */
export function isSameAddress(chain: string, one: string, other: string): boolean {
  return chain === "evm" ? one.toLowerCase() === other.toLowerCase() : one === other
}

function memoOf({ memoId, memo }: Pick<Invoice, "memoId" | "memo">): string | null {
  return memoId ?? memo?.value ?? null
}

type AddressChange =
  | { address_refused_at: Date; address_refusal: AddressRefusalReason }
  | { deposit_address: string; memo: string | null }
  | Record<never, never>

/**
 * What an invoice changes about the address of its payment: it is written once, and a different one is
 * refused.
 */
export function addressChange(
  payment: ShownAddress & { address_refused_at: Date | null },
  invoice: Receiver
): AddressChange {
  const refusal = findAddressRefusal(invoice, payment)
  if (refusal !== null && payment.address_refused_at === null)
    return { address_refused_at: new Date(), address_refusal: refusal }
  if (refusal !== null || !invoice.depositAddress || payment.deposit_address !== null) return {}
  return { deposit_address: invoice.depositAddress, memo: memoOf(invoice) }
}

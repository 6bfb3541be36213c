import { createHash, randomUUID } from "node:crypto"
import { WALLETS } from "../http/support/withdrawals"

/** Numbers that look random and are the same for the same seed. */
export type Random = {
  /** @returns a whole number from 0 to `most` */
  upTo: (most: number) => number
}

/** @example createRandom("never twice").upTo(3) */
export function createRandom(seed: string): Random {
  let drawn = 0
  return {
    upTo(most) {
      const digest = createHash("sha256").update(`${seed} ${drawn++}`).digest()
      return digest.readUInt32BE(0) % (most + 1)
    },
  }
}

/** Destination of a payout. `id` in the address book, once it exists. */
export type Place = {
  id: string
  networkId: "base-mainnet" | "stellar-mainnet"
  address: string
  memo: string
}

/** A payout that must leave exactly once. */
export type Wanted = {
  requestId: string
  /** Set for the refund that it pays; otherwise it is the merchant's own. */
  refundId: string | null
  amount: string
  to: Place
  /** Of our withdrawal, once it is known. */
  id: string | null
}

const OWN: Place[] = [
  { id: "", networkId: "base-mainnet", address: WALLETS["base-mainnet"].address, memo: "" },
  { id: "", networkId: "base-mainnet", address: "0x52908400098527886E0F7030069857D2E4169EE7", memo: "" },
]
const STELLAR: Place = { id: "", networkId: "stellar-mainnet", ...WALLETS["stellar-mainnet"] }

/**
 * Of ten payouts eight go to two wallets of the merchant, one to a Stellar account with a memo, and one to a
 * customer.
 */
export function planPayouts(count: number): Wanted[] {
  const own = OWN.map((place) => ({ ...place }))
  const stellar = { ...STELLAR }
  return Array.from({ length: count }, (_, index) => {
    const isRefund = index % 10 === 9
    const to = index % 10 === 8 ? stellar : own[index % own.length]
    if (!to) throw new Error("there is no wallet")
    return {
      requestId: randomUUID(),
      refundId: isRefund ? `surplus_never_twice_${index}` : null,
      // Different for each, without trailing zeros.
      amount: `10.${String(index + 1).padStart(4, "0")}`.replace(/0+$/, ""),
      to: isRefund ? customersWallet(index) : to,
      id: null,
    }
  })
}

function customersWallet(index: number): Place {
  const address = `0x${createHash("sha256").update(`customer ${index}`).digest("hex").slice(0, 40)}`
  return { id: "", networkId: "base-mainnet", address, memo: "" }
}

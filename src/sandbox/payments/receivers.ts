import { toStellarAccount } from "../determinism/encodings"
import { fixedBytes, type Identifiers } from "../determinism/identifiers"
import { sandboxBug } from "../sandbox-error"

/** Whose money is that reaches an address. The treasury's is told apart by memo. */
export type AddressOwner =
  { kind: "treasury" } | { kind: "invoice"; invoiceId: string } | { kind: "customer"; customerId: string }

/** Whose money is that reaches the treasury with a memo. */
export type MemoOwner = { kind: "invoice"; invoiceId: string } | { kind: "intent"; intentId: string }

/** Every place where money can arrive. What has an owner keeps it, so that late money is still understood. */
export type Receivers = {
  /** The business's account on Stellar, which memos share. */
  readonly treasuryAddress: string
  claimAddress(address: string, owner: AddressOwner): void
  claimMemo(memoId: string, owner: MemoOwner): void
  ownerOfAddress(address: string): AddressOwner | undefined
  ownerOfMemo(memoId: string): MemoOwner | undefined
}

export function createReceivers(seed: string): Receivers {
  const treasuryAddress = toStellarAccount(fixedBytes(seed, "treasury"))
  const byAddress = new Map<string, AddressOwner>([[treasuryAddress, { kind: "treasury" }]])
  const byMemo = new Map<string, MemoOwner>()
  return {
    treasuryAddress,
    claimAddress(address, owner) {
      if (byAddress.has(address)) throw sandboxBug(`address ${address} has an owner already`)
      byAddress.set(address, owner)
    },
    claimMemo(memoId, owner) {
      if (byMemo.has(memoId)) throw sandboxBug(`memo ${memoId} has an owner already`)
      byMemo.set(memoId, owner)
    },
    ownerOfAddress: (address) => byAddress.get(canonical(address)),
    ownerOfMemo: (memoId) => byMemo.get(memoId),
  }
}

/** A hex address means the same in any case: wallets write it with a checksum in its capitals. */
function canonical(address: string): string {
  return address.startsWith("0x") ? address.toLowerCase() : address
}

/**
 * Chooses a memo that nobody has.
 *
 * Every other memo is beyond 2^53, where a client that reads it as a number pays the wrong order.
 */
export function newMemoId(source: { identifiers: Identifiers; receivers: Receivers }): string {
  for (;;) {
    const bytes = source.identifiers.bytes("memo")
    const isLarge = bytes.readUInt8(31) % 2 === 0
    const memoId = String(
      isLarge ? bytes.readBigUInt64BE(0) | (1n << 62n) : BigInt(bytes.readUInt32BE(0)) + 1n
    )
    if (source.receivers.ownerOfMemo(memoId) === undefined) return memoId
  }
}

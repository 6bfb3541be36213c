import { toStellarAccount } from "../../gateway/address"
import { fixedBytes, type Identifiers } from "../determinism/identifiers"
import { sandboxBug } from "../sandbox-error"

/** The owner of an address. Treasury memos have owners of their own. */
export type AddressOwner =
  { kind: "treasury" } | { kind: "invoice"; invoiceId: string } | { kind: "customer"; customerId: string }

export type MemoOwner = { kind: "invoice"; invoiceId: string } | { kind: "intent"; intentId: string }

/** Every place where money can arrive. Owners are permanent, so late money still finds its owner. */
export type Receivers = ReturnType<typeof createReceivers>

export function createReceivers(seed: string) {
  const treasuryAddress = toStellarAccount(fixedBytes(seed, "treasury"))
  const byAddress = new Map<string, AddressOwner>([[treasuryAddress, { kind: "treasury" }]])
  const byMemo = new Map<string, MemoOwner>()
  return {
    /** The business's Stellar account, shared by memos. */
    treasuryAddress,
    claimAddress(address: string, owner: AddressOwner): void {
      if (byAddress.has(address)) throw sandboxBug(`address ${address} has an owner already`)
      byAddress.set(address, owner)
    },
    claimMemo(memoId: string, owner: MemoOwner): void {
      if (byMemo.has(memoId)) throw sandboxBug(`memo ${memoId} has an owner already`)
      byMemo.set(memoId, owner)
    },
    ownerOfAddress: (address: string) => byAddress.get(canonical(address)),
    ownerOfMemo: (memoId: string) => byMemo.get(memoId),
  }
}

/** Hex addresses ignore case: wallets write a checksum in their capitals. */
function canonical(address: string): string {
  return address.startsWith("0x") ? address.toLowerCase() : address
}

/** Picks an unused memo. Every other one exceeds 2^53, which exposes clients that read memos as numbers. */
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

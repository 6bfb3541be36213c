import type { ReceiveMode } from "../../gateway/contract"
import { toBase58, toStellarAccount } from "../determinism/encodings"
import { fixedBytes, type Identifiers } from "../determinism/identifiers"
import type { InvoiceStore, Receiver } from "./stored-invoice"

type Source = { seed: string; identifiers: Identifiers; invoices: Pick<InvoiceStore, "hasMemo"> }

/**
 * Assigns the place an invoice is paid to: an address of its own, or the treasury and a memo.
 *
 * @see service-interface "Stellar mainnet invoice rules"
 */
export function assignReceiver(
  chain: string,
  receiveMode: ReceiveMode | undefined,
  source: Source
): Receiver {
  if (chain === "sol") return { address: toBase58(source.identifiers.bytes("address")) }
  if (chain !== "stellar") return { address: toHexAddress(source.identifiers.bytes("address")) }
  if (receiveMode === "dedicated_address") return { address: undefined, receiveMode }
  return {
    address: toStellarAccount(fixedBytes(source.seed, "treasury")),
    receiveMode: "memo_required",
    memoId: newMemo(source),
  }
}

/** The account of a dedicated address, once it is ready. */
export function openStellarAccount({ identifiers }: Pick<Source, "identifiers">): string {
  return toStellarAccount(identifiers.bytes("address"))
}

export function toHexAddress(bytes: Buffer): string {
  return `0x${bytes.toString("hex").slice(0, 40)}`
}

/** Every other memo is beyond 2^53, where a client that reads it as a number pays the wrong invoice. */
function newMemo({ identifiers, invoices }: Source): string {
  for (;;) {
    const bytes = identifiers.bytes("memo")
    const isLarge = bytes.readUInt8(31) % 2 === 0
    const memoId = String(
      isLarge ? bytes.readBigUInt64BE(0) | (1n << 62n) : BigInt(bytes.readUInt32BE(0)) + 1n
    )
    if (!invoices.hasMemo(memoId)) return memoId
  }
}

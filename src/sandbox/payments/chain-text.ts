import { toBase58, toStellarAccount } from "../determinism/encodings"
import type { Identifiers } from "../determinism/identifiers"

/** Writes 32 bytes as an address of a chain. Nobody has its key. */
export function toAddress(chain: string, bytes: Buffer): string {
  if (chain === "sol") return toBase58(bytes)
  return chain === "stellar" ? toStellarAccount(bytes) : `0x${bytes.toString("hex").slice(0, 40)}`
}

/** Invents the hash of a transaction, in the form its chain writes it. */
export function newTxHash(chain: string, identifiers: Identifiers): string {
  const first = identifiers.bytes("tx")
  if (chain === "sol") return toBase58(Buffer.concat([first, identifiers.bytes("tx")]))
  return chain === "stellar" ? first.toString("hex") : `0x${first.toString("hex")}`
}

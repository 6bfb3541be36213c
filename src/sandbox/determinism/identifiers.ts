import { createHash } from "node:crypto"
import { base58 } from "@scure/base"
import { toStellarAccount } from "../../gateway/address"

/** The source of all randomness: the same seed and order of calls give the same values. */
export type Identifiers = ReturnType<typeof createIdentifiers>

/**
 * Each label counts alone, so one more request in a test changes no invoice id.
 *
 * @example createIdentifiers("demo").id("inv") // same text in every process
 */
export function createIdentifiers(seed: string) {
  const counters = new Map<string, number>()
  const bytes = (label: string): Buffer => {
    const count = counters.get(label) ?? 0
    counters.set(label, count + 1)
    return digest(seed, label, String(count))
  }
  return {
    /** 32 bytes, new on every call. */
    bytes,
    /** Such as `inv_4f1c...`, new on every call. */
    id: (prefix: string) => `${prefix}_${bytes(prefix).toString("hex").slice(0, 24)}`,
    /** From 0 (included) to 1 (excluded), new on every call. */
    fraction: (label: string) => bytes(label).readUInt32BE(0) / 2 ** 32,
  }
}

/** Constant per seed, for credentials and the catalog's contract addresses. */
export function fixedBytes(seed: string, label: string): Buffer {
  return digest(seed, label, "fixed")
}

function digest(...parts: string[]): Buffer {
  return createHash("sha256").update(parts.join("\0")).digest()
}

/** Writes 32 bytes as an address of a chain. Nobody has its key. */
export function toAddress(chain: string, bytes: Buffer): string {
  if (chain === "sol") return base58.encode(bytes)
  return chain === "stellar" ? toStellarAccount(bytes) : `0x${bytes.toString("hex").slice(0, 40)}`
}

export function newTxHash(chain: string, identifiers: Identifiers): string {
  const first = identifiers.bytes("tx")
  if (chain === "sol") return base58.encode(Buffer.concat([first, identifiers.bytes("tx")]))
  return chain === "stellar" ? first.toString("hex") : `0x${first.toString("hex")}`
}

import { createHash } from "node:crypto"

/** The source of all randomness: the same seed and order of calls give the same values. */
export type Identifiers = {
  /** 32 bytes, new on every call. */
  bytes(label: string): Buffer
  /** Such as `inv_4f1c...`, new on every call. */
  id(prefix: string): string
  /** From 0 (included) to 1 (excluded), new on every call. */
  fraction(label: string): number
}

/**
 * Each label counts alone, so one more request in a test changes no invoice id.
 *
 * @example createIdentifiers("demo").id("inv") // same text in every process
 */
export function createIdentifiers(seed: string): Identifiers {
  const counters = new Map<string, number>()
  const bytes = (label: string): Buffer => {
    const count = counters.get(label) ?? 0
    counters.set(label, count + 1)
    return digest(seed, label, String(count))
  }
  return {
    bytes,
    id: (prefix) => `${prefix}_${bytes(prefix).toString("hex").slice(0, 24)}`,
    fraction: (label) => bytes(label).readUInt32BE(0) / 2 ** 32,
  }
}

/** Constant per seed, for credentials and the catalog's contract addresses. */
export function fixedBytes(seed: string, label: string): Buffer {
  return digest(seed, label, "fixed")
}

function digest(...parts: string[]): Buffer {
  return createHash("sha256").update(parts.join("\0")).digest()
}

import { createHash } from "node:crypto"

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

const BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
const STELLAR_ACCOUNT_VERSION = 6 << 3

/** Base58 as Solana writes addresses and signatures. */
export function toBase58(bytes: Buffer): string {
  let rest = BigInt(`0x${bytes.toString("hex")}`)
  let text = ""
  while (rest > 0n) {
    text = BASE58.charAt(Number(rest % 58n)) + text
    rest /= 58n
  }
  const leadingZeros = bytes.findIndex((byte) => byte !== 0)
  return "1".repeat(leadingZeros === -1 ? bytes.length : leadingZeros) + text
}

/** Writes 32 bytes as a Stellar account (`G...`) with a valid checksum. @see https://stellar.org/protocol/sep-23 */
export function toStellarAccount(publicKey: Buffer): string {
  const payload = Buffer.concat([Buffer.of(STELLAR_ACCOUNT_VERSION), publicKey])
  const checksum = Buffer.alloc(2)
  checksum.writeUInt16LE(crc16(payload))
  return toBase32(Buffer.concat([payload, checksum]))
}

/** CRC-16/XMODEM. */
function crc16(bytes: Buffer): number {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++)
      crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff
  }
  return crc
}

/** Without padding: 35 bytes are exactly 56 characters. */
function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("")
  return (bits.match(/.{5}/g) ?? []).map((chunk) => BASE32.charAt(parseInt(chunk, 2))).join("")
}

/** Writes 32 bytes as an address of a chain. Nobody has its key. */
export function toAddress(chain: string, bytes: Buffer): string {
  if (chain === "sol") return toBase58(bytes)
  return chain === "stellar" ? toStellarAccount(bytes) : `0x${bytes.toString("hex").slice(0, 40)}`
}

export function newTxHash(chain: string, identifiers: Identifiers): string {
  const first = identifiers.bytes("tx")
  if (chain === "sol") return toBase58(Buffer.concat([first, identifiers.bytes("tx")]))
  return chain === "stellar" ? first.toString("hex") : `0x${first.toString("hex")}`
}

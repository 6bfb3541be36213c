import { base32nopad } from "@scure/base"

/** A Stellar address taken apart. `id` is a decimal that may exceed 2^53. */
export type StellarKey =
  | { kind: "account" }
  | { kind: "muxed"; muxed: { account: string; id: string } }
  | { kind: "invalid"; reason: "malformed" | "checksum" }

/** Version byte and payload of what can receive money; contracts, secrets and hashes cannot. */
const ACCOUNT = { version: 6 << 3, payloadBytes: 32 }
const MUXED = { version: 12 << 3, payloadBytes: 40 }
const CHECKSUM_BYTES = 2

/**
 * Takes a Stellar address apart: an account (`G...`), or an account with an id in it (`M...`).
 *
 * @see SEP-23
 */
export function readStellarKey(text: string): StellarKey {
  const bytes = decode(text)
  const kind = [ACCOUNT, MUXED].find(({ version }) => version === bytes?.[0])
  if (!bytes || !kind || bytes.length !== 1 + kind.payloadBytes + CHECKSUM_BYTES) return invalid("malformed")
  const end = bytes.length - CHECKSUM_BYTES
  if (bytes.readUInt16LE(end) !== crc16(bytes.subarray(0, end))) return invalid("checksum")
  if (kind === ACCOUNT) return { kind: "account" }
  const idAt = 1 + ACCOUNT.payloadBytes
  const muxed = { account: writeAccount(bytes.subarray(1, idAt)), id: bytes.readBigUInt64BE(idAt).toString() }
  return { kind: "muxed", muxed }
}

function writeAccount(publicKey: Buffer): string {
  const payload = Buffer.concat([Buffer.of(ACCOUNT.version), publicKey])
  const checksum = Buffer.alloc(CHECKSUM_BYTES)
  checksum.writeUInt16LE(crc16(payload))
  return base32nopad.encode(Buffer.concat([payload, checksum]))
}

/** Left-over bits have to be zero, so one address has one text. */
function decode(text: string): Buffer | undefined {
  try {
    return Buffer.from(base32nopad.decode(text))
  } catch {
    return undefined
  }
}

/** CRC-16/XMODEM. */
function crc16(bytes: Buffer): number {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff
  }
  return crc
}

function invalid(reason: "malformed" | "checksum"): StellarKey {
  return { kind: "invalid", reason }
}

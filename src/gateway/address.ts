import { keccak_256 } from "@noble/hashes/sha3"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils"
import { base32nopad, base58 } from "@scure/base"
import { KNOWN_CHAINS } from "./contract/wire"

/** Why an address is unusable. Append-only. */
export const ADDRESS_PROBLEMS = [
  /** Wrong characters, length or kind for the chain. */
  "malformed",
  /** Well formed, but a character is wrong. */
  "checksum",
  /** A muxed Stellar address (`M...`) already holds an id, so a memo beside it is ambiguous. */
  "memo_conflict",
  /** A Stellar memo is text of 1 to 28 bytes, which covers every id, or a hash of 64 hex digits. */
  "memo_invalid",
  /** The chain has no memos, so this one would be lost. */
  "memo_unsupported",
] as const

/** Why an address or its memo is invalid. */
export type AddressProblem = (typeof ADDRESS_PROBLEMS)[number]

/** A valid address proves nothing about who holds its key. */
export type AddressValidation =
  | {
      kind: "valid"
      /** `absent` where a typo goes unnoticed: on Solana, and on EVM in a single case. */
      checksum: "verified" | "absent"
      /** `id` is a decimal that may exceed 2^53. */
      muxed?: { account: string; id: string }
    }
  | { kind: "invalid"; reason: AddressProblem }
  /** A chain we know no rules of, which the catalog may bring: only obvious nonsense is refused. */
  | { kind: "unchecked" }

/** An address to validate. `memo` is empty or undefined for none. */
export type AddressInput = { chain: string; address: string; memo?: string | undefined }

type KnownChain = (typeof KNOWN_CHAINS)[number]

const LONGEST_ADDRESS = 200
const EVM_ADDRESS = /^0x[\da-fA-F]{40}$/
const SOLANA_BYTES = 32
const STELLAR_TEXT_MEMO_BYTES = 28

/**
 * Checks the form, checksum and memo of a destination. Never throws.
 *
 * @see EIP-55; SEP-23 (strkey)
 * @example validateAddress({ chain: "evm", address: "0x52908400098527886E0F7030069857D2E4169EE7" }).kind //
 * "valid"
 */
export function validateAddress({ chain, address, memo }: AddressInput): AddressValidation {
  const known = KNOWN_CHAINS.find((one) => one === chain)
  if (address.length > LONGEST_ADDRESS || !/^[\x21-\x7e]+$/.test(address)) return invalid("malformed")
  return known ? validators[known](address, memo) : { kind: "unchecked" }
}

const validators = {
  evm: (address, memo) => {
    if (!EVM_ADDRESS.test(address)) return invalid("malformed")
    if (memo !== undefined) return invalid("memo_unsupported")
    if (address === withEvmChecksum(address)) return { kind: "valid", checksum: "verified" }
    const digits = address.slice(2)
    const isOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase()
    return isOneCase ? { kind: "valid", checksum: "absent" } : invalid("checksum")
  },
  // A Solana memo is a separate instruction, so it says nothing about the address.
  sol: (address) => {
    const isKey = address.length <= 44 && decodedLength(address) === SOLANA_BYTES
    return isKey ? { kind: "valid", checksum: "absent" } : invalid("malformed")
  },
  stellar: (address, memo) => {
    const key = readStellarKey(address)
    if (key.kind === "invalid") return key
    if (memo === undefined) {
      return { kind: "valid", checksum: "verified", ...(key.kind === "muxed" && { muxed: key.muxed }) }
    }
    if (key.kind === "muxed") return invalid("memo_conflict")
    return isStellarMemo(memo) ? { kind: "valid", checksum: "verified" } : invalid("memo_invalid")
  },
} satisfies Record<KnownChain, (address: string, memo: string | undefined) => AddressValidation>

/**
 * Returns the one form in which a valid address is stored and compared: with its checksum on EVM.
 *
 * @example normalizeAddress("evm", "0x52908400098527886e0f7030069857d2e4169ee7") //
 * "0x52908400098527886E0F7030069857D2E4169EE7"
 */
export function normalizeAddress(chain: string, address: string): string {
  return chain === "evm" && EVM_ADDRESS.test(address) ? withEvmChecksum(address) : address
}

const SOLANA_SIGNATURE_BYTES = 64

/**
 * Normalizes a transaction hash that a person typed.
 *
 * @returns null when the chain has no such hash
 * @example readTransactionHash("evm", "0xAB...") // "0xab..."
 */
export function readTransactionHash(chain: string, given: string): string | null {
  const hash = given.trim()
  switch (chain) {
    case "evm":
      return /^0x[\da-f]{64}$/i.test(hash) ? hash.toLowerCase() : null
    case "stellar":
      return /^[\da-f]{64}$/i.test(hash) ? hash.toLowerCase() : null
    case "sol":
      return decodedLength(hash) === SOLANA_SIGNATURE_BYTES ? hash : null
    default:
      return /^[\x21-\x7e]{8,200}$/.test(hash) ? hash : null
  }
}

/** A letter is upper case where the hash of the lower-case text says so. @see EIP-55 */
function withEvmChecksum(address: string): string {
  const digits = address.slice(2).toLowerCase()
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)))
  return `0x${digits.replace(/[a-f]/g, (letter, at: number) => (hash.charAt(at) >= "8" ? letter.toUpperCase() : letter))}`
}

function decodedLength(text: string): number | undefined {
  try {
    return base58.decode(text).length
  } catch {
    return undefined
  }
}

function isStellarMemo(memo: string): boolean {
  const length = Buffer.byteLength(memo)
  return (length >= 1 && length <= STELLAR_TEXT_MEMO_BYTES) || /^[\da-fA-F]{64}$/.test(memo)
}

function invalid(reason: AddressProblem): AddressValidation {
  return { kind: "invalid", reason }
}

/** `id` is a decimal that may exceed 2^53. */
export type StellarKey =
  | { kind: "account" }
  | { kind: "muxed"; muxed: { account: string; id: string } }
  | { kind: "invalid"; reason: "malformed" | "checksum" }

/** Version bytes that can receive money; contracts, secrets and hashes cannot. */
const ACCOUNT = { version: 6 << 3, payloadBytes: 32 }
const MUXED = { version: 12 << 3, payloadBytes: 40 }
const CHECKSUM_BYTES = 2

/** Reads a Stellar account (`G...`), or an account with an id (`M...`). @see SEP-23 */
export function readStellarKey(text: string): StellarKey {
  const bytes = decode(text)
  const kind = [ACCOUNT, MUXED].find(({ version }) => version === bytes?.[0])
  if (!bytes || !kind || bytes.length !== 1 + kind.payloadBytes + CHECKSUM_BYTES)
    return invalidKey("malformed")
  const end = bytes.length - CHECKSUM_BYTES
  if (bytes.readUInt16LE(end) !== crc16(bytes.subarray(0, end))) return invalidKey("checksum")
  if (kind === ACCOUNT) return { kind: "account" }
  const idAt = 1 + ACCOUNT.payloadBytes
  const muxed = {
    account: toStellarAccount(bytes.subarray(1, idAt)),
    id: bytes.readBigUInt64BE(idAt).toString(),
  }
  return { kind: "muxed", muxed }
}

/** Writes the 32 bytes of a public key as an account (`G...`). @see SEP-23 */
export function toStellarAccount(publicKey: Buffer): string {
  const payload = Buffer.concat([Buffer.of(ACCOUNT.version), publicKey])
  const checksum = Buffer.alloc(CHECKSUM_BYTES)
  checksum.writeUInt16LE(crc16(payload))
  return base32nopad.encode(Buffer.concat([payload, checksum]))
}

/** Left-over bits must be zero, so that one address has one text. */
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

function invalidKey(reason: "malformed" | "checksum"): StellarKey {
  return { kind: "invalid", reason }
}

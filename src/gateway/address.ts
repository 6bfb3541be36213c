import { keccak_256 } from "@noble/hashes/sha3"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils"
import { base58 } from "@scure/base"
import { KNOWN_CHAINS } from "./contract/rail"
import { readStellarKey } from "./stellar-key"

/** Why an address cannot be used. Stable and append-only. */
export const ADDRESS_PROBLEMS = [
  /** Wrong characters, length or kind for the chain. */
  "malformed",
  /** Of the right form, but a character is wrong. */
  "checksum",
  /** A muxed Stellar address (`M...`) holds an id already, so a memo beside it is ambiguous. */
  "memo_conflict",
  /** Not a memo of Stellar: text of 1 to 28 bytes, which every id is, or a hash of 64 hex digits. */
  "memo_invalid",
  /** The chain has no memos, so this one would be lost on the way. */
  "memo_unsupported",
] as const
export type AddressProblem = (typeof ADDRESS_PROBLEMS)[number]

/** What is known of an address. Nothing of it says that anybody holds its key. */
export type AddressValidation =
  | {
      kind: "valid"
      /** `absent` where a mistyped character would go unnoticed: Solana, and EVM in one case only. */
      checksum: "verified" | "absent"
      /** What a muxed Stellar address stands for; `id` is a decimal that may exceed 2^53. */
      muxed?: { account: string; id: string }
    }
  | { kind: "invalid"; reason: AddressProblem }
  /** A chain we know no rules of, which the catalog may bring: only obvious nonsense is refused. */
  | { kind: "unchecked" }

export type AddressInput = { chain: string; address: string; memo?: string | undefined }

type KnownChain = (typeof KNOWN_CHAINS)[number]

const LONGEST_ADDRESS = 200
const EVM_ADDRESS = /^0x[\da-fA-F]{40}$/
const SOLANA_BYTES = 32
const STELLAR_TEXT_MEMO_BYTES = 28

/**
 * Checks whether money could be sent to an address: its form, its checksum where it has one, and its memo.
 *
 * It never throws, whatever the texts are. Test networks write addresses as their main networks do.
 *
 * @see EIP-55; SEP-23 (strkey)
 * @example validateAddress({ chain: "evm", address: "0x52908400098527886E0F7030069857D2E4169EE7" }).kind // "valid"
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
  // A memo is an instruction beside the transfer there, so it says nothing about the address.
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
 * Writes a valid address in the one form in which it is stored and compared: on EVM with its checksum. Others have one form.
 *
 * @example normalizeAddress("evm", "0x52908400098527886e0f7030069857d2e4169ee7") // "0x52908400098527886E0F7030069857D2E4169EE7"
 */
export function normalizeAddress(chain: string, address: string): string {
  return chain === "evm" && EVM_ADDRESS.test(address) ? withEvmChecksum(address) : address
}

const SOLANA_SIGNATURE_BYTES = 64

/**
 * Reads the hash of a transaction as a person gives it: in the form of its chain, and in the one form in which it is compared.
 *
 * @returns null for what is no hash of the chain
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

/**
 * Writes an EVM address with its checksum: a letter is upper case where the hash of the lower-case text says so.
 *
 * @see EIP-55
 */
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

import { secp256k1 } from "@noble/curves/secp256k1"
import { keccak_256 } from "@noble/hashes/sha3"
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils"
import { normalizeAddress } from "../gateway/address"

type FieldType = "string" | "address" | "uint256" | "bytes32"
type Field = { readonly name: string; readonly type: FieldType }

/** For `eth_signTypedData_v4`: flat structures, whose numbers are whole numbers or decimal text. @see EIP-712 */
export type TypedData = {
  domain: Readonly<Record<string, string | number>>
  types: { readonly EIP712Domain: readonly Field[] } & Readonly<Record<string, readonly Field[]>>
  primaryType: string
  message: Readonly<Record<string, string | number>>
}

/** The hash that is signed. @throws Error for a value that is not of its type */
export function typedDataDigest({ domain, types, primaryType, message }: TypedData): Uint8Array {
  const structHash = (name: string, values: TypedData["message"]) => {
    const fields = types[name] ?? []
    const type = `${name}(${fields.map((field) => `${field.type} ${field.name}`).join(",")})`
    return hash(textHash(type), ...fields.map((field) => word(field.type, values[field.name] ?? "")))
  }
  const prefix = Uint8Array.of(0x19, 0x01)
  return hash(prefix, structHash("EIP712Domain", domain), structHash(primaryType, message))
}

const SIGNATURE = /^0x[\da-f]{130}$/i

/**
 * Finds who signed. A contract wallet has no key, and only its chain could verify its signature (EIP-1271). As contracts do, takes
 * one of the two signatures that anyone can make of one.
 *
 * @returns the address with its checksum; null for a text that is no signature of a key
 */
export function recoverSigner(digest: Uint8Array, signature: string): string | null {
  if (!SIGNATURE.test(signature)) return null
  const bytes = hexToBytes(signature.slice(2))
  const recovery = recoveryOf(bytes[64])
  if (recovery === null) return null
  try {
    const parsed = secp256k1.Signature.fromCompact(bytes.slice(0, 64))
    if (parsed.hasHighS()) return null
    const key = parsed.addRecoveryBit(recovery).recoverPublicKey(digest).toRawBytes(false)
    return normalizeAddress("evm", `0x${bytesToHex(keccak_256(key.slice(1)).slice(12))}`)
  } catch {
    // A point that is not on the curve, or a number out of range.
    return null
  }
}

/** Contracts take 27 and 28 alone. */
export function signatureForContract(signature: string): string {
  const recovery = recoveryOf(Number(`0x${signature.slice(-2)}`))
  return recovery === null ? signature : signature.slice(0, -2) + (27 + recovery).toString(16)
}

/** Wallets write 27 and 28, some hardware 0 and 1. */
function recoveryOf(byte: number | undefined): 0 | 1 | null {
  if (byte === 0 || byte === 27) return 0
  return byte === 1 || byte === 28 ? 1 : null
}

function word(type: FieldType, value: string | number): Uint8Array {
  if (type === "string") return textHash(String(value))
  return hexToBytes(BigInt(value).toString(16).padStart(64, "0"))
}

const hash = (...parts: Uint8Array[]) => keccak_256(concatBytes(...parts))
const textHash = (text: string) => hash(utf8ToBytes(text))

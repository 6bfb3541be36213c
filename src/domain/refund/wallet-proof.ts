import { secp256k1 } from "@noble/curves/secp256k1"
import { keccak_256 } from "@noble/hashes/sha3"
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils"
import { normalizeAddress } from "../../gateway/address"
import type { SignatureState } from "./refund-address"

/** What a wallet signs: that its owner wants one refund at this address. */
export type AddressClaim = {
  /** Of the page that the shopper is on. */
  host: string
  refundId: string
  address: string
  chainId: number
  /** Of the link, and another one after each use. */
  nonce: string
  /** Unix seconds. */
  expiry: number
}

const DOMAIN = { name: "Refund address", version: "1" }

const CLAIM = [
  { name: "host", type: "string" },
  { name: "refund", type: "string" },
  { name: "address", type: "address" },
  { name: "chainId", type: "uint256" },
  { name: "nonce", type: "string" },
  { name: "expiry", type: "uint256" },
] as const

/** For `eth_signTypedData_v4`. The chain is no part of the domain: a wallet need not switch to it. */
export function typedDataOf({ refundId, ...claim }: AddressClaim) {
  return {
    domain: DOMAIN,
    types: {
      EIP712Domain: [
        { name: "name", type: "string" },
        { name: "version", type: "string" },
      ],
      RefundAddress: CLAIM,
    },
    primaryType: "RefundAddress",
    message: { ...claim, refund: refundId },
  }
}

/**
 * The hash that is signed.
 *
 * @see EIP-712
 */
export function digestOf({ host, refundId, address, chainId, nonce, expiry }: AddressClaim): Uint8Array {
  const type = `RefundAddress(${CLAIM.map(({ name, type: kind }) => `${kind} ${name}`).join(",")})`
  const claim = hash(
    concatBytes(
      ...[textHash(type), textHash(host), textHash(refundId), padded(hexToBytes(address.slice(2)))],
      ...[number(chainId), textHash(nonce), number(expiry)]
    )
  )
  const domain = hash(
    concatBytes(
      textHash("EIP712Domain(string name,string version)"),
      textHash(DOMAIN.name),
      textHash(DOMAIN.version)
    )
  )
  return hash(concatBytes(Uint8Array.of(0x19, 0x01), domain, claim))
}

const SIGNATURE = /^0x[\da-f]{130}$/i

/**
 * Whether the key of the address signed the claim. A contract wallet has no key, and only its chain could
 * verify its signature (EIP-1271): it counts as not signed.
 */
export function checkProof(claim: AddressClaim, signature: string | null): SignatureState {
  if (signature === null || !SIGNATURE.test(signature)) return "not_signed"
  const signer = recoverSigner(digestOf(claim), hexToBytes(signature.slice(2)))
  return signer === normalizeAddress("evm", claim.address) ? "signed" : "not_signed"
}

function recoverSigner(digest: Uint8Array, signature: Uint8Array): string | null {
  const recovery = recoveryOf(signature[64])
  if (recovery === null) return null
  try {
    const key = secp256k1.Signature.fromCompact(signature.slice(0, 64))
      .addRecoveryBit(recovery)
      .recoverPublicKey(digest)
      .toRawBytes(false)
    return normalizeAddress("evm", `0x${bytesToHex(hash(key.slice(1)).slice(12))}`)
  } catch {
    // A point that is not on the curve, or a number out of range.
    return null
  }
}

/** Wallets write 27 and 28, some hardware 0 and 1. */
function recoveryOf(byte: number | undefined): 0 | 1 | null {
  if (byte === 0 || byte === 27) return 0
  return byte === 1 || byte === 28 ? 1 : null
}

function hash(bytes: Uint8Array): Uint8Array {
  return keccak_256(bytes)
}

function textHash(text: string): Uint8Array {
  return hash(utf8ToBytes(text))
}

function padded(bytes: Uint8Array): Uint8Array {
  const word = new Uint8Array(32)
  word.set(bytes, 32 - bytes.length)
  return word
}

function number(value: number): Uint8Array {
  const digits = value.toString(16)
  return padded(hexToBytes(digits.padStart(digits.length + (digits.length % 2), "0")))
}

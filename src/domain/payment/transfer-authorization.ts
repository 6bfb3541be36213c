import { normalizeAddress } from "../../gateway/address"
import type { Environment } from "../../gateway/asset"
import { parseAmount } from "../../gateway/amount"
import { recoverSigner, typedDataDigest, type TypedData } from "../typed-data"

/**
 * Where a stored authorization stands. `unknown` is written before it is settled and kept while no clear answer came; `declined`
 * is what the facilitator says, and may settle later for as long as the authorization is valid.
 */
export const AUTHORIZATION_STATES = ["prepared", "signed", "unknown", "settled", "declined"] as const
export type AuthorizationState = (typeof AUTHORIZATION_STATES)[number]

/** A transfer that its payer signs and a facilitator sends (EIP-3009). Stored with its attempt. */
export type TransferAuthorization = {
  state: AuthorizationState
  /** 32 bytes in hex; the token takes it once per payer. */
  nonce: string
  /** Null until it is signed. */
  payer: string | null
  /** Seconds since 1970, as text; both ends are exclusive. */
  valid_after: string
  valid_before: string
  /** Null before it is signed, and once it is settled. */
  signature: string | null
  tx_hash: string | null
  /** Why it was declined, or why its outcome is unknown. */
  reason: string | null
}

type SignableToken = { chainId: number; name: string; contract?: string }

/**
 * USDC by the catalog's network ids, with the name in its signature's domain, as of 2026-11-28. On a test network the catalog alone
 * names the contract. USDC on BNB Smart Chain cannot move by a signature.
 *
 * @see developers.circle.com/stablecoins/usdc-contract-addresses
 */
export const SIGNABLE_TOKENS: Readonly<Record<string, SignableToken>> = {
  "eth-mainnet": usdCoin(1, "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"),
  "base-mainnet": usdCoin(8453, "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"),
  "polygon-mainnet": usdCoin(137, "0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359"),
  "arbitrum-mainnet": usdCoin(42161, "0xaf88d065e77c8cC2239327C5EDb3A432268e5831"),
  "optimism-mainnet": usdCoin(10, "0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85"),
  "avalanche-mainnet": usdCoin(43114, "0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E"),
  "base-sepolia": { chainId: 84532, name: "USDC" },
  "eth-sepolia": { chainId: 11155111, name: "USDC" },
}
const SYMBOL = "USDC"
const DECIMALS = 6
const VERSION = "2"

function usdCoin(chainId: number, contract: string): SignableToken {
  return { chainId, name: "USD Coin", contract }
}

const tokenOn = (networkId: string): SignableToken | undefined =>
  Object.hasOwn(SIGNABLE_TOKENS, networkId) ? SIGNABLE_TOKENS[networkId] : undefined

/** @param networks the merchant's choice, by the catalog's ids */
export function isSignableRail(
  { chain, network_id, token }: { chain: string; network_id: string; token: string },
  { environment, networks }: { environment: Environment; networks?: readonly string[] | undefined }
): boolean {
  const known = tokenOn(network_id)
  if (chain !== "evm" || token !== SYMBOL || !known) return false
  const isTest = known.contract === undefined
  return isTest === (environment === "sandbox") && networks?.includes(network_id) !== false
}

/** What a facilitator has to support. */
export type TransferKind = {
  scheme: "exact"
  /** CAIP-2. */
  network: `eip155:${number}`
  extra: { name: string; version: string }
}

/** What is to be signed, as the protocol names it, except for the time. @see x402 version 2, scheme `exact` on EVM networks */
export type TransferRequirement = TransferKind & {
  asset: string
  /** Base units. */
  amount: string
  payTo: string
}

/** @returns null for a network of which no token can be signed */
export function transferKindOn(networkId: string): TransferKind | null {
  const token = tokenOn(networkId)
  return token ? kindOf(token) : null
}

const kindOf = ({ chainId, name }: SignableToken): TransferKind => ({
  scheme: "exact",
  network: `eip155:${chainId}`,
  extra: { name, version: VERSION },
})

export type AskedTransfer = {
  network_id: string
  decimals: number
  contract_address: string | null
  canonical_asset_id: string | null
  expected_amount: string
  deposit_address: string | null
  memo: string | null
}

const EVM_ADDRESS = /^0x[\da-f]{40}$/i

type AskedToken = Pick<
  AskedTransfer,
  "network_id" | "decimals" | "contract_address" | "canonical_asset_id" | "memo"
>

/** @returns null where catalog and table disagree about the token, or the payment cannot be a plain transfer */
export function signableToken(asked: AskedToken): (SignableToken & { contract: string }) | null {
  const { network_id, decimals, canonical_asset_id: id, memo } = asked
  const token = tokenOn(network_id)
  if (!token || decimals !== DECIMALS || memo !== null) return null
  const named = id === null ? null : id.slice(id.lastIndexOf(":") + 1)
  const contracts = [asked.contract_address, named, token.contract].filter((one) => one != null)
  const [contract, ...others] = new Set(contracts.map((one) => one.toLowerCase()))
  if (contract === undefined || others.length > 0 || !EVM_ADDRESS.test(contract)) return null
  return { ...token, contract: checksummed(contract) }
}

/** @returns null where {@link signableToken} finds none, or without an address */
export function requirementOf(asked: AskedTransfer): TransferRequirement | null {
  const token = signableToken(asked)
  const { deposit_address: payTo, decimals, expected_amount } = asked
  if (token === null || payTo === null || !EVM_ADDRESS.test(payTo)) return null
  const amount = parseAmount(expected_amount, decimals).toString()
  return { ...kindOf(token), asset: token.contract, amount, payTo: checksummed(payTo) }
}

const checksummed = (address: string) => normalizeAddress("evm", address.toLowerCase())

const TRANSFER = [
  { name: "from", type: "address" },
  { name: "to", type: "address" },
  { name: "value", type: "uint256" },
  { name: "validAfter", type: "uint256" },
  { name: "validBefore", type: "uint256" },
  { name: "nonce", type: "bytes32" },
] as const

/** As the protocol sends it. */
export type SignedTransfer = {
  from: string
  to: string
  value: string
  validAfter: string
  validBefore: string
  nonce: string
}

/** For `eth_signTypedData_v4`. */
export function transferTypedData(message: SignedTransfer, requirement: TransferRequirement) {
  const { network, asset, extra } = requirement
  const chainId = Number(network.slice("eip155:".length))
  return {
    domain: { ...extra, chainId, verifyingContract: asset },
    types: {
      EIP712Domain: [
        { name: "name", type: "string" },
        { name: "version", type: "string" },
        { name: "chainId", type: "uint256" },
        { name: "verifyingContract", type: "address" },
      ],
      TransferWithAuthorization: TRANSFER,
    },
    primaryType: "TransferWithAuthorization",
    message,
  } satisfies TypedData
}

/** Why a signed transfer is not taken; where the protocol has a word for it, in its words. */
export type TransferProblem =
  | "unsupported_scheme"
  | "invalid_network"
  | "invalid_asset"
  | "invalid_exact_evm_payload_authorization_value"
  | "invalid_exact_evm_payload_recipient_mismatch"
  | "invalid_exact_evm_payload_authorization_valid_after"
  | "invalid_exact_evm_payload_authorization_valid_before"
  | "invalid_exact_evm_payload_signature"

/** A transaction needs this long at least. */
const SHORTEST_MS = 6_000

/**
 * Decides about a signed transfer before anything is stored or sent. What its sender accepted and what they signed both have to be
 * what the attempt asks for.
 *
 * @param until end of the quote: a later transfer would pay a price that is over
 */
export function findTransferProblem(
  sent: {
    accepted: Record<"scheme" | "network" | "asset" | "amount" | "payTo", string>
    transfer: SignedTransfer
    signature: string
  },
  asked: TransferRequirement,
  { nowMs, until }: { nowMs: number; until: Date }
): TransferProblem | null {
  const { accepted, transfer, signature } = sent
  if (accepted.scheme !== asked.scheme) return "unsupported_scheme"
  if (accepted.network !== asked.network) return "invalid_network"
  if (!isSame(accepted.asset, asked.asset)) return "invalid_asset"
  if (accepted.amount !== asked.amount || transfer.value !== asked.amount)
    return "invalid_exact_evm_payload_authorization_value"
  if (!isSame(accepted.payTo, asked.payTo) || !isSame(transfer.to, asked.payTo))
    return "invalid_exact_evm_payload_recipient_mismatch"
  if (BigInt(transfer.validAfter) * 1_000n > BigInt(nowMs))
    return "invalid_exact_evm_payload_authorization_valid_after"
  const endMs = BigInt(transfer.validBefore) * 1_000n
  if (endMs < BigInt(nowMs + SHORTEST_MS) || endMs > BigInt(until.getTime()))
    return "invalid_exact_evm_payload_authorization_valid_before"
  const signer = recoverSigner(typedDataDigest(transferTypedData(transfer, asked)), signature)
  return signer !== null && isSame(signer, transfer.from) ? null : "invalid_exact_evm_payload_signature"
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** Stands for a payment without an end of its quote. */
const LONGEST_MS = 10 * 60_000
/** For a signature on its way here, and for clocks that differ. */
const MARGIN_MS = 20_000

/** When a signature has to end, and how many seconds its payer has; null when too few are left to request one. */
export function validityOf(
  { expires_at }: { expires_at: Date | null },
  nowMs: number
): { until: Date; seconds: number | null } {
  // The same for a while: a nonce that one tab shows stays when another asks.
  const until = expires_at ?? new Date((Math.floor(nowMs / LONGEST_MS) + 2) * LONGEST_MS)
  const seconds = Math.floor((until.getTime() - nowMs - MARGIN_MS) / 1_000)
  return { until, seconds: seconds * 1_000 < SHORTEST_MS + MARGIN_MS ? null : seconds }
}

/** For a chain whose time lags, and until the service has seen what was sent last. */
const SEEN_MS = 120_000

/**
 * Whether an authorization can still move money, or may just have: it was signed, and has not ended long ago. No other is signed
 * meanwhile, since the payer would pay twice.
 */
export function isLive({ state, valid_before }: TransferAuthorization, nowMs: number): boolean {
  return state !== "prepared" && Number(valid_before) * 1_000 + SEEN_MS > nowMs
}

/**
 * Whether a stored transfer is sent now. Its payer signs, although a transaction was named before, to pay by the signature; a repetition
 * does not know what its payer did meanwhile.
 *
 * @param asked the attempt that can be signed now
 */
export function isToBeSent(
  { state, attempt_id }: { state: AuthorizationState; attempt_id: string },
  asked: { attempt_id: string; claimed_tx_hash: string | null } | null,
  { isFirst }: { isFirst: boolean }
): boolean {
  if (asked?.attempt_id !== attempt_id) return false
  return (isFirst && state === "signed") || asked.claimed_tx_hash === null
}

import { validateAddress, readStellarKey } from "./address"
import type { Network, Token } from "./contract/payments"
import type { Rail } from "./contract/wire"

/** A rail, with what identifies its asset beside the symbol. */
export type Asset = Rail & {
  canonicalAssetId?: string | null | undefined
  /** Solana. */
  tokenMint?: string | null | undefined
}

/** A parsed canonical id. Only Stellar's own XLM has no issuer. */
export type CanonicalAsset =
  { chain: "stellar"; code: string; issuer: string | null } | { chain: "sol"; token: string; mint: string }

/** Canonical id of Stellar's own asset, XLM. */
const NATIVE_STELLAR_ASSET = "stellar:XLM:native"

/**
 * Whether two rails have the same chain, network and token symbol. On Stellar that does not make them the same asset.
 *
 * @see service-interface "Token matching rules", 1
 */
export function isSameRail(left: Rail, right: Rail): boolean {
  return isSameNetwork(left, right) && left.token === right.token
}

/**
 * Finds an asset in the catalog.
 *
 * On Stellar the symbol is only a label: the canonical id alone decides, and an asset without one matches
 * nothing. Elsewhere a given mint or canonical id must match too.
 *
 * @see service-interface "Token matching rules"
 * @example findToken(tokens, { chain: "evm", networkId: "base-mainnet", token: "USDC" })?.decimals
 */
export function findToken<T extends Asset>(tokens: readonly T[], asset: Asset): T | undefined {
  return tokens.find((token) => {
    const isSameId = token.canonicalAssetId === asset.canonicalAssetId
    if (asset.chain === STELLAR)
      return isSameNetwork(token, asset) && Boolean(asset.canonicalAssetId) && isSameId
    if (asset.canonicalAssetId && !isSameId) return false
    if (asset.tokenMint && token.tokenMint !== asset.tokenMint) return false
    return isSameRail(token, asset)
  })
}

/**
 * Whether an answer names another asset than the request.
 *
 * On Stellar the canonical id decides if the answer repeats it, which the document does not promise;
 * otherwise the symbol must do.
 */
export function namesAnotherAsset(answer: Asset, request: Asset): boolean {
  if (request.chain === STELLAR && request.canonicalAssetId && answer.canonicalAssetId) {
    return !isSameNetwork(answer, request) || answer.canonicalAssetId !== request.canonicalAssetId
  }
  return !isSameRail(answer, request)
}

/**
 * Parses `stellar:<code>:<issuer>`, `stellar:XLM:native` or `sol:<token>:<mint>`.
 *
 * @returns undefined for anything else, such as an issuer with a wrong character
 * @example parseCanonicalAssetId("stellar:XLM:native") // { chain: "stellar", code: "XLM", issuer: null }
 */
export function parseCanonicalAssetId(text: string): CanonicalAsset | undefined {
  if (text === NATIVE_STELLAR_ASSET) return { chain: "stellar", code: "XLM", issuer: null }
  const [chain, name = "", holder = "", ...rest] = text.split(":")
  if (rest.length > 0) return undefined
  if (chain === STELLAR) {
    const isIssued = STELLAR_CODE.test(name) && readStellarKey(holder).kind === "account"
    return isIssued ? { chain, code: name, issuer: holder } : undefined
  }
  const isMint =
    chain === "sol" && name !== "" && validateAddress({ chain, address: holder }).kind === "valid"
  return isMint ? { chain, token: name, mint: holder } : undefined
}

const STELLAR = "stellar"
const STELLAR_CODE = /^[A-Za-z\d]{1,12}$/

function isSameNetwork(left: Rail, right: Rail): boolean {
  return left.chain === right.chain && left.networkId === right.networkId
}

export function sharesSymbol(token: Token, tokens: readonly Token[]): boolean {
  return tokens.some((other) => other !== token && isSameRail(other, token))
}

const TEST_NAME =
  /(^|[^a-z])(test|tests|testing)([^a-z]|$)|testnet|devnet|sepolia|goerli|holesky|hoodi|amoy|mumbai|fuji|chapel|futurenet|sandbox|staging/i

/** Only a hint: the name of a live network may be that of a test network elsewhere, such as "Fuji". */
export function looksLikeTestNetwork({ networkId, name }: Network): boolean {
  return TEST_NAME.test(`${networkId} ${name ?? ""}`)
}

/** Of a business at the service: its keys, and whether its money is real. */
export type Environment = "live" | "sandbox"

/**
 * Whether money on a network is worth nothing. The catalog decides; where it names no environment, a name like that of a
 * test network counts. The merchant's options do not: a file copied from the sandbox would give goods away for test tokens.
 */
export function isTestNetwork(network: Network): boolean {
  const { environment } = network
  return environment === undefined ? looksLikeTestNetwork(network) : environment !== "live"
}

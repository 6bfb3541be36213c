import { validateAddress } from "./address"
import type { Rail } from "./contract/rail"
import { readStellarKey } from "./stellar-key"

/** A rail with what identifies its asset beside the symbol, as far as it is known. */
export type Asset = Rail & {
  canonicalAssetId?: string | null | undefined
  /** Solana. */
  tokenMint?: string | null | undefined
}

/** A canonical id taken apart; without an issuer it is Stellar's own XLM. */
export type CanonicalAsset =
  { chain: "stellar"; code: string; issuer: string | null } | { chain: "sol"; token: string; mint: string }

/** Canonical id of Stellar's own asset. */
export const NATIVE_STELLAR_ASSET = "stellar:XLM:native"

/** Whether chain, network and token are the same, exactly. @see service-interface "Token matching rules", 1 */
export function isSameRail(left: Rail, right: Rail): boolean {
  return isSameNetwork(left, right) && left.token === right.token
}

/**
 * Finds the entry of the catalog an asset belongs to.
 *
 * Chain, network and token match exactly. On Stellar the symbol is only a label: there the canonical id alone
 * decides, and an asset without one matches nothing. A mint or canonical id that is given has to match elsewhere too.
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
 * Whether an answer speaks of another asset than the one it was asked for.
 *
 * On Stellar the canonical id decides where the answer repeats it; the document does not promise that it does, and
 * without it the symbol is all there is to compare.
 */
export function namesAnotherAsset(answer: Asset, asked: Asset): boolean {
  if (asked.chain === STELLAR && asked.canonicalAssetId && answer.canonicalAssetId) {
    return !isSameNetwork(answer, asked) || answer.canonicalAssetId !== asked.canonicalAssetId
  }
  return !isSameRail(answer, asked)
}

/**
 * Takes a canonical id apart: `stellar:<code>:<issuer>`, `stellar:XLM:native` or `sol:<token>:<mint>`.
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

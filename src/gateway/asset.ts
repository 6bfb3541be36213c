import type { Rail } from "./contract/rail"

/** A rail with what identifies its asset beside the symbol, as far as it is known. */
export type Asset = Rail & {
  canonicalAssetId?: string | null | undefined
  /** Solana. */
  tokenMint?: string | null | undefined
}

/** Whether chain, network and token are the same, exactly. @see service-interface "Token matching rules", 1 */
export function isSameRail(left: Rail, right: Rail): boolean {
  return isSameNetwork(left, right) && left.token === right.token
}

/**
 * Whether an answer speaks of another asset than the one it was asked for.
 *
 * On Stellar the symbol is only a label, so the canonical id decides where the answer repeats it; the document
 * does not promise that it does, and without it the symbol is all there is to compare.
 */
export function namesAnotherAsset(answer: Asset, asked: Asset): boolean {
  if (asked.chain === STELLAR && asked.canonicalAssetId && answer.canonicalAssetId) {
    return !isSameNetwork(answer, asked) || answer.canonicalAssetId !== asked.canonicalAssetId
  }
  return !isSameRail(answer, asked)
}

const STELLAR = "stellar"

function isSameNetwork(left: Rail, right: Rail): boolean {
  return left.chain === right.chain && left.networkId === right.networkId
}
